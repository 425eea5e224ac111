// A text that is kept sealed, and behind it whom it is about, as the audit calls them: keyed hashes under the same seal. So an erasure finds a
// text that names nobody, and the link goes with it.

export interface KeptText {
  readonly text: string;
  /** `about` lists the people in the order in which the text mentions them; null stands for a company. */
  readonly about: readonly (string | null)[];
}

/** A text of ours is JSON on one line. */
export function writeKeptText({ text, about }: KeptText): string {
  return about.length === 0 ? text : `${text}\n${JSON.stringify(about)}`;
}

export function readKeptText(kept: string): KeptText {
  const end = kept.lastIndexOf('\n');
  if (end < 0) return { text: kept, about: [] };
  return { text: kept.slice(0, end), about: JSON.parse(kept.slice(end + 1)) as readonly (string | null)[] };
}
