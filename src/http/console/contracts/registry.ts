// The routes of the screen Cadastro: what snapshots there are, and work on them.

import { judgementNames } from '../../../app/registry/judge-draft.ts';
import type { JobReport } from '../../../app/registry/registry-job.ts';
import type { RegistrySnapshotStatus } from '../../../app/registry/registry-status.ts';
import { someOf, text } from '../body.ts';

export const registryForms = {
  'GET registry': { role: 'viewer', body: {} },
  'POST registry-import': { role: 'admin', body: { folder: text(100, 1), force: someOf(judgementNames) } },
  'POST registry-update': { role: 'admin', body: { force: someOf(judgementNames) } },
  /** The ids that the confirmation named: what was confirmed is what happens. */
  'POST registry-rollback': { role: 'admin', body: { from: text(64, 1), to: text(64, 1) } },
  'POST registry-release': { role: 'admin', body: {} },
  'POST registry-stop': { role: 'admin', body: {} },
} as const;

export interface RegistryAnswers {
  'GET registry': RegistryView;
  'POST registry-import': RegistryView;
  'POST registry-update': RegistryView;
  'POST registry-rollback': RegistryView;
  'POST registry-release': RegistryView;
  'POST registry-stop': { readonly stopped: boolean };
}

export interface RegistryView {
  readonly live: RegistrySnapshotStatus | null;
  readonly previous: RegistrySnapshotStatus | null;
  /** Tells whether a rollback keeps updates away. */
  readonly held: boolean;
  /** `has_other_import` tells whether an import is running that was not started here. */
  readonly has_other_import: boolean;
  readonly job: JobView | null;
  /** Below the folder that months are downloaded to, newest first. */
  readonly folders: readonly { readonly name: string; readonly files: number; readonly bytes: number }[];
}

/** The view leaves out the process id, which does not concern the console. */
type JobView = Omit<JobReport, 'pid'>;
