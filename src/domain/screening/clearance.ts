// A hit that a person has judged: for which customer it counts, of which row, and when it must be judged again. Pure.

import { foldText } from '../names/name-text.ts';
import { foldName } from '../names/person-name.ts';
import type { ListEntry } from './entry/list-entry.ts';
import { type Hit, type HitStrength, type MatchKind, matchKinds } from './hit.ts';
import { judgementKinds } from './judgement.ts';
import { hasNumber, type Screened } from './screened.ts';

/** `replaced`: a newer judgement took its place. `rejected`: nobody confirmed the proposal, and somebody took it back. */
export const endedStates = ['replaced', 'revoked', 'rejected'] as const;
export type EndedState = (typeof endedStates)[number];

/** `proposed`: it changes nothing until somebody else confirms it. `lapsed`: its last day is over. Else it counts, as its kind says. */
export const clearanceStates = ['proposed', ...judgementKinds, 'lapsed', ...endedStates] as const;
export type ClearanceState = (typeof clearanceStates)[number];

export function isEndedState(state: ClearanceState): state is EndedState {
  return (endedStates as readonly ClearanceState[]).includes(state);
}

/**
 * Returns the same text for the same customer: that of the number if there is one, regardless of the name. A CPF or a CNPJ is written as the audit
 * writes it, so that both know a person by the same hash. The number of a document identifies a person only together with the country that issued
 * it.
 */
export function toCustomerText(screened: Screened): string {
  const own = typeof screened.reference === 'string' ? `:${screened.reference}` : '';
  if (screened.kind === 'company') {
    return screened.cnpj === null ? `company:${foldText(screened.name ?? '')}${own}` : `cnpj:${screened.cnpj}`;
  }
  const { cpf, name, birthDate, maskedCpf = null, identityDocument = null } = screened;
  if (cpf === null && identityDocument !== null)
    return `document:${identityDocument.country ?? ''}:${identityDocument.number}`;
  return cpf === null ? `person:${foldName(name ?? '')}:${birthDate ?? ''}:${maskedCpf ?? ''}${own}` : `cpf:${cpf}`;
}

/** Tells whether only a name identifies the customer. Confere cannot tell namesakes apart, so a judgement of one would hold for all. */
export function isNameAlone(screened: Screened): boolean {
  if (typeof screened.reference === 'string' || hasNumber(screened)) return false;
  if (screened.kind === 'company') return true;
  return screened.birthDate === null && (screened.identityDocument ?? null) === null;
}

/** Returns the text of the row that was judged. The text differs once the row changes its names, dates, reason or remarks. */
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
    ...(entry.identityDocuments ?? []),
    ...(entry.nationalities ?? []),
    ...(risk === undefined ? [] : [risk]),
    ...(hasUnreadBirth ? ['unread birth'] : []),
    ...(remarks === null ? [] : [remarks]),
  ]);
}

/** All that it says of somebody but the name: the same after a corrected spelling. */
export function toUnnamedText(entry: ListEntry): string {
  return toRowText({ ...entry, names: [], weakNames: [] });
}

export interface Sureness {
  readonly match: MatchKind;
  readonly strength: HitStrength;
  /** The similarity compares the names; null means that none was compared. */
  readonly similarity: number | null;
}

/** Rounds the similarity to parts of a hundred, so that a slightly better scorer raises no alert. */
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
