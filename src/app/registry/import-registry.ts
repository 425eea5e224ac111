// The import of the Receita's files: which of them make a whole set, and what a draft of them must hold before it is judged. How files
// are read and snapshots written is the business of the session behind the port.

import { OperatorError } from '../../errors.ts';
import type { Imported } from '../datasets/import-draft.ts';
import type { JudgementName } from './judge-draft.ts';
import {
  type Draft,
  type DumpFile,
  type DumpGroup,
  dumpTables,
  groupsOfRecords,
  partsOf,
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

/** Share of all rows that may be unreadable, unless told otherwise. */
export const rejectedShareDefault = 0.0001;

export type ImportedSnapshot = Imported<Draft, JudgementName>;

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

/** Throws for faults that no name can override: unreadable rows, or no rows at all. */
export function checkRows({ counts, rejectedReport }: Draft, rejectedShareMax: number): void {
  const { companies, establishments, simples, partners = 0, tax_regimes = 0 } = counts.rows;
  const rows = companies + establishments + simples + partners + tax_regimes;
  if (counts.establishments === 0)
    throw new OperatorError({
      en: 'The files hold no establishment: nothing to publish.',
      pt: 'Os arquivos não têm nenhum estabelecimento: não há o que publicar.',
    });
  if (counts.rejected_rows <= rows * rejectedShareMax) return;
  throw new OperatorError({
    en:
      `${counts.rejected_rows} of ${rows} rows could not be read, more than the allowed share of ${rejectedShareMax}. ` +
      `They are listed in ${rejectedReport}; raise --max-rejected-share only if they can be missed.`,
    pt: `${counts.rejected_rows} de ${rows} linhas não puderam ser lidas, mais do que se admite (registry.rejected_share_max é ${rejectedShareMax}). A lista está em ${rejectedReport}.`,
  });
}
