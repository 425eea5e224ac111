// The import of the Receita's files as a use case: what must hold before a new snapshot may go live, and in which order
// things happen. How files are read and snapshots written is the business of the workshop behind the port.

import { OperatorError } from '../errors.ts';

export type DumpGroup = 'companies' | 'establishments' | 'simples';

export interface DumpFile {
  readonly group: DumpGroup;
  /** 0 to 9; the Simples come in one part, 0. */
  readonly part: number;
  /** YYYY-MM-DD, undefined where the name carries no date. */
  readonly dataAsOf: string | undefined;
  readonly path: string;
  readonly csvBytes: number;
}

export interface SnapshotCounts {
  readonly establishments: number;
  readonly companies: number;
  readonly meis: number;
  readonly rows: Readonly<Record<DumpGroup, number>>;
  readonly rejected_rows: number;
  readonly without_company: number;
  readonly without_legal_name: number;
  readonly companies_without_establishment: number;
  readonly duplicate_companies: number;
  readonly duplicate_establishments: number;
  readonly conflicting_establishments: number;
  readonly unknown_statuses: number;
  readonly unknown_office_kinds: number;
  readonly unreadable_dates: number;
}

export interface SnapshotInfo {
  readonly id: string;
  readonly dataAsOf: string;
  readonly importedAt: string;
  readonly bytes: number;
  readonly counts: SnapshotCounts;
}

export type ImportPhase = 'reading' | 'building' | 'verifying';

export interface ImportProgress {
  readonly phase: ImportPhase;
  /** 0 to 1 within the phase. */
  readonly share: number;
  /** Rows read so far. */
  readonly rows: number;
  readonly elapsedMs: number;
}

export interface Draft extends SnapshotInfo {
  /** Where the rejected rows are listed; undefined when there are none. */
  readonly rejectedReport: string | undefined;
}

/** Everything that one import does to the disk. Its owner holds the import lock until `close`. */
export interface ImportWorkshop {
  /** The snapshot that is live now, as far as its manifest can be read. */
  readonly live: SnapshotInfo | undefined;
  survey(paths: readonly string[]): Promise<readonly DumpFile[]>;
  build(files: readonly DumpFile[]): Promise<Draft>;
  /** Reads the whole draft back, and a sample of rows through the same way that answers requests. Throws when anything differs. */
  verify(draft: Draft): Promise<void>;
  /** Atomic: before it the old snapshot is live, after it the new one. */
  publish(draft: Draft): Promise<void>;
  /** Removes whatever was not published, records the outcome and lets the lock go. */
  close(outcome: ImportOutcome): Promise<void>;
}

export type ImportOutcome =
  | { readonly kind: 'succeeded'; readonly snapshot: SnapshotInfo }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'interrupted' };

export interface ImportRules {
  /** Share of all rows that may be unreadable. */
  readonly rejectedShareMax: number;
  /** Share of establishments that may lack a company name. 4 of 73 M did in 2026-09; a missing part makes it 10 % or more. */
  readonly namelessShareMax: number;
  /** Share by which a count may fall below the live snapshot's. */
  readonly dropShareMax: number;
  /** Publishes in spite of a drop; nothing else is forgiven. */
  readonly force: boolean;
}

export const defaultImportRules: ImportRules = {
  rejectedShareMax: 0.0001,
  namelessShareMax: 0.001,
  dropShareMax: 0.05,
  force: false,
};

export async function importRegistry(
  workshop: ImportWorkshop,
  paths: readonly string[],
  rules: ImportRules,
  signal: AbortSignal,
): Promise<Draft> {
  let outcome: ImportOutcome = { kind: 'interrupted' };
  try {
    const files = await workshop.survey(paths);
    checkDump(files);
    const draft = await workshop.build(files);
    checkCounts(draft, workshop.live, rules);
    await workshop.verify(draft);
    signal.throwIfAborted();
    await workshop.publish(draft);
    outcome = { kind: 'succeeded', snapshot: draft };
    return draft;
  } catch (error) {
    if (!signal.aborted)
      outcome = { kind: 'failed', reason: error instanceof OperatorError ? error.message : 'An internal fault.' };
    throw error;
  } finally {
    await workshop.close(outcome);
  }
}

const groupNames: Readonly<Record<DumpGroup, string>> = {
  companies: 'Empresas',
  establishments: 'Estabelecimentos',
  simples: 'Simples',
};
const partsOf: Readonly<Record<DumpGroup, number>> = { companies: 10, establishments: 10, simples: 1 };

/** Every part present, each once, all extracted on one day. Loading less answered "not found" for days elsewhere. */
export function checkDump(files: readonly DumpFile[]): string {
  const missing: string[] = [];
  for (const [group, parts] of Object.entries(partsOf) as [DumpGroup, number][]) {
    for (let part = 0; part < parts; part++) {
      const found = files.filter((file) => file.group === group && file.part === part);
      const name = parts === 1 ? groupNames[group] : `${groupNames[group]}${part}`;
      if (found.length === 0) missing.push(name);
      if (found.length > 1) {
        throw new OperatorError(
          `${name} was found more than once (${found.map((file) => file.path).join(', ')}): give each part once.`,
        );
      }
    }
  }
  if (missing.length > 0) {
    throw new OperatorError(
      `The set of files is not complete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Download the whole month again.`,
    );
  }
  const empty = files.find((file) => file.csvBytes === 0);
  if (empty !== undefined) throw new OperatorError(`${empty.path} is empty: download or extract it again.`);
  const undated = files.find((file) => file.dataAsOf === undefined);
  if (undated !== undefined) {
    throw new OperatorError(
      `${undated.path} carries no extraction date (D60808) in its name: keep the names as published.`,
    );
  }
  const dates = [...new Set(files.map((file) => file.dataAsOf as string))].sort();
  if (dates.length > 1) {
    throw new OperatorError(
      `The files were extracted on different days (${dates.join(', ')}): use the files of one month only.`,
    );
  }
  return dates[0] as string;
}

/** What the rows say about themselves before anything is published. */
export function checkCounts(draft: Draft, live: SnapshotInfo | undefined, rules: ImportRules): void {
  const { counts } = draft;
  const rows = counts.rows.companies + counts.rows.establishments + counts.rows.simples;
  if (counts.establishments === 0) throw new OperatorError('The files hold no establishment: nothing to publish.');
  if (counts.rejected_rows > rows * rules.rejectedShareMax) {
    throw new OperatorError(
      `${counts.rejected_rows} of ${rows} rows could not be read, more than the allowed share of ${rules.rejectedShareMax}. ` +
        `They are listed in ${draft.rejectedReport}; raise --max-rejected-share only if they can be missed.`,
    );
  }
  const nameless = counts.without_company + counts.without_legal_name;
  if (nameless > Math.max(10, counts.establishments * rules.namelessShareMax)) {
    throw new OperatorError(
      `${nameless} of ${counts.establishments} establishments have no company name: the Empresas files do not belong to the Estabelecimentos files. Download the whole month again.`,
    );
  }
  if (live === undefined || rules.force) return;
  for (const kind of ['establishments', 'companies', 'meis'] as const) {
    if (counts[kind] >= live.counts[kind] * (1 - rules.dropShareMax)) continue;
    throw new OperatorError(
      `The new files hold ${counts[kind]} ${kind}, the live snapshot of ${live.dataAsOf} holds ${live.counts[kind]}: more than ${rules.dropShareMax * 100} % would be lost. ` +
        'Check the files; --force publishes them all the same.',
    );
  }
}
