// The draft of an import that is only tried: in a folder for temporary files, with nothing written beside the live snapshot and nothing noted.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import type { DraftFolder } from './draft.ts';
import { type DatasetPaths, findReadablePointer } from './store.ts';

/** Takes no lock: an import that goes on meanwhile is not kept waiting. */
export function openTrialFolder(paths: DatasetPaths, clock: Clock): DraftFolder {
  const place = mkdtempSync(join(tmpdir(), 'confere-'));
  const remove = () => rmSync(place, { recursive: true, force: true });
  // Whoever stops it twice waits for no cleaning up.
  process.once('exit', remove);
  return {
    id: 'dry-run',
    startedAt: new Date(clock.nowMs()).toISOString(),
    folder: join(place, 'dry-run'),
    pointer: findReadablePointer(paths),
    noteVerified() {},
    publish() {
      throw new Error('A trial publishes nothing');
    },
    close() {
      process.off('exit', remove);
      remove();
    },
  };
}
