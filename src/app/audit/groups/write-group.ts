// Makes rows of records that are committed together.

import type { RandomBytes } from '../../random.ts';
import type { ChainEnd, ExtendChain } from '../chain.ts';
import { type AuditDraft, type AuditSecrets, createDraftWriter, type WrittenEntry } from '../record.ts';
import type { PartSalts } from './body.ts';
import { commitTo, hashList, saltsBytes, seedBytes, toSalts } from './commitments.ts';
import { isCoveringAct, toFind } from './find.ts';
import { createSealGroup, type KeptGroup } from './group.ts';
import { writePart } from './parts.ts';

export interface WrittenGroups {
  readonly groups: readonly KeptGroup[];
  readonly end: ChainEnd;
}

interface WriterOptions {
  readonly chain: string;
  readonly secrets: AuditSecrets;
  readonly extend: ExtendChain;
  readonly randomBytes: RandomBytes;
}

/** Mostly one: acts that cover what is gone stay for as long as the chain does, and get rows of their own. */
export function createGroupWriter({ chain, secrets, extend, randomBytes }: WriterOptions) {
  const write = createDraftWriter(secrets);
  const seal = createSealGroup(secrets, randomBytes);

  function toGroup(entries: readonly WrittenEntry[], before: ChainEnd): { group: KeptGroup; end: ChainEnd } {
    const count = entries.length;
    const { kept, salts } = drawSalts(count);
    const contents: string[] = [];
    const evidence: (string | null)[] = [];
    const [contentHashes, evidenceHashes]: [string[], string[]] = [[], []];
    let find = '';
    let fromMs = Number.POSITIVE_INFINITY;
    let toMs = Number.NEGATIVE_INFINITY;
    for (const [index, entry] of entries.entries()) {
      const { content, details, atMs } = entry;
      const committed = commitTo(salts.subarray(index * saltsBytes, (index + 1) * saltsBytes), content, details);
      contents.push(content);
      evidence.push(details);
      contentHashes.push(committed.content);
      evidenceHashes.push(committed.evidence);
      find += toFind(entry);
      if (atMs < fromMs) fromMs = Math.floor(atMs);
      if (atMs > toMs) toMs = Math.ceil(atMs);
    }
    const facts = {
      count,
      fromMs,
      toMs,
      contentsHash: hashList(contentHashes),
      evidenceHash: hashList(evidenceHashes),
    };
    const end = extend(before, facts);
    const place = { chain, first: before.sequence + 1, count, fromMs, toMs, parts: writePart(facts, end.hash) };
    return { group: seal(place, { salts: [kept], contents, evidence }, find), end };
  }

  /** A lone record keeps its own: a seed takes 5 µs to become salts, and saves 16 bytes. */
  function drawSalts(count: number): { readonly kept: PartSalts; readonly salts: Buffer } {
    if (count === 1) {
      const salts = Buffer.from(randomBytes(saltsBytes));
      return { kept: { kind: 'each', records: [{ kind: 'salts', bytes: salts }] }, salts };
    }
    const seed = Buffer.from(randomBytes(seedBytes));
    return { kept: { kind: 'seed', seed }, salts: toSalts(seed, count) };
  }

  return (drafts: readonly AuditDraft[], from: ChainEnd): WrittenGroups => {
    const entries = drafts.map(write);
    const groups: KeptGroup[] = [];
    let end = from;
    for (let at = 0; at < entries.length; ) {
      const isCovering = isCoveringAct(entries[at] as WrittenEntry);
      const until = entries.findIndex((entry, index) => index > at && isCoveringAct(entry) !== isCovering);
      const some = until < 0 && at === 0 ? entries : entries.slice(at, until < 0 ? entries.length : until);
      const written = toGroup(some, end);
      groups.push(written.group);
      end = written.end;
      at += some.length;
    }
    return { groups, end };
  };
}
