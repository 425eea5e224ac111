// Penalties that the Banco Central has consolidated: each ends with the other penalties of the same person.

import type { MappedRow } from '../list-kind.ts';

/** Where no other row tells the last day, none is known, and the penalty is in force. */
export function endWithOthers(rows: readonly MappedRow[]): readonly MappedRow[] {
  const byPerson = Map.groupBy(
    rows.filter(({ endsElsewhere }) => !endsElsewhere),
    findNumber,
  );
  return rows.map(({ endsElsewhere, ...row }) => {
    const number = findNumber(row);
    if (!endsElsewhere || number === undefined) return row;
    return { ...row, until: findEnd(row, byPerson.get(number) ?? []) };
  });
}

/** The last one; a penalty that was over before this one began says nothing of it. */
function findEnd({ from }: MappedRow, others: readonly MappedRow[]): string | null {
  const ends = others.map(({ until }) => until).filter((until) => until === null || from === null || until >= from);
  return ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
}

/** A name is shared by many. */
function findNumber({ document }: MappedRow): string | undefined {
  return document?.kind === 'cpf' || document?.kind === 'cnpj' ? document.number : undefined;
}
