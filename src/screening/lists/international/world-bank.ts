// Who may not take part in contracts that the World Bank pays for. Its page offers no file: it loads its table as JSON, which an operator
// saves. The layout is the one that public readers of that answer describe.

import { blankRow } from '../blank-row.ts';
import { type LayoutColumn, toTableList } from '../list-kind.ts';
import { toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';

const columns = [
  { key: 'number', name: 'SUPP_ID', isNeeded: true },
  { key: 'name', name: 'SUPP_NAME', isNeeded: true },
  { key: 'info', name: 'ADD_SUPP_INFO' },
  { key: 'kind', name: 'SUPP_TYPE_CODE', isNeeded: true },
  { key: 'country', name: 'COUNTRY_NAME' },
  { key: 'from', name: 'DEBAR_FROM_DATE', isNeeded: true },
  { key: 'until', name: 'DEBAR_TO_DATE', isNeeded: true },
  { key: 'reason', name: 'DEBAR_REASON' },
  { key: 'status', name: 'INELIGIBLY_STATUS' },
] as const satisfies readonly LayoutColumn[];

/** For good, or until something is done. */
const noEnd = /^2999-/;
/** A footnote mark after a name points at a note on the page. */
const footnotes = / ?\*\d+/g;
const honorific = /^(?:MR|MRS|MS|MISS|DR|PROF|ENG|ENGR)\b\.?\s+/i;

export const worldBank = toTableList({
  id: 'banco-mundial',
  title: 'Empresas e pessoas impedidas em contratos financiados (Banco Mundial)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://www.worldbank.org/en/projects-operations/procurement/debarred-firms',
  isOptIn: true,
  staleAfterDays: 60,
  layout: columns,
  layoutRule: 'open',
  rowsAt: ['response', 'ZPROCSUPP'],
  map(cell, notes) {
    const kind = cell('kind') === 'I' ? 'person' : 'company';
    const name = cell('name').replace(footnotes, '');
    const until = cell('until');
    return {
      ...blankRow,
      number: cell('number'),
      kind,
      names: toMaskedNames(kind === 'person' ? name.replace(honorific, '') : name),
      ...notes.readSpan(cell('from'), noEnd.test(until) ? '' : until),
      category: toMaskedText(cell('reason')),
      authority: 'World Bank',
      remarks: toRemarks({ Country: cell('country'), Status: cell('status'), Information: cell('info') }),
    };
  },
});
