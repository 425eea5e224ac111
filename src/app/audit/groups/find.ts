// Eleven bytes of each record by which it is found: five of the subject, five of its request, one of its kind. They lie beside the sealed
// contents, so that a search opens only what may fit, and then compares the whole value. A keyed checksum covers those of a row: who empties
// them would hide a person from a report and an erasure.

import { createHmac, hash } from 'node:crypto';
import type { AuditEntry } from '../entry.ts';
import { companyParty } from '../entry.ts';
import { coveringActs } from '../proof/covers.ts';
import type { Findable } from '../record.ts';

export const findBytes = 11;
const markBytes = 5;
const kindAt = 2 * markBytes;

type Kind = AuditEntry['kind'];

/** The first is of a record that is gone. */
const kinds = ['gone', 'cpf', 'cnpj', 'screen', 'company_record', 'intent', 'act'] as const;
const codes: Readonly<Record<string, number>> = Object.fromEntries(kinds.map((kind, code) => [kind, code]));
/** An act that stays for as long as the chain does has it: databases leave such a row out by this byte. */
export const coveringCode = 0x40 | (codes['act'] as number);
const isCovering = 0x40;
/** A record that ends the intent of its request has this bit. */
const completes = 0x80;

/** A row of a batch has this bit, and so does the act that started one, which stands for all of its rows. */
const ofBatch = 0x20;
const flags = completes | isCovering | ofBatch;

/** Tells whether this record ends the intent of its request: it is the result, or it states that no party was called. */
function isCompletion({ kind, target }: Findable): boolean {
  return kind === 'cpf' || (kind === 'cnpj' && target === companyParty) || (kind === 'intent' && target === '');
}

/** The sandbox leaves no record of a row, so the start of a batch there has a second word. */
export function startsBatch({ act, target }: Pick<Findable, 'act' | 'target'>): boolean {
  return act === 'batch_started' && target?.includes(' ') === false;
}

export function isCoveringAct({ act }: Pick<Findable, 'act'>): boolean {
  return coveringActs.some((covering) => covering === act);
}

export function toSubjectMark(subject: string): string {
  return Buffer.from(subject, 'base64url').toString('latin1', 0, markBytes).padEnd(markBytes, '\0');
}

const requestIdForm = /^[a-z]{3}_[0-9a-f]{32}$/;

/** The end of the random part of an id that we made; any other id is hashed. */
export function toRequestMark(requestId: string): string {
  if (requestIdForm.test(requestId)) return Buffer.from(requestId.slice(-2 * markBytes), 'hex').toString('latin1');
  return hash('sha256', requestId, 'latin1').slice(0, markBytes);
}

/** Returns the topic of an act, which is the first word of its target. Returns undefined if the target is no list of words. */
export function toActTopic(target: string | null): string | undefined {
  if (target === null || target.startsWith('{')) return undefined;
  const end = target.indexOf(' ');
  return end < 0 ? target : target.slice(0, end);
}

const nothing = '\0'.repeat(markBytes);

/** Collects traces as bytes in the characters of a text. */
export function toFind(record: Findable): string {
  const { kind, requestId, subject, target, batchId } = record;
  const topic = kind === 'act' ? toActTopic(target) : undefined;
  const [about, request] = kind === 'act' ? [topic ?? null, topic ?? null] : [subject, requestId];
  const code =
    (codes[kind] as number) |
    (isCompletion(record) ? completes : 0) |
    (isCoveringAct(record) ? isCovering : 0) |
    (batchId !== null || startsBatch(record) ? ofBatch : 0);
  const marks =
    (about === null ? nothing : toSubjectMark(about)) + (request === null ? nothing : toRequestMark(request));
  return marks + String.fromCharCode(code);
}

/** These characters replace the search data of a record whose content is gone. */
export const findOfGone = '\0'.repeat(findBytes);

/** Reads the kind of one record from the search data, by its place in the row. */
export function readKind(find: Uint8Array, index: number): Kind | 'gone' | undefined {
  return kinds[(find[index * findBytes + kindAt] ?? 0) & ~flags];
}

/** Tells whether the record is a row of a batch, or the act that started one. */
export function isOfBatch(find: Uint8Array, index: number): boolean {
  return ((find[index * findBytes + kindAt] ?? 0) & ofBatch) !== 0;
}

export function doesComplete(find: Uint8Array, index: number): boolean {
  return ((find[index * findBytes + kindAt] ?? 0) & completes) !== 0;
}

export function readRequestMark(find: Buffer, index: number): string {
  const at = index * findBytes + markBytes;
  return find.toString('latin1', at, at + markBytes);
}

/** Places in the row at which this mark stands, of a subject or of a request. */
export function* listMarked(find: Buffer, mark: string, what: 'subject' | 'request'): Generator<number> {
  const offset = what === 'subject' ? 0 : markBytes;
  const bytes = Buffer.from(mark, 'latin1');
  for (let at = find.indexOf(bytes); at >= 0; at = find.indexOf(bytes, at + 1)) {
    if (at % findBytes === offset) yield Math.floor(at / findBytes);
  }
}

const macBytes = 16;
const keyBytes = 128;

export type ToFindMac = (first: number, find: Uint8Array) => Buffer;

/** Under one generation of the secret, of one chain. BLAKE2 with its key in front needs no second round, and half the time of SHA-256. */
export function createFindMac(detailsKey: Uint8Array, chain: string): ToFindMac {
  const key = createHmac('sha512', detailsKey).update(`find/${chain}`).digest();
  let bytes = Buffer.alloc(keyBytes + 8 + 512 * findBytes);
  bytes.set(key, 0);
  return (first, find) => {
    const end = keyBytes + 8 + find.length;
    if (bytes.length < end) {
      const larger = Buffer.alloc(2 * end);
      larger.set(key, 0);
      bytes = larger;
    }
    bytes.writeDoubleBE(first, keyBytes);
    bytes.set(find, keyBytes + 8);
    return Buffer.from(hash('blake2b512', bytes.subarray(0, end), 'latin1').slice(0, macBytes), 'latin1');
  };
}
