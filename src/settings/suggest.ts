// What somebody meant who misspelt a name.

import { findMeant } from '../domain/misspelling.ts';

/** The end of a sentence; nothing where no known name is close. */
export function suggest(name: string, known: readonly string[]): string {
  const meant = findMeant(name, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
