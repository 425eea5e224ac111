// A hit that a person has judged false: for which customer it counts, of which row, and when it must be judged again. Pure.

import { foldText } from '../names/name-text.ts';
import { foldName } from '../names/person-name.ts';
import type { ListEntry } from './entry/list-entry.ts';
import { type Hit, type HitStrength, type MatchKind, matchKinds } from './hit.ts';
import { hasNumber, type Screened } from './screened.ts';

/** `proposed`: it hides nothing until somebody else confirms it. */
export const clearanceStates = ['proposed', 'cleared'] as const;
export type ClearanceState = (typeof clearanceStates)[number];

/**
 * The same customer has the same text: that of the number where there is one, whatever the name. A CPF or a CNPJ is written as the
 * audit writes it, so that both know a person by the same hash.
 */
export function toCustomerText(screened: Screened): string {
  const own = typeof screened.reference === 'string' ? `:${screened.reference}` : '';
  if (screened.kind === 'company') {
    return screened.cnpj === null ? `company:${foldText(screened.name ?? '')}${own}` : `cnpj:${screened.cnpj}`;
  }
  const { cpf, name, birthDate, maskedCpf = null } = screened;
  return cpf === null ? `person:${foldName(name ?? '')}:${birthDate ?? ''}:${maskedCpf ?? ''}${own}` : `cpf:${cpf}`;
}

/** Whoever has the same name is the same to Confere: what is judged of one would hold for all. */
export function isNameAlone(screened: Screened): boolean {
  if (typeof screened.reference === 'string' || hasNumber(screened)) return false;
  return screened.kind === 'company' || screened.birthDate === null;
}

/** What was judged: another text once the row says something else of whom it names, since when, until when or why, or remarks it. */
export function toRowText(entry: ListEntry): string {
  const { risk, hasUnreadBirth } = entry;
  const { kind, names, weakNames, document, births, from, until, isUntilMinimum, category, authority, process } = entry;
  const { remarks } = entry;
  return JSON.stringify([
    kind,
    names,
    weakNames,
    document,
    births,
    from,
    until,
    isUntilMinimum,
    category,
    authority,
    process,
    ...(risk === undefined ? [] : [risk]),
    ...(hasUnreadBirth ? ['unread birth'] : []),
    ...(remarks === null ? [] : [remarks]),
  ]);
}

export interface Sureness {
  readonly match: MatchKind;
  readonly strength: HitStrength;
  /** Of the names; null where none was compared. */
  readonly similarity: number | null;
}

/** In parts of a hundred, so that a scorer that has become a little better wakes nobody. */
const toPercent = (similarity: number | null) => (similarity === null ? null : Math.round(similarity * 100));

/** Somebody who judged a name alone did not know that the birth date agrees as well; nor, of a distorted name, that it is the same. */
export function isSurer({ match, strength, similarity }: Sureness, judged: Sureness): boolean {
  if (strength === 'hit' && judged.strength !== 'hit') return true;
  const [now, then] = [toPercent(similarity), toPercent(judged.similarity)];
  if (now !== null && then !== null && now > then) return true;
  return matchKinds.indexOf(match) < matchKinds.indexOf(judged.match);
}

/** That the number is the same is a fact, not a likeness: who clears such a hit must say so. */
export function isByNumber({ match }: Pick<Hit, 'match'>): boolean {
  return match === 'document' || match === 'cnpj_root';
}
