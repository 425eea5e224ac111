// Imports a dump the way the command does, without the command line.

import { importDraft } from '../../../src/app/datasets/import-draft.ts';
import type { ImportedSnapshot } from '../../../src/app/registry/import-registry.ts';
import type { JudgementName } from '../../../src/app/registry/judge-draft.ts';
import { openImportSession } from '../../../src/registry/import/import-session.ts';
import { createManualClock } from '../manual-clock.ts';

export interface ImportOptions {
  readonly rules?: { readonly rejectedShareMax?: number; readonly overridden?: readonly JudgementName[] };
  readonly signal?: AbortSignal;
  readonly threads?: number;
  readonly startedMs?: number;
  readonly factsOnly?: boolean;
  readonly municipalitiesFile?: string;
}

/** Each import gets a later second, because its start names the snapshot. */
let imports = 0;

export function importInto(directory: string, dump: string, options: ImportOptions = {}): Promise<ImportedSnapshot> {
  const startedMs = options.startedMs ?? createManualClock().nowMs() + 1000 * imports++;
  const signal = options.signal ?? new AbortController().signal;
  const session = openImportSession({
    directory,
    paths: [dump],
    rejectedShareMax: options.rules?.rejectedShareMax,
    clock: createManualClock({ nowMs: startedMs }),
    signal,
    onProgress: () => {},
    threads: options.threads ?? 2,
    ...(options.factsOnly === undefined ? {} : { factsOnly: options.factsOnly }),
    municipalitiesFile: options.municipalitiesFile,
  });
  return importDraft(session, { overridden: options.rules?.overridden ?? [], signal });
}
