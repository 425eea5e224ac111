// A person of a watch, as the caller has sent them, and how they are kept.

import type { CountryCode } from '../../domain/countries/country-code.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { IdentityDocument } from '../../domain/screening/identity-document.ts';
import type { ScreenedPerson } from '../../domain/screening/screened.ts';
import { toListPlace } from '../kept/watches.ts';
import type { Seal } from '../seal.ts';
import type { RowSeal } from '../sealed-rows.ts';
import type { SealedList } from './ports.ts';

export interface WatchedPerson {
  /** The CPF is null for a foreigner, who then has a reference. */
  readonly cpf: Cpf | null;
  readonly name: string;
  /** YYYY-MM-DD */
  readonly birthDate: string | null;
  /** The caller's own word for them. */
  readonly reference: string | null;
  readonly nationality?: CountryCode | null;
  readonly identityDocument?: IdentityDocument | null;
}

/** The reference of somebody with a CPF is no part of who they are. */
export function toScreenedPerson({ reference, ...known }: WatchedPerson): ScreenedPerson {
  return { kind: 'person', ...known, ...(known.cpf === null && { reference }) };
}

type Identity = Pick<WatchedPerson, 'nationality' | 'identityDocument'>;
type Written = readonly [
  cpf: Cpf | null,
  name: string,
  birthDate: string | null,
  reference: string | null,
  identity?: Identity,
];

export function writePeople(people: readonly WatchedPerson[]): string {
  return JSON.stringify(
    people.map(({ cpf, name, birthDate, reference, nationality, identityDocument }): Written => {
      const identity = { ...(nationality && { nationality }), ...(identityDocument && { identityDocument }) };
      const known = [cpf, name, birthDate, reference] as const;
      return Object.keys(identity).length === 0 ? known : [...known, identity];
    }),
  );
}

/** Returns undefined if this part of the list is damaged, which the seal reports. */
export function findPeople(seal: RowSeal, id: string, list: SealedList): readonly WatchedPerson[] | undefined {
  const text = findListText(seal, id, list);
  if (text === undefined) return undefined;
  return (JSON.parse(text) as readonly Written[]).map(([cpf, name, birthDate, reference, identity]) => ({
    cpf,
    name,
    birthDate,
    reference,
    ...identity,
  }));
}

export function sealListText(seal: Seal, id: string, part: number, text: string): SealedList {
  return { part, sealed: seal.close(text, toListPlace(id, part)) };
}

/** Likewise. */
export function findListText(seal: RowSeal, id: string, { part, sealed }: SealedList): string | undefined {
  return seal.findOpened({ table: 'watch_lists', id: `${id}:${part}` }, () => seal.open(sealed, toListPlace(id, part)));
}
