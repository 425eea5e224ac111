// Columns that look like what a question could use, and are not used: a run says so, because without them an answer knows less.

import { foldText } from '../../domain/names/name-text.ts';
import { type ColumnChoices, type Columns, listUnnamed } from './columns.ts';
import { isNameHeading } from './name-column.ts';
import type { QuestionRules } from './question.ts';
import type { Table } from './table.ts';
import { readBirthDate } from './written-date.ts';

export interface UnusedColumn {
  readonly name: string;
  readonly role: 'name' | 'birth_date';
}

type LookRules = Omit<QuestionRules, 'columns'>;

const birthWords = /\b(?:D ?N|NASC\w*|ANIV\w*|NIVER|BIRTH\w*|BORN|DOB)\b/;
/** Customers are mostly older, and other dates of a table mostly newer. */
const yearsMin = 16;

/** Looks only at columns that were neither found nor left out on purpose, and only if the rows ask about people. */
export function findUnused(
  { columns, firstRow, sample }: Pick<Table, 'columns' | 'firstRow' | 'sample'>,
  found: Columns,
  choices: ColumnChoices,
  rules: LookRules,
): readonly UnusedColumn[] {
  if (found.cpf === undefined && found.document === undefined) return [];
  const used = new Set(Object.values(found));
  const unnamed = listUnnamed({ columns, firstRow, sample }, found);
  const unused: UnusedColumn[] = [];
  for (const [place, name] of columns.entries()) {
    if (used.has(place)) continue;
    const folded = foldText(name);
    const values = sample.map((cells) => cells[place]?.trim() ?? '').filter((cell) => cell !== '');
    if (found.birth_date === undefined && choices.birth_date === undefined && isBirthDates(folded, values, rules)) {
      unused.push({ name, role: 'birth_date' });
    } else if (
      found.name === undefined &&
      choices.name === undefined &&
      (isNameHeading(folded) || unnamed.includes(place))
    ) {
      unused.push({ name, role: 'name' });
    }
  }
  return unused;
}

/** By its name, unless nothing in it is a day; or by days in it that lie back as births do. */
function isBirthDates(folded: string, values: readonly string[], { today, dateOrder }: LookRules): boolean {
  const days = values.flatMap((value) => readBirthDate(value, today, dateOrder) ?? []);
  if (birthWords.test(folded)) return values.length === 0 || days.length > 0;
  const written = values.filter((value) => /\D/.test(value)).length;
  const latest = `${Number(today.slice(0, 4)) - yearsMin}${today.slice(4)}`;
  const old = days.filter((day) => day <= latest).length;
  return values.length > 0 && written === values.length && days.length === values.length && old * 2 > values.length;
}
