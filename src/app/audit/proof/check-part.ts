// Proves one part of one chain, group by group, from the end before it. Parts are proven one after the other or at the same time, in
// threads, and put together by verify-audit.ts: so all that is found is plain data.

import type { ChainEnd } from '../chain.ts';
import {
  findUncommitted,
  type GroupOpener,
  type KeptGroup,
  type OpenedGroup,
  toFindOfValues,
} from '../groups/group.ts';
import { type GroupPart, readParts } from '../groups/parts.ts';
import type { SignedHead } from '../head.ts';
import { createIntentTracker, type OpenIntent } from '../open-intents.ts';
import type { ChainStretch } from '../ports.ts';
import { contentPlaces, hadDetails, parseContentValues, toContent } from '../record.ts';
import type { AuditCheck, JudgeLink } from './audit-check.ts';
import { type Cover, type Place, readCover } from './covers.ts';
import type { RememberedHead } from './remembered-head.ts';
import { createSequenceRanges } from './sequence-ranges.ts';

export type AuditBreak =
  | 'a record is missing'
  | 'the record was changed'
  | 'the details were changed'
  | 'the record does not follow from the one before it'
  | 'the signature of the head is not ours'
  | 'the record is not the one that the signed head names'
  | 'records up to the signed head are missing'
  | 'signed heads of the chain are missing'
  | 'the chain was struck off the list of chains'
  | 'the intent was struck off the list of open intents'
  | 'the record is not the one that this machine wrote'
  | 'records that this machine wrote are missing'
  | 'its content is gone, and no act covers that'
  | 'the record was erased, and its content is there again'
  | 'what the record is found by was changed'
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
  /** `remembered` is the head that this machine remembers for a record of this part. */
  readonly remembered?: RememberedHead | undefined;
}

export interface PartReport {
  readonly part: ChainPart;
  readonly end: ChainEnd;
  readonly broken: BrokenPlace | undefined;
  readonly records: number;
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

/** The draft counts these fields while the part is followed. */
type Counted = 'part' | 'end' | 'records' | 'lastSigned' | 'withoutEvidence' | 'newestWithout';
type Draft = { -readonly [Name in Counted]: PartReport[Name] };

interface Proof {
  readonly part: ChainPart;
  readonly judge: JudgeLink;
  readonly isOurs: AuditCheck['isOurs'];
  readonly opener: GroupOpener;
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
  pages: AsyncIterable<readonly KeptGroup[]>,
  check: AuditCheck,
  onProgress?: (records: number) => void,
): Promise<PartReport> {
  const proof = beginProof(part, check);
  const { found } = proof;
  let told = 0;
  for await (const groups of pages) {
    for (const group of groups) {
      const broken = follow(proof, group);
      if (broken !== undefined) return end(proof, broken);
      if (found.records - told < progressEvery) continue;
      onProgress?.(found.records - told);
      told = found.records;
    }
  }
  onProgress?.(found.records - told);
  return end(proof, findMissing(proof));
}

/** Finds the record that should have come after the last one. */
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

function beginProof(part: ChainPart, check: AuditCheck): Proof {
  const found: Draft = {
    part,
    end: part.start,
    records: 0,
    lastSigned: 0,
    withoutEvidence: 0,
    newestWithout: undefined,
  };
  return {
    part,
    judge: check.openChain(part.chain),
    isOurs: check.isOurs,
    opener: check.opener,
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

function follow(proof: Proof, group: KeptGroup): BrokenPlace | undefined {
  const { found } = proof;
  const seen = found.end.sequence;
  const { chain, first } = group;
  const parts = readParts(group.parts);
  let sequence = first - 1;
  // A row may begin before what comes next: it was packed after a head was signed, or since the rows before it were read.
  if (first > found.end.sequence + 1)
    return toBroken({ chain, sequence: found.end.sequence + 1 }, 'a record is missing');
  if (parts === undefined || !isTrue(group, parts)) return toBroken(startOf(group), 'the record was changed');
  for (const part of parts) {
    const before = sequence;
    sequence += part.count;
    if (sequence <= found.end.sequence) continue;
    const fault = followPart(proof, part, before);
    if (fault !== undefined) return toBroken({ chain, sequence: fault.isOfEnd ? sequence : before + 1 }, fault.fault);
  }
  if (sequence < found.end.sequence)
    return toBroken(startOf(group), 'the record does not follow from the one before it');
  return note(proof, group, seen);
}

const startOf = ({ chain, first }: KeptGroup): Place => ({ chain, sequence: first });

/** Tells whether the columns that a database searches by say what the chain covers. */
function isTrue({ count, fromMs, toMs }: KeptGroup, parts: readonly GroupPart[]): boolean {
  return (
    count === parts.reduce((sum, part) => sum + part.count, 0) &&
    fromMs === Math.min(...parts.map((part) => part.fromMs)) &&
    toMs === Math.max(...parts.map((part) => part.toMs))
  );
}

interface PartFault {
  readonly fault: AuditBreak;
  readonly isOfEnd: boolean;
}

function followPart(proof: Proof, part: GroupPart, before: number): PartFault | undefined {
  const { found, judge } = proof;
  if (before !== found.end.sequence || !judge(found.end, part, part.link))
    return { fault: 'the record does not follow from the one before it', isOfEnd: false };
  found.end = { sequence: before + part.count, hash: Buffer.from(part.link) };
  found.records += part.count;
  const fault = compareEnds(proof);
  return fault && { fault, isOfEnd: true };
}

function note(proof: Proof, group: KeptGroup, after: number): BrokenPlace | undefined {
  const { gone, opener } = proof;
  const { chain, first, count } = group;
  if (group.contents === null) {
    gone.add(Math.max(first, after + 1), first + count - 1);
    return group.evidence === null && group.find === null
      ? undefined
      : toBroken(startOf(group), 'the record was changed');
  }
  let opened: OpenedGroup;
  try {
    opened = { ...opener.openContents(group), evidence: undefined };
  } catch {
    return toBroken(startOf(group), 'the record was changed');
  }
  try {
    if (group.evidence !== null) opened = { ...opened, evidence: opener.openEvidence(group, group.evidence) };
  } catch {
    return toBroken(startOf(group), 'the details were changed');
  }
  const all = opened.contents.map((content) => (content === null ? undefined : parseContentValues(content)));
  const uncommitted = findUncommitted(opened, (index) => all[index]?.[contentPlaces.kind]);
  if (uncommitted !== undefined) {
    const fault = uncommitted.what === 'contents' ? 'the record was changed' : 'the details were changed';
    return toBroken({ chain, sequence: first + uncommitted.index }, fault);
  }
  if (!opener.isFindOurs(group) || group.find?.toString('latin1') !== toFindOfValues(all))
    return toBroken(startOf(group), 'what the record is found by was changed');
  for (const [index, values] of all.entries()) {
    const sequence = first + index;
    if (sequence <= after) continue;
    if (opened.contents[index] === null) gone.add(sequence);
    if (values !== undefined) noteRecord(proof, { chain, sequence }, values, opened.evidence?.[index] ?? null);
  }
  return undefined;
}

function noteRecord(
  { found, covers, policyUses, intents }: Proof,
  place: Place,
  values: readonly unknown[],
  details: string | null,
): void {
  const kind = values[contentPlaces.kind];
  if (details === null && hadDetails(kind)) {
    const atMs = values[contentPlaces.atMs] as number;
    found.withoutEvidence++;
    if (atMs >= (found.newestWithout?.atMs ?? Number.NEGATIVE_INFINITY)) found.newestWithout = { ...place, atMs };
  }
  const policyHash = values[contentPlaces.policyHash];
  if (typeof policyHash === 'string' && !policyUses.has(policyHash)) policyUses.set(policyHash, place);
  intents.see(place, values);
  const cover = kind === 'act' ? readCover(toContent(values)) : undefined;
  if (cover !== undefined) covers.push(cover);
}

/** Compares the ends with the signed heads and with the head that this machine remembers. */
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
