// What the Bureau of Industry and Security of the United States forbids to be exported to somebody: its four lists, out of the
// Consolidated Screening List, which has those of other departments as well. It has no force of law in Brazil. Its layout is the one that
// public readers of the file describe.

import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import { type LayoutColumn, toTableList } from '../list-kind.ts';
import { toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';

const columns = [
  { key: 'number', name: '_id', isNeeded: true },
  { key: 'source', name: 'source', isNeeded: true },
  { key: 'kind', name: 'type', isNeeded: true },
  { key: 'name', name: 'name', isNeeded: true },
  { key: 'title', name: 'title' },
  { key: 'addresses', name: 'addresses' },
  { key: 'notice', name: 'federal_register_notice', isNeeded: true },
  { key: 'from', name: 'start_date', isNeeded: true },
  { key: 'until', name: 'end_date', isNeeded: true },
  { key: 'requirement', name: 'license_requirement' },
  { key: 'policy', name: 'license_policy' },
  { key: 'remarks', name: 'remarks' },
  { key: 'aliases', name: 'alt_names', isNeeded: true },
] as const satisfies readonly LayoutColumn[];

/** The list states no kind for most entries. */
const kinds: Readonly<Record<string, ListedKind>> = {
  individual: 'person',
  entity: 'company',
  vessel: 'other',
  aircraft: 'other',
};

/** Behind the names of companies, where it would count as a part of them. */
const successors = /,? and any successor,? sub-?unit,? or subsidiary thereof/i;

export const bis = toTableList({
  id: 'bis',
  title: 'BIS: restrições de exportação (Departamento de Comércio dos EUA)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://www.trade.gov/consolidated-screening-list',
  isOptIn: true,
  // Published on any day.
  staleAfterDays: 7,
  layout: columns,
  layoutRule: 'open',
  delimiter: ',',
  map(cell, notes) {
    const source = cell('source');
    // Those of the Treasury have lists of their own here.
    if (!/bureau of industry and security/i.test(source)) return 'left_out';
    return {
      ...blankRow,
      number: cell('number'),
      kind: kinds[cell('kind').toLowerCase()] ?? null,
      names: toMaskedNames(...[cell('name'), ...cell('aliases').split(';')].map(withoutSuccessors)),
      ...notes.readSpan(cell('from'), cell('until')),
      category: toMaskedText(source),
      authority: 'Bureau of Industry and Security (US Department of Commerce)',
      process: toMaskedText(cell('notice')),
      remarks: toRemarks({
        Title: cell('title'),
        Address: cell('addresses'),
        Requirement: cell('requirement'),
        Policy: cell('policy'),
        Remarks: cell('remarks'),
      }),
    };
  },
});

function withoutSuccessors(text: string): string {
  return text.replace(successors, '').trim();
}
