// Records that were just read, kept for as long as they would be answered the same: callers ask again and again for a few companies,
// and unpacking a block and writing its text costs more than all the rest of a request (`npm run bench http`).

import type { Cnpj } from '../domain/cnpj.ts';
import type { ShownRecord } from '../domain/record-privacy.ts';
import type { RecordsOrigin } from './ports.ts';

export type FoundRecord = { readonly kind: 'found'; readonly shown: ShownRecord } & RecordsOrigin;

export interface KeptRead {
  readonly answer: FoundRecord;
  readonly namesPeople: boolean;
}

/** Some 6 kB each with its text, 35 kB at most: 6 to 35 MB in all, once that many companies were asked for. */
const readsMax = 1_024;
/** Cooperatives have thousands; they are read anew. */
const partnersMax = 50;

export class RecentReads {
  readonly #reads = new Map<Cnpj, KeptRead>();
  #snapshot = '';

  find(cnpj: Cnpj, snapshot: string): KeptRead | undefined {
    this.#follow(snapshot);
    const kept = this.#reads.get(cnpj);
    if (kept === undefined) return undefined;
    // A Map keeps the order of insertion: what was asked for last stands last.
    this.#reads.delete(cnpj);
    this.#reads.set(cnpj, kept);
    return kept;
  }

  keep(cnpj: Cnpj, snapshot: string, read: KeptRead): void {
    this.#follow(snapshot);
    if ((read.answer.shown.record.partners?.length ?? 0) > partnersMax) return;
    const [oldest] = this.#reads.size >= readsMax ? this.#reads.keys() : [];
    if (oldest !== undefined) this.#reads.delete(oldest);
    this.#reads.set(cnpj, read);
  }

  #follow(snapshot: string): void {
    if (snapshot === this.#snapshot) return;
    this.#snapshot = snapshot;
    this.#reads.clear();
  }
}
