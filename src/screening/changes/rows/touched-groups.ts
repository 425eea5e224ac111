// What changed rows are about. Several rows of one act make one hit, so a changed one is judged together with all others of its act.

import { type RowsAre, toGroupKey } from '../../../domain/screening/group-hits.ts';
import { hashDocument } from './edition-reading.ts';

/** What a row is about: the hash of the number that it names, and the key of its group. */
export interface RowGroup {
  readonly document: number;
  readonly key: string;
}

export function toRowGroup(line: string, rowsAre: RowsAre): RowGroup {
  return { document: hashDocument(line), key: toGroupKey(JSON.parse(line), rowsAre) };
}

export class TouchedGroups {
  readonly #rowsAre: RowsAre;
  readonly #documents = new Set<number>();
  readonly #keys = new Set<string>();

  constructor(rowsAre: RowsAre) {
    this.#rowsAre = rowsAre;
  }

  /** Most rows name nobody that a changed one names, and need not be read again. Without a number no two rows are about the same thing. */
  get documents(): ReadonlySet<number> {
    return this.#documents;
  }

  add({ document, key }: RowGroup): void {
    if (document !== 0) this.#documents.add(document);
    this.#keys.add(key);
  }

  has(line: string): boolean {
    return this.#keys.has(toRowGroup(line, this.#rowsAre).key);
  }
}
