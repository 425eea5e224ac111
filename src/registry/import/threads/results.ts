// Puts together what the threads of an import answered: the index, the counts, the sources and the list of rejected rows.

import { basename } from 'node:path';
import {
  type DumpGroup,
  findTaxRegimePart,
  isTable,
  type PartRows,
  type RecordCounts,
  type SnapshotCounts,
  type TextEvidence,
  toPartName,
} from '../../../app/registry/registry-snapshot.ts';
import { parseMemberName } from '../../files/layout.ts';
import type { RecordsIndex } from '../../records/records-file.ts';
import { countWithoutIbge, listCodesWithoutText } from '../../records/tables.ts';
import type { RecordOddities } from '../../records/write/row-fields.ts';
import type { ManifestSource } from '../../snapshot/manifest.ts';
import type { SnapshotIndex } from '../../snapshot/snapshot.ts';
import { noCounts } from '../draft/partition.ts';
import { sumOf } from '../draft/plan.ts';
import type { ReadTables } from '../draft/read-tables.ts';
import type { BuildResult, FlushResult, ReadResult } from './tasks.ts';

export function toIndex(builds: readonly BuildResult[], partitions: number, blocks: number): SnapshotIndex {
  const index = {
    partitionStarts: new Uint32Array(partitions),
    partitionBlocks: new Uint32Array(partitions),
    keyHigh: new Uint32Array(blocks),
    keyLow: new Uint32Array(blocks),
    checksums: new Uint32Array(blocks),
  };
  for (const build of builds) {
    index.partitionStarts[build.partition] = build.startBlock;
    index.partitionBlocks[build.partition] = build.checksums.length;
    index.keyHigh.set(build.keyHigh, build.startBlock);
    index.keyLow.set(build.keyLow, build.startBlock);
    index.checksums.set(build.checksums, build.startBlock);
  }
  return index;
}

export function toRowCounts(
  reads: readonly ReadResult[],
  flushed: readonly FlushResult[],
  builds: readonly BuildResult[],
): SnapshotCounts {
  const joined = noCounts();
  for (const { counts } of builds) {
    for (const key of Object.keys(joined) as (keyof typeof joined)[]) joined[key] += counts[key];
  }
  const rowsOf = (group: DumpGroup): number =>
    sumOf(
      reads.filter((read) => read.member.group === group),
      (read) => read.rows,
    );
  return {
    establishments: joined.establishments,
    companies: joined.companies,
    meis: joined.meis,
    rows: {
      companies: rowsOf('companies'),
      establishments: rowsOf('establishments'),
      simples: rowsOf('simples'),
      partners: rowsOf('partners'),
      tax_regimes: rowsOf('taxRegimes'),
    },
    rejected_rows: sumOf(reads, (read) => read.rejected),
    without_company: joined.withoutCompany,
    without_legal_name: joined.withoutLegalName,
    companies_without_establishment: joined.companiesWithoutEstablishment,
    duplicate_companies: joined.duplicateCompanies,
    duplicate_establishments: joined.duplicateEstablishments,
    conflicting_establishments: joined.conflictingEstablishments,
    unknown_statuses: sumOf(flushed, (result) => result.oddities.unknownStatuses),
    unknown_office_kinds: sumOf(flushed, (result) => result.oddities.unknownOfficeKinds),
    unreadable_dates: sumOf(flushed, (result) => result.oddities.unreadableDates),
    empty_start_dates: sumOf(flushed, (result) => result.oddities.emptyStartDates),
    unknown_mei_options: sumOf(flushed, (result) => result.oddities.unknownMeiOptions),
    cut_names: sumOf(flushed, (result) => result.oddities.cutNames),
  };
}

export function toRecordCounts(
  flushed: readonly FlushResult[],
  builds: readonly BuildResult[],
  { tables, missing }: ReadTables,
): RecordCounts {
  const read = flushed.flatMap(({ records }) => records ?? []);
  const codes = read.map((records) => records.codes);
  const odd = (name: keyof RecordOddities): number => sumOf(read, ({ oddities }) => oddities[name]);
  return {
    partners: sumOf(builds, ({ counts }) => counts.partners),
    duplicate_partners: sumOf(builds, ({ counts }) => counts.duplicatePartners),
    partners_without_company: sumOf(builds, ({ counts }) => counts.partnersWithoutCompany),
    tax_regimes: sumOf(builds, ({ counts }) => counts.taxRegimes),
    duplicate_tax_regimes: sumOf(builds, ({ counts }) => counts.duplicateTaxRegimes),
    tax_regimes_without_company: sumOf(builds, ({ counts }) => counts.taxRegimesWithoutCompany),
    codes_without_text: listCodesWithoutText(tables, codes),
    municipalities_without_ibge: countWithoutIbge(tables, codes),
    missing_tables: missing,
    unreadable_days: odd('unreadableDays'),
    unreadable_codes: odd('unreadableCodes'),
    unusable_postal_codes: odd('unusablePostalCodes'),
    unusable_phones: odd('unusablePhones'),
    unusable_emails: odd('unusableEmails'),
    unusable_documents: odd('unusableDocuments'),
    oversized_texts: odd('oversizedTexts'),
  };
}

export function toRecordsIndex(builds: readonly BuildResult[], partitions: number): RecordsIndex {
  const inOrder = builds.toSorted((a, b) => a.partition - b.partition).flatMap(({ records }) => records ?? []);
  const blocks = sumOf(inOrder, ({ lengths }) => lengths.length);
  const index = {
    partitionPages: Uint32Array.from(inOrder, ({ firstPage }) => firstPage),
    partitionBlocks: Uint32Array.from(inOrder, ({ lengths }) => lengths.length),
    lengths: new Uint32Array(blocks),
    checksums: new Uint32Array(blocks),
  };
  if (inOrder.length !== partitions) throw new Error('A partition of the import has no records.');
  let at = 0;
  for (const { lengths, checksums } of inOrder) {
    index.lengths.set(lengths, at);
    index.checksums.set(checksums, at);
    at += lengths.length;
  }
  return index;
}

export function toSource(read: ReadResult): ManifestSource {
  return {
    file: basename(read.member.path),
    member: basename(read.member.member),
    rows: read.rows,
    bytes: read.member.csvBytes,
    crc32: read.crc32.toString(16).padStart(8, '0'),
  };
}

/** Counts the rows of each published file, keyed by the names of its members. */
export function toPartRows(sources: readonly ManifestSource[]): PartRows[] {
  return sources.flatMap(({ file, member, rows }): PartRows[] => {
    const regime = findTaxRegimePart(file);
    const name = parseMemberName(member) ?? (regime === undefined ? undefined : { group: 'taxRegimes', part: regime });
    if (name === undefined || isTable(name.group)) return [];
    const { group, part } = name;
    return [{ name: toPartName(group, part), group, part, rows }];
  });
}

export function toTextEvidence(flushed: readonly FlushResult[]): TextEvidence {
  return {
    accents: sumOf(flushed, ({ text }) => text.accents),
    impossible: sumOf(flushed, ({ text }) => text.impossible),
  };
}

/** File, line and reason of each unreadable row; never what a row holds. */
export function listRejectedRows(reads: readonly ReadResult[]): readonly object[] {
  return reads.flatMap((read) => {
    const file = basename(read.member.path);
    const listed = read.rejectedRows.map(({ line, reason }) => ({ file, line, reason }));
    const more = read.rejected - listed.length;
    return more === 0 ? listed : [...listed, { file, more_rejected_rows: more }];
  });
}
