// Records that were just read, kept for as long as they would be answered the same: callers ask again and again for a few companies,
// and unpacking a block and writing its text costs more than all the rest of a request (`npm run bench http`).

import { toRecordJson } from '../../domain/company/record-json.ts';
import type { ShownRecord } from '../../domain/company/record-privacy.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { RecordsOrigin } from '../ports.ts';

/** A record with its text, which is made when it is first asked for and goes with it. */
export class FoundRecord implements RecordsOrigin {
  readonly kind = 'found';
  readonly shown: ShownRecord;
  readonly snapshot: string;
  readonly dataAsOf: string;
  #json: string | undefined;

  constructor(shown: ShownRecord, { snapshot, dataAsOf }: RecordsOrigin) {
    this.shown = shown;
    this.snapshot = snapshot;
    this.dataAsOf = dataAsOf;
  }

  toJson(): string {
    this.#json ??= toRecordJson(this.shown, this.dataAsOf);
    return this.#json;
  }
}

export interface KeptRead {
  readonly answer: FoundRecord;
  readonly namesPeople: boolean;
}

/** Some 6 kB each with its text, 35 kB at most, in two generations: 6 to 35 MB in all, once that many companies were asked for. */
const generationMax = 512;
/** Cooperatives have thousands; they are read anew. */
const partnersMax = 50;

/**
 * Two generations: what is asked for moves to the young one, and when that is full the old one goes. Moving an entry at every
 * read, as the usual list of the last used does, made more garbage than the rest of a request.
 */
export class RecentReads {
  #young = new Map<Cnpj, KeptRead>();
  #old = new Map<Cnpj, KeptRead>();
  #snapshot = '';

  find(cnpj: Cnpj, snapshot: string): KeptRead | undefined {
    this.#follow(snapshot);
    const young = this.#young.get(cnpj);
    if (young !== undefined) return young;
    const old = this.#old.get(cnpj);
    if (old !== undefined) this.#add(cnpj, old);
    return old;
  }

  keep(cnpj: Cnpj, snapshot: string, read: KeptRead): void {
    this.#follow(snapshot);
    if ((read.answer.shown.record.partners?.length ?? 0) <= partnersMax) this.#add(cnpj, read);
  }

  #add(cnpj: Cnpj, read: KeptRead): void {
    if (this.#young.size >= generationMax) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(cnpj, read);
  }

  #follow(snapshot: string): void {
    if (snapshot === this.#snapshot) return;
    this.#snapshot = snapshot;
    this.#young = new Map();
    this.#old = new Map();
  }
}
