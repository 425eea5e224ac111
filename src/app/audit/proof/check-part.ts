// Proves one part of one chain, record by record, from the hash before it. Parts are proven one after the other or at the same time, in
// threads, and put together by verify-audit.ts: so all that is found is plain data.

import { type ChainEnd, hashContent } from '../chain.ts';
import type { SignedHead } from '../head.ts';
import { createIntentTracker, type OpenIntent } from '../open-intents.ts';
import type { AuditRow, ChainStretch } from '../ports.ts';
import { type AuditContent, contentPlaces, isBare, parseContentValues, toContent } from '../record.ts';
import type { AuditCheck, JudgeLink, Link } from './audit-check.ts';
import { isKeyedBeginning } from './chain-acts.ts';
import { type Cover, type Place, readCover } from './covers.ts';
import type { RememberedHead } from './remembered-head.ts';
import { createSequenceRanges } from './sequence-ranges.ts';

export type AuditBreak =
  | 'a record is missing'
  | 'the record was changed'
  | 'the details were changed'
  | 'the record does not follow from the one before it'
  | 'the record does not carry our MAC'
  | 'the signature of the head is not ours'
  | 'the record is not the one that the signed head names'
  | 'records up to the signed head are missing'
  | 'signed heads of the chain are missing'
  | 'the chain was struck off the list of chains'
  | 'the intent was struck off the list of open intents'
  | 'the record is not the one that this machine wrote'
  | 'records that this machine wrote are missing'
  | 'its content is gone, and no act covers that'
  | 'records up to it were dropped, and no act covers that'
  | 'the evidence of the record is gone before its time'
  | 'the policy of the record is missing'
  | 'the policy of the record was changed';

export interface BrokenPlace extends Place {
  readonly fault: AuditBreak;
}

/** Ends with its chain where `until` is not set. */
export interface ChainPart extends Omit<ChainStretch, 'after'> {
  readonly start: ChainEnd;
  /** That sign a record of this part, in their order. */
  readonly heads: readonly SignedHead[];
  /** What this machine remembers of a record of this part. */
  readonly remembered?: RememberedHead | undefined;
}

export interface PartReport {
  readonly part: ChainPart;
  readonly end: ChainEnd;
  readonly broken: BrokenPlace | undefined;
  readonly records: number;
  readonly firstLink: Link | undefined;
  /** Whether the first record is the act by which links began to be keyed. */
  readonly isBeginning: boolean;
  readonly lastLink: Link | undefined;
  /** The last record that a head signs; 0 for none. */
  readonly lastSigned: number;
  /** Records without their content, as ranges. */
  readonly gone: readonly (readonly [number, number])[];
  readonly withoutEvidence: number;
  /** The newest record whose evidence is gone. */
  readonly newestWithout: (Place & { readonly atMs: number }) | undefined;
  readonly covers: readonly Cover[];
  /** The first record of each policy, by the policy's hash. */
  readonly policyUses: readonly (readonly [string, Place])[];
  /** Intents that nothing in this part completes. */
  readonly open: readonly OpenIntent[];
}

type Draft = { -readonly [Name in keyof PartReport]: PartReport[Name] };

interface Proof {
  readonly part: ChainPart;
  readonly judge: JudgeLink;
  readonly isOurs: AuditCheck['isOurs'];
  readonly unwrap: AuditCheck['unwrap'];
  readonly found: Draft;
  readonly gone: ReturnType<typeof createSequenceRanges>;
  readonly covers: Cover[];
  readonly policyUses: Map<string, Place>;
  readonly intents: ReturnType<typeof createIntentTracker>;
  nextHead: number;
  remembered: RememberedHead | undefined;
}

const progressEvery = 10_000;
const notOurs = 'the signature of the head is not ours';

export async function checkPart(
  part: ChainPart,
  pages: AsyncIterable<readonly AuditRow[]>,
  check: AuditCheck,
  onProgress?: (records: number) => void,
): Promise<PartReport> {
  const proof = begin(part, check);
  const { found } = proof;
  for await (const rows of pages) {
    for (const row of rows) {
      const fault = follow(proof, row);
      if (fault !== undefined) return end(proof, { chain: row.chain, sequence: row.sequence, fault });
      if (++found.records % progressEvery === 0) onProgress?.(progressEvery);
    }
  }
  onProgress?.(found.records % progressEvery);
  return end(proof, findMissing(proof));
}

/** What should have come after the last record. */
function findMissing({ part, found, isOurs, nextHead, remembered }: Proof): BrokenPlace | undefined {
  const head = part.heads[nextHead];
  if (head !== undefined) return toBroken(head, isOurs(head) ? 'records up to the signed head are missing' : notOurs);
  if (remembered !== undefined) return toBroken(remembered, 'records that this machine wrote are missing');
  if (part.until === undefined || found.end.sequence >= part.until) return undefined;
  return toBroken({ chain: part.chain, sequence: found.end.sequence + 1 }, 'a record is missing');
}

export function toBroken({ chain, sequence }: Place, fault: AuditBreak): BrokenPlace {
  return { chain, sequence, fault };
}

function begin(part: ChainPart, check: AuditCheck): Proof {
  const found: Draft = {
    part,
    end: part.start,
    broken: undefined,
    records: 0,
    firstLink: undefined,
    isBeginning: false,
    lastLink: undefined,
    lastSigned: 0,
    gone: [],
    withoutEvidence: 0,
    newestWithout: undefined,
    covers: [],
    policyUses: [],
    open: [],
  };
  return {
    part,
    judge: check.openChain(part.chain),
    isOurs: check.isOurs,
    unwrap: check.unwrap,
    found,
    gone: createSequenceRanges(),
    covers: [],
    policyUses: new Map(),
    intents: createIntentTracker(),
    nextHead: 0,
    remembered: part.remembered,
  };
}

function end({ found, gone, covers, policyUses, intents }: Proof, broken: BrokenPlace | undefined): PartReport {
  return { ...found, broken, gone: gone.list(), covers, policyUses: [...policyUses], open: intents.open() };
}

function follow(proof: Proof, row: AuditRow): AuditBreak | undefined {
  const { found, judge } = proof;
  const before = found.end;
  if (row.sequence !== before.sequence + 1) return 'a record is missing';
  const contentHash = row.content === null ? row.contentHash : hashContent(row.content);
  if (contentHash === null) return 'the record was changed';
  const values = row.content === null ? undefined : parseContentValues(row.content);
  const link = judge(before, contentHash, row.hash);
  if (link === undefined) {
    // Whether the content or the link is wrong cannot be told from the hash alone.
    return values === undefined ? 'the record was changed' : 'the record does not follow from the one before it';
  }
  const content = values?.[contentPlaces.kind] === 'act' ? toContent(values) : undefined;
  const fault = takeLink(found, link, content);
  if (fault !== undefined) return fault;
  if (row.sealedDetails !== null && !areDetailsRight(row.sealedDetails, values, proof.unwrap))
    return 'the details were changed';
  found.end = { sequence: row.sequence, hash: row.hash as Buffer };
  note(proof, row, values, content);
  return compareEnds(proof);
}

/** As they were sealed first, or in the seal of a newer generation around that. */
function areDetailsRight(
  sealedDetails: Uint8Array,
  values: readonly unknown[] | undefined,
  unwrap: AuditCheck['unwrap'],
): boolean {
  const detailsHash = values?.[contentPlaces.detailsHash];
  const salt = values?.[contentPlaces.salt];
  if (typeof detailsHash !== 'string' || typeof salt !== 'string') return false;
  return isBare(unwrap(sealedDetails, { detailsHash, salt }), { detailsHash });
}

function takeLink(found: Draft, link: Link, content: AuditContent | undefined): AuditBreak | undefined {
  const isBeginning = link === 'keyed' && isKeyedBeginning(content, found.end);
  if (found.lastLink === undefined) {
    found.firstLink = link;
    found.isBeginning = isBeginning;
  }
  const fault = found.lastLink && judgeChange(found.lastLink, link, isBeginning);
  found.lastLink = link;
  return fault;
}

/** Links are plain, and from one act on they are keyed; there is no way back. */
export function judgeChange(before: Link, link: Link, isBeginning: boolean): AuditBreak | undefined {
  if (before === 'keyed' && link === 'plain') return 'the record does not carry our MAC';
  if (before === 'plain' && link === 'keyed' && !isBeginning)
    return 'the record does not follow from the one before it';
  return undefined;
}

function note(
  { found, gone, covers, policyUses, intents }: Proof,
  row: AuditRow,
  values: readonly unknown[] | undefined,
  content: AuditContent | undefined,
): void {
  if (row.content === null) gone.add(row.sequence);
  if (values === undefined) return;
  const place = { chain: row.chain, sequence: row.sequence };
  if (values[contentPlaces.detailsHash] !== null && row.sealedDetails === null) {
    const atMs = values[contentPlaces.atMs] as number;
    found.withoutEvidence++;
    if (atMs >= (found.newestWithout?.atMs ?? Number.NEGATIVE_INFINITY)) found.newestWithout = { ...place, atMs };
  }
  const policyHash = values[contentPlaces.policyHash];
  if (typeof policyHash === 'string' && !policyUses.has(policyHash)) policyUses.set(policyHash, place);
  intents.see(place, values);
  if (content !== undefined && found.lastLink === 'keyed') {
    // Anybody can write a plain record: it covers nothing.
    const cover = readCover(content);
    if (cover !== undefined) covers.push(cover);
  }
}

/** Against what was signed, and what this machine remembers. */
function compareEnds(proof: Proof): AuditBreak | undefined {
  const { found, part } = proof;
  const { sequence, hash } = found.end;
  const isRemembered = proof.remembered?.sequence === sequence;
  if (!isRemembered && part.heads[proof.nextHead]?.sequence !== sequence) return undefined;
  const text = Buffer.from(hash).toString('hex');
  if (isRemembered) {
    if (proof.remembered?.hash !== text) return 'the record is not the one that this machine wrote';
    proof.remembered = undefined;
  }
  for (let head = part.heads[proof.nextHead]; head?.sequence === sequence; head = part.heads[++proof.nextHead]) {
    if (!proof.isOurs(head)) return notOurs;
    if (head.hash !== text) return 'the record is not the one that the signed head names';
    found.lastSigned = sequence;
  }
  return undefined;
}
