// What holds for every dataset on one machine: the pointer, the lock, the rollback and its hold, what is copied.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planDatasetCopy } from '../../../src/datasets/folder/copied-files.ts';
import { SnapshotDamage } from '../../../src/datasets/folder/damage.ts';
import { openDraftFolder } from '../../../src/datasets/folder/draft.ts';
import { isImportRunning, lockDataset } from '../../../src/datasets/folder/import-lock.ts';
import { readLastImport } from '../../../src/datasets/folder/import-log.ts';
import { getPointer, release, rollBack } from '../../../src/datasets/folder/rollback.ts';
import { findPointer, removeLeftovers, toDatasetPaths } from '../../../src/datasets/folder/store.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { type DatasetCase, flipByte, type ImportedDirectory } from './dataset-case.ts';

export function describeDataset(name: string, { dataset, made, newFolder, read, readWhole, files }: DatasetCase) {
  const clock = createManualClock();

  /** After two imports: FIRST is the previous one, SECOND is live. */
  function take() {
    const directory = newFolder();
    cpSync((made()[1] as ImportedDirectory).directory, directory, { recursive: true });
    const paths = toDatasetPaths(dataset, directory);
    const { live, previous } = findPointer(paths) as { live: string; previous: string };
    return { directory, paths, live, previous };
  }

  describe(`${name}: a rollback`, () => {
    test('makes the previous snapshot live, holds, and goes forth again by a second one', async () => {
      const { directory, paths, live, previous } = take();
      rollBack(dataset, directory, clock);
      expect(await read(directory)).toBe('FIRST');
      expect(findPointer(paths)).toEqual({ live: previous, previous: live, held: true });
      rollBack(dataset, directory, clock);
      expect(await read(directory)).toBe('SECOND');
      expect(findPointer(paths)).toEqual({ live, previous, held: false });
    });

    test('stays until its hold is released', () => {
      const { directory, paths, previous } = take();
      expect(() => release(dataset, directory, clock)).toThrow(`Nothing is held: \`${dataset.name} update\``);
      rollBack(dataset, directory, clock);
      release(dataset, directory, clock);
      expect(findPointer(paths)).toMatchObject({ live: previous, held: false });
    });

    test.each(files.needed)(
      'is refused where $name of the previous snapshot is damaged',
      async ({ name: file, at }) => {
        const { directory, paths, previous } = take();
        flipByte(join(paths.snapshots, previous, file), at);
        expect(() => rollBack(dataset, directory, clock)).toThrow(/is not whole/);
        expect(await read(directory)).toBe('SECOND');
      },
    );

    test.each(files.spare)('is not barred by damage in $name, without which it serves', async ({ name: file, at }) => {
      const { directory, paths, previous } = take();
      rmSync(join(paths.snapshots, previous, 'verified.json'), { force: true });
      flipByte(join(paths.snapshots, previous, file), at);
      rollBack(dataset, directory, clock);
      expect(await read(directory)).toBe('FIRST');
      // Nobody says that all of it was found whole.
      expect(existsSync(join(paths.snapshots, previous, 'verified.json'))).toBe(false);
    });

    test('has nowhere to go without a previous snapshot', () => {
      const directory = newFolder();
      const nowhere = `There is no previous ${dataset.name === 'registry' ? 'snapshot' : 'edition'}`;
      expect(() => rollBack(dataset, directory, clock)).toThrow(`${nowhere} to go back to.`);
      cpSync((made()[0] as ImportedDirectory).directory, directory, { recursive: true });
      expect(() => rollBack(dataset, directory, clock)).toThrow(`${nowhere} to go back to.`);
    });
  });

  describe(`${name}: the pointer`, () => {
    test('that is lost or damaged does not mean that nothing was imported, and says what to do', () => {
      const { paths } = take();
      const again = `run \`confere ${dataset.name} import\` again.`;
      for (const text of ['half of a', '{"live":"../../elsewhere","previous":null}', '{}']) {
        writeFileSync(paths.pointer, text);
        expect(() => findPointer(paths)).toThrow(new SnapshotDamage(`live.json is damaged: ${again}`));
      }
      rmSync(paths.pointer);
      expect(() => getPointer(paths)).toThrow(`live.json is missing beside existing snapshots: ${again}`);
      expect(findPointer(toDatasetPaths(dataset, newFolder()))).toBeUndefined();
    });

    test('keeps the live and the previous snapshot from being tidied away, and all while it cannot be read', () => {
      const { paths, live, previous } = take();
      const tidy = () => {
        mkdirSync(join(paths.incoming, 'half-of-one'), { recursive: true });
        for (const id of ['20200101T000000-000', '20200102T000000-000'])
          mkdirSync(join(paths.snapshots, id), { recursive: true });
        removeLeftovers(paths, ['20200102T000000-000']);
        return readdirSync(paths.snapshots).sort();
      };
      expect(tidy()).toEqual(['20200102T000000-000', previous, live].sort());
      expect(existsSync(paths.incoming)).toBe(false);
      writeFileSync(paths.pointer, 'half of a');
      expect(tidy()).toHaveLength(4);
    });

    test('of a rollback lies there in advance, for a disk that takes no more', () => {
      const { paths, live, previous } = take();
      const back = { live: previous, previous: live, held: true };
      expect(JSON.parse(readFileSync(paths.rollbackPointer, 'utf8'))).toEqual(back);
    });
  });

  describe(`${name}: the lock`, () => {
    test('lets one at a time change the dataset, and names who has it', () => {
      const { directory, paths } = take();
      const lock = lockDataset(paths, '2026-10-10T10:00:00.000Z');
      expect(isImportRunning(paths.lock)).toBe(true);
      const who = `An import is already running (process ${process.pid}, since 2026-10-10T10:00:00.000Z)`;
      expect(() => rollBack(dataset, directory, clock)).toThrow(who);
      lock.release();
      expect(isImportRunning(paths.lock)).toBe(false);
      rollBack(dataset, directory, clock);
    });

    test('gives an import away that was killed, and whether it had switched', () => {
      const { paths, live, previous } = take();
      const draft = openDraftFolder(paths, clock, []);
      expect(readLastImport(paths, live)).toMatchObject({ outcome: 'running', snapshot: draft.id });
      const whatIsThere = readFileSync(paths.lastImport, 'utf8');
      draft.close({ kind: 'failed', reason: 'No.' });
      expect(readLastImport(paths, live)).toMatchObject({ outcome: 'failed', reason: 'No.' });
      expect(findPointer(paths)).toMatchObject({ live, previous });
      writeFileSync(paths.lastImport, whatIsThere);
      expect(readLastImport(paths, live)).toMatchObject({ outcome: 'interrupted' });
      expect(readLastImport(paths, draft.id)).toMatchObject({ outcome: 'succeeded' });
    });
  });

  test(`${name}: an import that cannot tidy up has ended all the same, and the next one tidies`, async () => {
    const { directory, paths, live } = take();
    // Stands for a disk that refuses the removal; asked only when a third snapshot is there.
    const refusing = Object.assign<string[], object>([], {
      includes(): never {
        throw new Error('EIO: i/o error, rm');
      },
    });
    const later = createManualClock({ nowMs: clock.nowMs() + 60_000 });
    const draft = openDraftFolder(paths, later, refusing);
    cpSync(join(paths.snapshots, live), draft.folder, { recursive: true });
    draft.publish(live);
    const imported = { id: draft.id, dataAsOf: '2026-10-10', importedAt: draft.startedAt, counts: {}, overridden: [] };
    draft.close({ kind: 'succeeded', imported });
    expect(isImportRunning(paths.lock)).toBe(false);
    expect(JSON.parse(readFileSync(paths.lastImport, 'utf8'))).toMatchObject({ outcome: 'succeeded' });
    expect(await read(directory)).toBe('SECOND');
    expect(readdirSync(paths.snapshots)).toHaveLength(3);
    openDraftFolder(paths, later, []).close({ kind: 'interrupted' });
    expect(readdirSync(paths.snapshots).sort()).toEqual([live, draft.id].sort());
  });

  test(`${name}: a copy holds all that a rollback needs, in the place where it lay`, async () => {
    const { directory, live, previous } = take();
    expect(planDatasetCopy(dataset, newFolder())).toBeUndefined();
    const plan = planDatasetCopy(dataset, directory);
    expect(plan?.dataAsOf).toBe('2026-10-10');
    const copy = newFolder();
    for (const path of plan?.unchanging ?? []) cpSync(join(directory, path), join(copy, path));
    for (const [path, text] of Object.entries(plan?.texts ?? {})) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    expect(await readWhole(copy)).toBe('SECOND');
    rollBack(dataset, copy, clock);
    expect(await readWhole(copy)).toBe('FIRST');
    expect(findPointer(toDatasetPaths(dataset, copy))).toMatchObject({ live: previous, previous: live });
  });
}
