// The person of a request by LGPD art. 18, as the places that hold data know them: by the audit's keyed hashes, or by their number in
// a text. An erasure that is repeated after a restore knows only the hashes; nobody has the number then.

import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { KeptText } from '../kept-text.ts';

export interface Person {
  /** What the audit calls them, under each generation of the secret. */
  readonly subjects: readonly string[];
  /** Undefined where only the ledger of erasures knows of them. */
  readonly cpf: Cpf | undefined;
  /** Later records are not meant. */
  readonly untilMs: number;
  /** Whether their number stands in this text, in any of its usual forms. */
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

/** A text that does not open, and is undefined here, is told by its seal: nobody can say whom it is about. */
export function isAbout(person: Person, kept: KeptText | undefined): boolean {
  return kept !== undefined && (kept.about.some((each) => isSubjectOf(person, each)) || person.isNamedIn(kept.text));
}

export function isSubjectOf({ subjects }: Person, subject: string | null): boolean {
  return subject !== null && subjects.includes(subject);
}
