// What is said about a table before anything is asked: its columns, what is not used of it, and what a run would ask.

import type { Forecast } from '../../app/budgets/forecast.ts';
import { toFlag } from '../../app/bulk/columns.ts';
import type { ComparedRole } from '../../app/bulk/not-compared.ts';
import { rowFaults } from '../../app/bulk/table.ts';
import type { TableFacts } from '../../app/bulk/table-facts.ts';
import type { UsedList } from '../../compose/verify/pinned-lists.ts';
import type { TableEstimate } from '../../compose/verify/verify.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { toCount } from './progress.ts';
import { toTableLines } from './terminal.ts';

export function toColumnsText({ columns }: TableFacts): string {
  return Object.entries(columns)
    .map(([role, name]) => `${role} = ${name}`)
    .join(', ');
}

const notComparedNotes: Readonly<Record<ComparedRole, string>> = {
  name: 'No name column: names are not compared.',
  birth_date: 'No column of birth dates: they are not compared.',
  company_name: 'No column of company names: they are not compared.',
};

export function toNotes({ unused, notCompared, headerLine = 1, sheets }: TableFacts): readonly string[] {
  const notes: string[] = [];
  if (headerLine > 1) notes.push(`The header is in line ${headerLine}.`);
  if (sheets !== undefined && sheets.names.length > 1) {
    const others = sheets.names.filter((name) => name !== sheets.chosen);
    notes.push(`Sheet: ${sheets.chosen}. Not read: ${others.join(', ')} (give --sheet).`);
  }
  if (unused.length > 0) {
    notes.push(`Not used: ${unused.map(({ name, role }) => `${name} (give ${toFlag(role)})`).join(', ')}`);
  }
  notes.push(...notCompared.map((role) => notComparedNotes[role]));
  return notes;
}

/** Each column with what it is taken for, and its first values masked. */
function toLooks({ looks }: TableFacts): readonly string[] {
  const rows = looks.map(({ name, role, masked }) => [
    shorten(name),
    role ?? '(not used)',
    ...masked.map((value) => (value === '' ? '–' : shorten(value))),
  ]);
  return toTableLines(
    ['COLUMN', 'READ AS', ...(looks[0]?.masked ?? []).map((_, row) => `ROW ${row + 1}, MASKED`)],
    rows,
  );
}

const charactersShown = 28;

function shorten(text: string): string {
  return text.length > charactersShown ? `${text.slice(0, charactersShown - 1)}…` : text;
}

/** Returns the days of the lists, and the doubts that keep a person from being clear. */
export function toListNotes(lists: readonly UsedList[]): readonly string[] {
  if (lists.length === 0) return [];
  const dated = lists.filter(({ as_of }) => as_of !== null).map(({ list, as_of }) => `${list} of ${as_of}`);
  const doubts = (['stale', 'missing'] as const).flatMap((wanted) => {
    const names = lists.filter(({ state, relied_upon }) => relied_upon && state === wanted).map(({ list }) => list);
    return names.length === 0 ? [] : [`${wanted}: ${names.join(', ')}`];
  });
  return [
    `Lists: ${dated.join(', ')}.`,
    ...(doubts.length === 0 ? [] : [`Nobody is clear, because of lists that are ${doubts.join('; ')}.`]),
  ];
}

/** Returns the maximum cost and the first row that a budget may not pay for. */
function toSpendingLines({ costMax, breaks }: Forecast): readonly string[] {
  return [
    ...(costMax === null ? [] : [`Cost by list prices, at most: R$ ${formatMoney(costMax)}`]),
    ...breaks.map(
      ({ source, period, line }) =>
        `The budget of ${source} for this ${period} may not pay line ${line} and those behind it.`,
    ),
  ];
}

export function toEstimateText({ facts, estimate, forecast }: TableEstimate): string {
  const { rows, people, companies, bad, badRows, mended, sourceCalls } = estimate;
  const calls = Object.entries(sourceCalls).map(([party, count]) => `${party} ${toCount(count)}`);
  const lines = [
    ...toLooks(facts),
    ...toNotes(facts),
    `${toCount(rows)} rows: ${toCount(people)} people, ${toCount(companies)} companies; ${toCount(bad)} rows cannot be asked about.`,
    ...badRows.map(({ line, outcome }) =>
      outcome.kind === 'bad' ? `  line ${line}: ${outcome.fault}: ${rowFaults[outcome.fault]}` : '',
    ),
    ...(bad > badRows.length ? [`  and ${toCount(bad - badRows.length)} more`] : []),
    ...(mended > 0 ? [`Numbers that would be mended: ${toCount(mended)}`] : []),
    `Calls to sources, at most: ${calls.length === 0 ? 'none' : calls.join(', ')}`,
    ...(forecast === undefined ? [] : toSpendingLines(forecast)),
    'Nobody was asked.',
  ];
  return lines.join('\n');
}

export function toEstimateJson({ facts, estimate, forecast }: TableEstimate): object {
  const { columns, looks, unused, notCompared, sheets } = facts;
  const { rows, people, companies, bad, faults, mended, sourceCalls } = estimate;
  return {
    rows,
    people,
    companies,
    invalid: bad,
    problems: faults,
    mended,
    source_calls_max: sourceCalls,
    ...(forecast !== undefined && {
      reais_max: forecast.costMax === null ? null : formatMoney(forecast.costMax),
      budgets: forecast.breaks,
    }),
    columns,
    table: looks,
    not_used: unused,
    not_compared: notCompared,
    sheet: sheets?.chosen ?? null,
  };
}
