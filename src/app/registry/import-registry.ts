// The import of the Receita's files as a use case: what must hold before a new snapshot may go live, and in which order
// things happen. How files are read and snapshots written is the business of the session behind the port.

import { OperatorError } from '../../errors.ts';
import { settle } from '../datasets/judgement.ts';
import { type JudgementName, judgeAge, judgeDraft, judgeHold, type RegistryJudgement } from './judge-draft.ts';
import {
  type Draft,
  type DumpFile,
  type DumpGroup,
  dumpTables,
  groupsOfRecords,
  partsOf,
  type SnapshotInfo,
  toPartName,
} from './registry-snapshot.ts';

export type ImportPhase = 'reading' | 'building' | 'verifying';

export interface ImportProgress {
  readonly phase: ImportPhase;
  /** 0 to 1 within the phase. */
  readonly share: number;
  /** Rows read so far. */
  readonly rows: number;
  readonly elapsedMs: number;
  /** The share of one core that the import had of late, where that is too little to go on at its speed. */
  readonly starvedShare?: number | undefined;
}

/** Everything that one import does to the disk. Its owner holds the import lock until `close`. */
export interface ImportSession {
  /** The snapshot that is live now, as far as its manifest can be read. */
  readonly live: SnapshotInfo | undefined;
  /** Whether a rollback keeps it as it is. */
  readonly isHeld: boolean;
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
  | { readonly kind: 'succeeded'; readonly snapshot: ImportedSnapshot }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'interrupted' };

export interface ImportRules {
  /** Share of all rows that may be unreadable. */
  readonly rejectedShareMax: number;
  /** What is published although it was judged to be wrong. */
  readonly overridden: readonly JudgementName[];
}

export const defaultImportRules: ImportRules = { rejectedShareMax: 0.0001, overridden: [] };

export interface ImportedSnapshot extends Draft {
  /** What spoke against it and was overridden. */
  readonly overridden: readonly RegistryJudgement[];
}

export async function importRegistry(
  session: ImportSession,
  paths: readonly string[],
  rules: ImportRules,
  signal: AbortSignal,
): Promise<ImportedSnapshot> {
  let outcome: ImportOutcome = { kind: 'interrupted' };
  try {
    const files = await session.survey(paths);
    const { live, isHeld } = session;
    const early = settle([...judgeAge(checkDump(files), live), ...judgeHold(live, isHeld)], rules.overridden);
    const draft = await session.build(files);
    checkRows(draft, rules);
    const overridden = [...early, ...settle(judgeDraft(draft, live), rules.overridden)];
    await session.verify(draft);
    signal.throwIfAborted();
    await session.publish(draft);
    const snapshot = { ...draft, overridden };
    outcome = { kind: 'succeeded', snapshot };
    return snapshot;
  } catch (error) {
    if (!signal.aborted)
      outcome = { kind: 'failed', reason: error instanceof OperatorError ? error.message : 'An internal fault.' };
    throw error;
  } finally {
    await session.close(outcome);
  }
}

/** Every part present, each once, all extracted on one day. Loading less answered "not found" for days elsewhere. */
export function checkDump(files: readonly DumpFile[]): string {
  const missing: string[] = [];
  const isThere = (group: DumpGroup): boolean => files.some((file) => file.group === group);
  for (const [group, parts] of Object.entries(partsOf) as [DumpGroup, number][]) {
    for (let part = 0; part < parts; part++) {
      const found = files.filter((file) => file.group === group && file.part === part);
      const name = toPartName(group, part);
      // A set without any partners, or without tax regimes, is a whole one: the records then say that they do not know them.
      if (found.length === 0 && (!groupsOfRecords.has(group) || isThere(group))) missing.push(name);
      // A tax regime has come in several files before; rows that are there twice count once.
      if (found.length > 1 && group !== 'taxRegimes') {
        throw new OperatorError({
          en: `${name} was found more than once (${found.map((file) => file.path).join(', ')}): give each part once.`,
          pt: `${name} está repetido (${found.map((file) => file.path).join(', ')}): deixe cada parte uma só vez.`,
        });
      }
    }
  }
  for (const table of dumpTables) {
    const found = files.filter((file) => file.group === table);
    if (found.length > 1)
      throw new OperatorError({
        en: `A table was found more than once (${found.map((file) => file.path).join(', ')}): give each file once.`,
        pt: `Uma tabela está repetida (${found.map((file) => file.path).join(', ')}): deixe cada arquivo uma só vez.`,
      });
  }
  if (missing.length > 0) {
    throw new OperatorError({
      en: `The set of files is not complete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Download the whole month again.`,
      pt: `O conjunto de arquivos não está completo: ${missing.length === 1 ? 'falta' : 'faltam'} ${missing.join(', ')}. Baixe o mês inteiro de novo.`,
    });
  }
  const empty = files.find((file) => file.csvBytes === 0);
  if (empty !== undefined)
    throw new OperatorError({
      en: `${empty.path} is empty: download or extract it again.`,
      pt: `${empty.path} está vazio: baixe ou extraia de novo.`,
    });
  const dated = files.filter((file) => file.group !== 'taxRegimes');
  const undated = dated.find((file) => file.dataAsOf === undefined);
  if (undated !== undefined) {
    throw new OperatorError({
      en: `${undated.path} carries no extraction date (D60808) in its name, or one after tomorrow: keep the names as published, and check this machine's clock.`,
      pt: `${undated.path} não traz no nome a data de extração (D60808), ou traz uma no futuro: mantenha os nomes publicados e confira o relógio da máquina.`,
    });
  }
  const dates = [...new Set(dated.map((file) => file.dataAsOf as string))].sort();
  if (dates.length > 1) {
    throw new OperatorError({
      en: `The files were extracted on different days (${dates.join(', ')}): use the files of one month only.`,
      pt: `Os arquivos foram extraídos em dias diferentes (${dates.join(', ')}): use os de um só mês.`,
    });
  }
  return dates[0] as string;
}

/** What cannot be overridden by name: rows that nobody could read, or none at all. */
export function checkRows({ counts, rejectedReport }: Draft, rules: ImportRules): void {
  const { companies, establishments, simples, partners = 0, tax_regimes = 0 } = counts.rows;
  const rows = companies + establishments + simples + partners + tax_regimes;
  if (counts.establishments === 0)
    throw new OperatorError({
      en: 'The files hold no establishment: nothing to publish.',
      pt: 'Os arquivos não têm nenhum estabelecimento: não há o que publicar.',
    });
  if (counts.rejected_rows <= rows * rules.rejectedShareMax) return;
  throw new OperatorError({
    en:
      `${counts.rejected_rows} of ${rows} rows could not be read, more than the allowed share of ${rules.rejectedShareMax}. ` +
      `They are listed in ${rejectedReport}; raise --max-rejected-share only if they can be missed.`,
    pt: `${counts.rejected_rows} de ${rows} linhas não puderam ser lidas, mais do que se admite (registry.rejected_share_max é ${rules.rejectedShareMax}). A lista está em ${rejectedReport}.`,
  });
}
