// Records that were just read, kept for as long as they would be answered the same: callers ask again and again for a few companies,
// and unpacking a block and writing its text costs more than all the rest of a request (`npm run bench http`).

import { toRecordJson } from '../../domain/company/forms/record-document.ts';
import type { ShownRecord } from '../../domain/company/forms/record-privacy.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { RecordsOrigin } from './ports.ts';

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

/** A kept read takes some 6 kB with its text and 35 kB at most. Two full generations take 6 to 35 MB in all. */
const generationMax = 512;
/** A record with many is large, and asked for rarely; it is read anew. */
const partnersMax = 50;

/** Numbers that were asked for once, and after how many of them they are forgotten: twice within that is "again". */
const askedSlots = 4096;
const askedMax = 1024;
const probesMax = 4;

/**
 * Numbers that were asked for of late, as hashes in one array. A record that is asked for once must leave nothing behind: kept for
 * nothing, it outlives the young generation, and to collect it costs more than to read it.
 */
class AskedOnce {
  readonly #hashes = new Int32Array(askedSlots);
  #count = 0;

  /** Notes the number and tells whether it was asked for before. */
  note(cnpj: Cnpj): boolean {
    const hash = toCnpjHash(cnpj);
    for (let probe = 0; probe < probesMax; probe++) {
      const slot = (hash + probe) & (askedSlots - 1);
      if (this.#hashes[slot] === hash) return true;
      if (this.#hashes[slot] !== 0 && probe < probesMax - 1) continue;
      this.#hashes[slot] = hash;
      break;
    }
    if (++this.#count >= askedMax) this.clear();
    return false;
  }

  clear(): void {
    this.#hashes.fill(0);
    this.#count = 0;
  }
}

/** Never 0, which is an empty place. Two numbers of one hash keep a record too early, and never a wrong one. */
function toCnpjHash(cnpj: Cnpj): number {
  let hash = 0;
  for (let index = 0; index < cnpj.length; index++) hash = Math.imul(hash, 31) + cnpj.charCodeAt(index);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 1;
}

/**
 * Two generations: what is asked for moves to the young one, and when that is full the old one goes. Moving an entry at every
 * read, as the usual list of the last used does, made more garbage than the rest of a request.
 */
export class RecentReads {
  #young = new Map<Cnpj, KeptRead>();
  #old = new Map<Cnpj, KeptRead>();
  readonly #asked = new AskedOnce();
  #snapshot = '';

  find(cnpj: Cnpj, snapshot: string): KeptRead | undefined {
    this.#follow(snapshot);
    const young = this.#young.get(cnpj);
    if (young !== undefined) return young;
    const old = this.#old.get(cnpj);
    if (old !== undefined) this.#add(cnpj, old);
    return old;
  }

  /** Keeps what is asked for the second time. */
  keep(cnpj: Cnpj, snapshot: string, read: KeptRead): void {
    this.#follow(snapshot);
    if ((read.answer.shown.record.partners?.length ?? 0) > partnersMax) return;
    if (this.#asked.note(cnpj)) this.#add(cnpj, read);
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
    this.#asked.clear();
  }
}
