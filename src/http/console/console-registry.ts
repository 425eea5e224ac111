// What the screen Cadastro needs of the registry.

import type { JudgementName } from '../../app/registry/judge-draft.ts';
import type { JobReport } from '../../app/registry/registry-job.ts';
import type { RegistryStatus } from '../../app/registry/registry-status.ts';

export interface DumpFolder {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

type JobRequest =
  | { readonly kind: 'import'; readonly folder: string; readonly overridden: readonly JudgementName[] }
  | { readonly kind: 'update'; readonly overridden: readonly JudgementName[] }
  | { readonly kind: 'rollback'; readonly from: string; readonly to: string };

/** Each of the acts is recorded in the actor's name before it happens. */
export interface ConsoleRegistry {
  status(): RegistryStatus;
  findJob(): JobReport | undefined;
  listFolders(): readonly DumpFolder[];
  /** Throws `registry_busy` while another one runs. */
  start(request: JobRequest, actor: string): Promise<void>;
  /** False when nothing was running. */
  stop(actor: string): Promise<boolean>;
  release(actor: string): Promise<RegistryStatus>;
}
