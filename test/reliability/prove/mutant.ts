// A named break of the product under which a row must turn red.

export interface Mutant {
  readonly id: string;
  /** The row that must notice. */
  readonly row: string;
  /** What is broken, as a sentence. */
  readonly breaks: string;
  readonly edits: readonly Edit[];
  /** The suite of the row that notices it; its drive unless told. */
  readonly suite?: string;
}

/** `find` occurs exactly once in the file. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Throws where the code is no longer what the edit was written for: a mutant that breaks nothing proves nothing. */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const found = text.split(find).length - 1;
  if (found !== 1) throw new Error(`In ${file} there is ${found} times what a mutant changes: ${find}`);
  return text.replace(find, () => replace);
}
