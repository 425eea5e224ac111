// What an import counts in a healthy month, at a seventieth of the country's size; tests change one figure at a time.

import {
  type Draft,
  type PartRows,
  type SnapshotCounts,
  toPartName,
} from '../../../src/app/registry/registry-snapshot.ts';

const counts: SnapshotCounts = {
  establishments: 1_000_000,
  companies: 955_000,
  meis: 200_000,
  rows: { companies: 955_000, establishments: 1_000_000, simples: 700_000 },
  rejected_rows: 0,
  without_company: 0,
  without_legal_name: 0,
  companies_without_establishment: 0,
  duplicate_companies: 0,
  duplicate_establishments: 0,
  conflicting_establishments: 0,
  unknown_statuses: 0,
  unknown_office_kinds: 0,
  unreadable_dates: 0,
  empty_start_dates: 0,
  unknown_mei_options: 0,
};

const parts: readonly PartRows[] = [
  ...partsOfGroup('companies', 391_000, 62_700),
  ...partsOfGroup('establishments', 410_000, 65_600),
  { name: 'Simples', group: 'simples', part: 0, rows: 700_000 },
];

export function draftOf(changed: Partial<SnapshotCounts> = {}, also: Partial<Draft> = {}): Draft {
  return {
    id: 'draft',
    dataAsOf: '2026-09-12',
    importedAt: '2026-09-13T00:00:00Z',
    bytes: 1,
    counts: { ...counts, ...changed },
    parts,
    rejectedReport: 'rejected-rows.jsonl',
    text: { accents: 5000, impossible: 3 },
    oddColumns: [{ group: 'establishments', column: 19, name: 'cep', odd: 7, of: 2000 }],
    ...also,
  };
}

/** The same month with one part of another size. */
export function withPart(name: string, rows: number): readonly PartRows[] {
  return parts.map((part) => (part.name === name ? { ...part, rows } : part));
}

function partsOfGroup(group: PartRows['group'], first: number, others: number): PartRows[] {
  return Array.from({ length: 10 }, (_, part) => ({
    name: toPartName(group, part),
    group,
    part,
    rows: part === 0 ? first : others,
  }));
}
