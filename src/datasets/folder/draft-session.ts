// The disk side of an import as app/datasets/import-draft.ts sees it, whatever the dataset: the lock, a draft beside the live snapshot,
// the switch, the note of how it ended. A dataset brings how a draft comes about and is read back.

import type { ImportSession } from '../../app/datasets/import-draft.ts';
import { withDiskFaults } from './disk-fault.ts';
import type { CountedDraft, DraftFolder } from './draft.ts';
import type { DatasetPaths } from './store.ts';

interface DraftWork<Draft, Name extends string>
  extends Pick<ImportSession<Draft, Name>, 'live' | 'survey' | 'build' | 'judge'> {
  /** Throws when anything of the draft differs from what was to be written. */
  readonly readBack: (draft: Draft) => Promise<void>;
  /** Finds the snapshot to which a rollback returns after the switch. */
  readonly findWayBack: () => string | null;
  /** Writes the data that must be on the disk before the switch. */
  readonly sync?: () => Promise<void>;
  readonly stop?: () => Promise<void>;
}

export function createDraftSession<Draft extends CountedDraft, Name extends string>(
  paths: DatasetPaths,
  folder: DraftFolder,
  { live, survey, build, judge, ...work }: DraftWork<Draft, Name>,
): ImportSession<Draft, Name> {
  return {
    dataset: paths.dataset,
    live,
    isHeld: folder.pointer?.held === true,
    survey,
    build: () => withDiskFaults(paths.root, build),
    judge,
    async verify(draft) {
      await work.readBack(draft);
      folder.noteVerified();
    },
    publish: () =>
      withDiskFaults(paths.root, async () => {
        await work.sync?.();
        folder.publish(work.findWayBack());
      }),
    async close(outcome) {
      await work.stop?.();
      folder.close(outcome);
    },
  };
}
