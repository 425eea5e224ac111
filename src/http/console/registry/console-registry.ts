// What the screen Cadastro needs of the registry.

import type { JudgementName } from '../../../app/registry/judge-draft.ts';
import type { JobReport } from '../../../app/registry/registry-job.ts';
import type { SnapshotView } from './contract.ts';

export interface DumpFolder {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

type JobRequest =
  | { readonly kind: 'import'; readonly folder: string; readonly overridden: readonly JudgementName[] }
  | { readonly kind: 'update'; readonly overridden: readonly JudgementName[] }
  | { readonly kind: 'rollback'; readonly from: string; readonly to: string };

interface RegistryState {
  readonly live: SnapshotView | null;
  readonly previous: SnapshotView | null;
  readonly held: boolean;
  readonly last_import: Readonly<Record<string, unknown>> | null;
}

/** Each of the acts is recorded in the actor's name before it happens. */
export interface ConsoleRegistry {
  status(): RegistryState;
  findJob(): JobReport | undefined;
  listFolders(): readonly DumpFolder[];
  /** Throws `registry_busy` while another one runs. */
  start(request: JobRequest, actor: string): Promise<void>;
  /** False when nothing was running. */
  stop(actor: string): Promise<boolean>;
  release(actor: string): Promise<RegistryState>;
}
