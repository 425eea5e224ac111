// The person of a request by LGPD art. 18, as the places that hold data know them: by the audit's keyed hashes, or by their number in
// a text. An erasure that is repeated after a restore knows only the hashes; nobody has the number then.

import type { Cpf } from '../../domain/numbers/cpf.ts';
import { readIdentityNumber } from '../../domain/screening/identity-document.ts';
import type { KeptText } from '../kept-text.ts';

export interface Person {
  /** The list holds the audit's names of the person, under each generation of the secret. */
  readonly subjects: readonly string[];
  /** The CPF is undefined if only the ledger of erasures knows the person, and for a person without one. */
  readonly cpf: Cpf | undefined;
  /** The number of a passport or another document, where somebody was asked about without a CPF. */
  readonly identityNumber?: string;
  /** Later records are not meant. */
  readonly untilMs: number;
  /** Tells whether the person's number stands in this text, in any of its usual forms. */
  isNamedIn(text: string): boolean;
}

/** With or without its dots and its dash, and no part of a longer number. */
const written = /(?<!\d)\d{3}[. ]?\d{3}[. ]?\d{3}[-. ]?\d{2}(?!\d)/g;

export function isNumberIn(text: string, isTheirs: (cpf: string) => boolean): boolean {
  return listNumbersIn(text).some(isTheirs);
}

/** The numbers of a text that look like one, without dots and dashes. */
export function listNumbersIn(text: string): readonly string[] {
  return [...text.matchAll(written)].map(([found]) => found.replace(/\D/g, ''));
}

/**
 * Tells whether a kept text is about the person. A text that does not open is undefined here and is reported by its seal, because its subject is
 * unknown.
 */
export function isAbout(person: Person, kept: KeptText | undefined): boolean {
  return kept !== undefined && (kept.about.some((each) => isSubjectOf(person, each)) || person.isNamedIn(kept.text));
}

export function isSubjectOf({ subjects }: Person, subject: string | null): boolean {
  return subject !== null && subjects.includes(subject);
}

/** Tells whether the number of a document stands in this text, with or without blanks and punctuation. A part of a longer number does not count. */
export function isIdentityNumberIn(text: string, number: string): boolean {
  const spaced = [...number].map((character) => character.replace(/[^\p{L}\p{N}]/u, '')).join('[ ./-]{0,2}');
  return new RegExp(`(?<![\\p{L}\\p{N}])${spaced}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

/** Lists what may be the number of a document in a text of ours, where numbers stand in their compared form. */
export function listIdentityNumbersIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{5,40}(?![\p{L}\p{N}])/gu)].flatMap(
    ([found]) => readIdentityNumber(found) ?? [],
  );
}
