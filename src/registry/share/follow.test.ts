import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { importInto } from '../../../test/support/registry/import-dump.ts';
import { writeDump } from '../../../test/support/registry/registry-dump.ts';
import { createRegistryFolders } from '../../../test/support/registry/registry-folders.ts';
import { readRegistryStatus, rollBackRegistry } from '../maintenance.ts';
import { followSource, type SourceLook } from './follow.ts';
import { openFolderPlace } from './places/place.folder.ts';
import { publishSnapshot } from './publish.ts';

const { newFolder } = createRegistryFolders();

async function publish(importer: string, folder: string): Promise<void> {
  await publishSnapshot({
    directory: importer,
    snapshot: 'live',
    place: openFolderPlace(folder),
    keep: 3,
    overridden: [],
    piecesAtOnce: 1,
    clock: createManualClock(),
    signal: new AbortController().signal,
    onCheck: () => {},
    watch: { onStart: () => {}, onBytes: () => {}, onFile: () => {}, onRetry: () => {} },
  });
}

test('a node takes what is newer by itself, says what came of every look, leaves a rollback alone and outlives a broken source', async () => {
  const [earlier, later, node, folder] = [newFolder(), newFolder(), newFolder(), newFolder()];
  const { id: first } = await importInto(earlier, writeDump(newFolder(), {}, '60912'));
  const { id: second } = await importInto(later, writeDump(newFolder(), {}, '61010'));
  const looks: SourceLook[] = [];
  let wake = () => {};
  const follower = followSource({
    directory: node,
    place: { kind: 'folder', folder },
    publisherKey: null,
    everyMs: 100,
    findNeeded: async () => [],
    isEmpty: () => false,
    clock: createManualClock(),
    random: () => 0.5,
    onLook: (look) => {
      looks.push(look);
      wake();
    },
  });
  onTestFinished(() => follower.stop());
  /** From now on. */
  const next = async (kind: SourceLook['kind']): Promise<SourceLook> => {
    for (let seen = looks.length; ; seen++) {
      while (looks.length <= seen) await new Promise<void>((resolve) => (wake = resolve));
      const look = looks[seen];
      if (look?.kind === kind) return look;
    }
  };
  await next('nothing_published');
  await publish(earlier, folder);
  expect(await next('pulled')).toEqual({ kind: 'pulled', id: first, dataAsOf: '2026-09-12' });
  expect(readRegistryStatus(node).live).toMatchObject({ id: first, problem: null, verified_at: expect.any(String) });
  await publish(later, folder);
  expect(await next('pulled')).toMatchObject({ id: second });
  // Another look may be holding the lock just now.
  for (;;) {
    try {
      rollBackRegistry(node, createManualClock());
      break;
    } catch {
      await next('up_to_date');
    }
  }
  await next('held');
  expect(readRegistryStatus(node)).toMatchObject({ held: true, live: { id: first } });
  rmSync(join(node, 'live.json'));
  writeFileSync(join(folder, 'latest.json'), 'half of a');
  expect(await next('failed')).toMatchObject({ reason: expect.stringContaining('latest.json is not JSON') });
  expect(follower.last()?.look.kind).toBe('failed');
});
