// A person of a watch, as the caller has sent them, and how they are kept.

import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { ScreenedPerson } from '../../domain/screening/screened.ts';
import type { Seal } from '../seal.ts';
import type { SealedList } from './ports.ts';

export interface WatchedPerson {
  readonly cpf: Cpf;
  readonly name: string;
  /** YYYY-MM-DD */
  readonly birthDate: string | null;
  /** The caller's own word for them. */
  readonly reference: string | null;
}

const referenceLengthMax = 100;

export function isReference(text: string): boolean {
  return text.length <= referenceLengthMax && !/\p{Cc}/u.test(text);
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

export function openPeople(seal: Seal, id: string, list: SealedList): readonly WatchedPerson[] {
  const written = JSON.parse(openListText(seal, id, list)) as readonly Written[];
  return written.map(([cpf, name, birthDate, reference]) => ({ cpf, name, birthDate, reference }));
}

export function sealListText(seal: Seal, id: string, part: number, text: string): SealedList {
  return { part, sealed: seal.close(text, toListPlace(id, part)) };
}

export function openListText(seal: Seal, id: string, { part, sealed }: SealedList): string {
  return seal.open(sealed, toListPlace(id, part));
}

export function toListPlace(id: string, part: number): string {
  return `watch ${id} list ${part}`;
}
