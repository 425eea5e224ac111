// Appends to the audit: many records in one transaction, each linked to the one before. All processes on one data directory
// continue one chain, because the database lets one of them write at a time.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type ChainEnd, createExtendChain, hashContent } from '../../../app/audit/chain.ts';
import { createHeadSigner } from '../../../app/audit/head.ts';
import type { Forgotten } from '../../../app/audit/ports.ts';
import { createJudgeLink } from '../../../app/audit/proof/audit-check.ts';
import { ownActor, toKeyedBeginning } from '../../../app/audit/proof/chain-acts.ts';
import { ChainFault } from '../../../app/audit/proof/chain-fault.ts';
import { toContents, toPurgeAct } from '../../../app/audit/proof/covers.ts';
import { type LastRecord, type TakenEnd, takeEnd } from '../../../app/audit/proof/take-end.ts';
import {
  type AuditDraft,
  type AuditSecrets,
  createDraftWriter,
  findIntentChange,
  toDraft,
} from '../../../app/audit/record.ts';
import { createPooledRandom } from '../../../app/random.ts';
import { openAuditDatabase, readChainId, toAuditPath } from '../audit-database.sqlite.ts';
import { findLostEnd } from '../audit-ended.sqlite.ts';
import { createForgetting } from '../audit-forgetting.sqlite.ts';
import { findForgotten } from '../audit-upgrade.sqlite.ts';
import { openRememberedHeads } from '../state/remembered-heads.file.ts';

export interface AuditWriter {
  /** All of them are durable when it returns; when it throws, none is. */
  append(drafts: readonly AuditDraft[], nowMs: number): void;
  purge(what: Forgotten, beforeMs: number, recordsMax: number, nowMs: number): number;
  /** Signs the end of the chain, unless that was done already. */
  signHead(nowMs: number): void;
  /** Intents from before then that nothing has completed. */
  countUnfinished(beforeMs: number): number;
  /** Writes so many bytes as durably as a record, and leaves their room in the file for records; throws where that fails. */
  probe(bytes: number): void;
  /** Whether the last end could be written down outside the data directory. */
  isRemembered(): boolean;
  close(): void;
}

export interface AuditWriterOptions {
  readonly dataDirectory: string;
  /** Every generation, the newest first. */
  readonly secrets: readonly [AuditSecrets, ...AuditSecrets[]];
  /** The policy in force, kept so that a decision can be made again: its hash and its document. */
  readonly policy?: { readonly hash: string; readonly document: string };
  readonly busyTimeoutMs: number;
  /** Where the last end is remembered, outside the data directory; nothing is remembered when not set. */
  readonly stateFolder?: string;
}

interface Purged {
  readonly count: number;
  /** After the act that names it; undefined where another names it already. */
  readonly end: ChainEnd | undefined;
}

const recordsPerHead = 1_000;

export function openAuditWriter(options: AuditWriterOptions): AuditWriter {
  const { dataDirectory, secrets, policy, busyTimeoutMs, stateFolder } = options;
  const memory = stateFolder === undefined ? undefined : openRememberedHeads(stateFolder);
  const remembered = memory?.list() ?? [];
  // A new file in the place of one that is gone would look like the beginning of everything.
  if (remembered.length > 0 && !existsSync(toAuditPath(dataDirectory))) throw new ChainFault('AUDIT_LOST');
  const database = openAuditDatabase({ dataDirectory, busyTimeoutMs });
  const chain = readChainId(database);
  if (findLostEnd(database, chain, remembered) !== undefined) {
    database.close();
    throw new ChainFault('AUDIT_LOST');
  }
  const [newest] = secrets;
  const writeDraft = createDraftWriter(newest, createPooledRandom(randomBytes));
  const extendChain = createExtendChain(newest.linkKey, chain);
  const linkKeys = secrets.map(({ linkKey }) => linkKey);
  const judge = createJudgeLink(linkKeys, chain);
  const signer = createHeadSigner(newest.headSeed);
  const readEnd = database.prepare('SELECT sequence, hash FROM records ORDER BY sequence DESC LIMIT 1');
  const readLast = database.prepare(
    'SELECT sequence, hash, content, content_hash AS contentHash FROM records ORDER BY sequence DESC LIMIT 1',
  );
  const readHash = database.prepare('SELECT hash FROM records WHERE sequence = ?').pluck();
  const readSigned = database.prepare('SELECT max(sequence) FROM heads').pluck();
  const insert = database.prepare('INSERT INTO records (sequence, hash, content, details) VALUES (?, ?, ?, ?)');
  const insertHead = database.prepare(
    'INSERT INTO heads (sequence, hash, at_ms, signer, signature) VALUES (?, ?, ?, ?, ?)',
  );
  /** As this process left it, or found it to be ours. */
  let known = memory?.find(chain);
  let isRemembered = true;
  const forgetting = createForgetting(database);
  /** Evidence from before then was named by an act of this process. */
  let evidenceNamedMs = Number.NEGATIVE_INFINITY;

  const openIntent = database.prepare('INSERT OR REPLACE INTO open_intents (request_id, sequence) VALUES (?, ?)');
  const completeIntent = database.prepare('DELETE FROM open_intents WHERE request_id = ?');
  const countOpen = database
    .prepare(
      'SELECT count(*) FROM open_intents JOIN every_record AS known ON known.place = open_intents.sequence WHERE at_ms < ?',
    )
    .pluck();
  const insertProbe = database.prepare('INSERT OR REPLACE INTO probes (id, body) VALUES (1, ?)');
  const deleteProbe = database.prepare('DELETE FROM probes');

  function sign({ sequence, hash }: ChainEnd, atMs: number): void {
    const head = signer.sign({ chain, sequence, hash: hash.toString('hex'), atMs });
    insertHead.run(head.sequence, head.hash, head.atMs, head.signer, head.signature);
  }

  /** It lies behind by what was committed since: never ahead. */
  function keep(end: ChainEnd, isDurable: boolean): void {
    known = end;
    try {
      if (end.sequence > 0) memory?.remember(chain, end, isDurable);
      isRemembered = true;
    } catch {
      isRemembered = false;
    }
  }

  const lastSigned = () => (readSigned.get() as number | null) ?? 0;
  const findHash = (sequence: number) => readHash.get(sequence) as Buffer | undefined;

  function add(end: ChainEnd, draft: AuditDraft): ChainEnd {
    const { content, sealedDetails } = writeDraft(draft);
    const next = extendChain(end, hashContent(content));
    insert.run(next.sequence, next.hash, content, sealedDetails);
    const intent = findIntentChange(draft);
    if (intent?.does === 'opens') openIntent.run(intent.requestId, next.sequence);
    else if (intent !== undefined) completeIntent.run(intent.requestId);
    return next;
  }

  /** Throws a ChainFault for an end that is not ours. Looks closely only where another process wrote meanwhile. */
  function look(): TakenEnd {
    const quick = readEnd.get() as ChainEnd | undefined;
    if (known !== undefined && quick?.sequence === known.sequence && quick.hash.equals(known.hash))
      return { end: known, link: 'keyed' };
    const last = readLast.get() as LastRecord | undefined;
    const hashBefore = last && findHash(last.sequence - 1);
    const before = last && hashBefore && { sequence: last.sequence - 1, hash: hashBefore };
    return takeEnd({ last, before, atKnown: known && findHash(known.sequence) }, known, judge);
  }

  function findEnd(nowMs: number): ChainEnd {
    const { end, link } = look();
    if (link === 'keyed') return end;
    const covers = findForgotten(database, chain, end.sequence);
    return add(end, toDraft(toKeyedBeginning(end, nowMs, covers)));
  }

  const appendAll = database.transaction((drafts: readonly AuditDraft[], nowMs: number): ChainEnd => {
    const end = drafts.reduce(add, findEnd(nowMs));
    if (end.sequence - lastSigned() >= recordsPerHead) sign(end, nowMs);
    return end;
  });
  const signEnd = database.transaction((nowMs: number): ChainEnd => {
    const end = findEnd(nowMs);
    if (end.sequence > lastSigned()) sign(end, nowMs);
    return end;
  });

  /** The act that names what goes is in the same transaction. One is enough for all evidence from before one moment. */
  const purgeOld = database.transaction(
    (what: Forgotten, beforeMs: number, recordsMax: number, atMs: number): Purged => {
      const found = forgetting.findOld(what, beforeMs, recordsMax);
      if (found.length === 0) return { count: 0, end: undefined };
      const covers = what === 'contents' ? { contents: toContents(found) } : { evidenceBeforeMs: beforeMs };
      const isNamed = what === 'details' && beforeMs <= evidenceNamedMs;
      const end = isNamed ? undefined : add(findEnd(atMs), toDraft(toPurgeAct(covers, { actor: ownActor, atMs })));
      forgetting.forget(
        what,
        found.map(({ place }) => place),
      );
      return { count: found.length, end };
    },
  );

  if (policy !== undefined) {
    database.prepare('INSERT OR IGNORE INTO policies (hash, document) VALUES (?, ?)').run(policy.hash, policy.document);
  }
  return {
    append: (drafts, nowMs) => {
      keep(appendAll.immediate(drafts, nowMs), false);
    },
    purge(what, beforeMs, recordsMax, nowMs) {
      const { count, end } = purgeOld.immediate(what, beforeMs, recordsMax, nowMs);
      if (end !== undefined) keep(end, false);
      if (what === 'details' && count > 0) evidenceNamedMs = Math.max(evidenceNamedMs, beforeMs);
      return count;
    },
    signHead: (nowMs) => {
      keep(signEnd.immediate(nowMs), true);
    },
    countUnfinished: (beforeMs) => countOpen.get(beforeMs) as number,
    probe(bytes) {
      look();
      insertProbe.run(randomBytes(bytes));
      // The log may have had room where the file itself has none.
      database.pragma('wal_checkpoint(PASSIVE)');
      deleteProbe.run();
    },
    isRemembered: () => isRemembered,
    close: () => {
      memory?.close();
      database.close();
    },
  };
}
