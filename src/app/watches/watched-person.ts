// A person of a watch, as the caller has sent them, and how they are kept.

import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { ScreenedPerson } from '../../domain/screening/screened.ts';
import type { Seal } from '../seal.ts';
import type { RowSeal } from '../sealed-rows.ts';
import type { SealedList } from './ports.ts';

export interface WatchedPerson {
  readonly cpf: Cpf;
  readonly name: string;
  /** YYYY-MM-DD */
  readonly birthDate: string | null;
  /** The caller's own word for them. */
  readonly reference: string | null;
}

export function toScreenedPerson({ cpf, name, birthDate }: WatchedPerson): ScreenedPerson {
  return { kind: 'person', cpf, name, birthDate };
}

type Written = readonly [cpf: Cpf, name: string, birthDate: string | null, reference: string | null];

export function writePeople(people: readonly WatchedPerson[]): string {
  return JSON.stringify(
    people.map(({ cpf, name, birthDate, reference }): Written => [cpf, name, birthDate, reference]),
  );
}

/** Undefined where this part of the list is damaged, which is told. */
export function findPeople(seal: RowSeal, id: string, list: SealedList): readonly WatchedPerson[] | undefined {
  const text = findListText(seal, id, list);
  if (text === undefined) return undefined;
  return (JSON.parse(text) as readonly Written[]).map(([cpf, name, birthDate, reference]) => ({
    cpf,
    name,
    birthDate,
    reference,
  }));
}

export function sealListText(seal: Seal, id: string, part: number, text: string): SealedList {
  return { part, sealed: seal.close(text, toListPlace(id, part)) };
}

/** Likewise. */
export function findListText(seal: RowSeal, id: string, { part, sealed }: SealedList): string | undefined {
  return seal.findOpened({ table: 'watch_lists', id: `${id}:${part}` }, () => seal.open(sealed, toListPlace(id, part)));
}

export function toListPlace(id: string, part: number): string {
  return `watch ${id} list ${part}`;
}
