// What the screen Cadastro needs of the registry.

import type { JobOrder, JobReport } from '../../app/registry/registry-job.ts';
import type { RegistryStatus } from '../../app/registry/registry-status.ts';

export interface DumpFolder {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/** Each of the acts is recorded in the actor's name before it happens. */
export interface ConsoleRegistry {
  status(): RegistryStatus;
  findJob(): JobReport | undefined;
  listFolders(): readonly DumpFolder[];
  /** The folder of an import is one of those that were listed. Throws `registry_busy` while another one runs. */
  start(request: JobOrder, actor: string): Promise<void>;
  /** Returns false if nothing was running. */
  stop(actor: string): Promise<boolean>;
  release(actor: string): Promise<RegistryStatus>;
}
