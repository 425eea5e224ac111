// Lines of two editions that have not yet met their like. Publishers add rows and take them away, and leave the others in their order, so
// that these are few at any time.

import { hash } from 'node:crypto';

/** The comparison holds this many lines as they are. Beyond that, it keeps only digests of lines that changed their order. */
const linesMax = 4_000;

type Side = 'before' | 'after';

export class UnmatchedLines {
  #toKey = (line: string): string => line;
  #rows: Record<Side, Map<string, number>> = { before: new Map(), after: new Map() };

  /** The row of the same line in the other edition; undefined where it has not come yet. */
  meet(side: Side, line: string, row: number): number | undefined {
    const key = this.#toKey(line);
    const others = this.#rows[side === 'before' ? 'after' : 'before'];
    const partner = others.get(key);
    if (partner !== undefined) {
      others.delete(key);
      return partner;
    }
    this.#rows[side].set(key, row);
    if (this.#rows[side].size === linesMax) this.#hold();
    return undefined;
  }

  /** Returns the rows of one side in their order. */
  rowsOf(side: Side): readonly number[] {
    return [...this.#rows[side].values()];
  }

  #hold(): void {
    if (this.#toKey === toDigest) return;
    this.#toKey = toDigest;
    const toDigests = (rows: ReadonlyMap<string, number>) =>
      new Map([...rows].map(([line, row]) => [toDigest(line), row]));
    this.#rows = { before: toDigests(this.#rows.before), after: toDigests(this.#rows.after) };
  }
}

/** 72 bits: that two of 200,000 rows share them is as good as impossible. */
export function toDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12);
}
