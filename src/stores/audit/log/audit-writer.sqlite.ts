// Appends to the audit: many records in one transaction and one row, linked to the row before. All processes on one data directory
// continue one chain, because the database lets one of them write at a time.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ChainEnd } from '../../../app/audit/chain.ts';
import type { Forgotten } from '../../../app/audit/ports.ts';
import { ownActor } from '../../../app/audit/proof/chain-acts.ts';
import { ChainFault } from '../../../app/audit/proof/chain-fault.ts';
import { type Place, toContents, toPurgeAct } from '../../../app/audit/proof/covers.ts';
import { type AuditDraft, type AuditSecrets, toDraft } from '../../../app/audit/record.ts';
import { openAuditDatabase, readChainId, toAuditPath } from '../audit-database.sqlite.ts';
import { findLostEnd } from '../audit-ended.sqlite.ts';
import { createForgetting, type DueRow } from '../audit-forgetting.sqlite.ts';
import { openSqliteChain } from '../chain.sqlite.ts';
import { openRememberedHeads } from '../state/remembered-heads.file.ts';
import { createSearchedRows } from '../trail/audit-pages.sqlite.ts';
import { createAuditSearch } from '../trail/search.ts';

export interface AuditWriter {
  /** All of them are durable when it returns; when it throws, none is. */
  append(drafts: readonly AuditDraft[], nowMs: number): void;
  purge(what: Forgotten, beforeMs: number, recordsMax: number, nowMs: number): number;
  /** Signs the end of the chain, unless that was done already. */
  signHead(nowMs: number): void;
  /** Intents from before then that nothing has completed. */
  countUnfinished(beforeMs: number): Promise<number>;
  /** Puts some of the small rows together, where there are so many; says whether there may be more of them. */
  pack(rowsMin: number): boolean;
  /** Writes so many bytes as durably as a record, and leaves their room in the file for records; throws where that fails. */
  probe(bytes: number): void;
  /** Tells whether the last end could be written down outside the data directory. */
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
  /** Tells whether the writer packs small rows into large ones in quiet moments. The default is true. */
  readonly packs?: boolean;
  /** Where the last end is remembered, outside the data directory; nothing is remembered when not set. */
  readonly stateFolder?: string;
}

interface Purged {
  readonly count: number;
  /** `end` is the end after the act that names it. The value is undefined if another act names it already. */
  readonly end: ChainEnd | undefined;
}

const recordsPerHead = 1_000;

const listPlaces = ({ chain, first, count }: DueRow): readonly Place[] =>
  Array.from({ length: count }, (_, index) => ({ chain, sequence: first + index }));

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
  const own = openSqliteChain(database, chain, { secrets, memory });
  const forgetting = createForgetting(database, chain, secrets);
  const search = createAuditSearch(createSearchedRows(database, chain), () => secrets);
  /** Evidence from before then was named by an act of this process. */
  let evidenceNamedMs = Number.NEGATIVE_INFINITY;

  const insertProbe = database.prepare('INSERT OR REPLACE INTO probes (id, body) VALUES (1, ?)');
  const deleteProbe = database.prepare('DELETE FROM probes');

  const appendAll = database.transaction((drafts: readonly AuditDraft[], nowMs: number): ChainEnd => {
    const end = own.add(own.findEnd(), drafts);
    own.sign(end, nowMs, recordsPerHead);
    return end;
  });
  const signEnd = database.transaction((nowMs: number): ChainEnd => {
    const end = own.findEnd();
    own.sign(end, nowMs, 1);
    return end;
  });

  /** The act that names what goes is in the same transaction. One is enough for all evidence from before one moment. */
  const purgeOld = database.transaction(
    (what: Forgotten, beforeMs: number, recordsMax: number, atMs: number): Purged => {
      const found = forgetting.findOld(what, beforeMs, recordsMax);
      if (found.length === 0) return { count: 0, end: undefined };
      const isNamed = what === 'details' && beforeMs <= evidenceNamedMs;
      const covers =
        what === 'contents' ? { contents: toContents(found.flatMap(listPlaces)) } : { evidenceBeforeMs: beforeMs };
      const end = isNamed
        ? undefined
        : own.add(own.findEnd(), [toDraft(toPurgeAct(covers, { actor: ownActor, atMs }))]);
      forgetting.purge(what, found);
      return { count: found.reduce((sum, { count }) => sum + count, 0), end };
    },
  );
  const packSome = database.transaction((after: number, rowsMin: number) => forgetting.pack(after, rowsMin));
  /** The small rows behind this one, among the node's own, may still need packing. */
  let packedTo = 0;

  if (policy !== undefined) {
    database.prepare('INSERT OR IGNORE INTO policies (hash, document) VALUES (?, ?)').run(policy.hash, policy.document);
  }
  return {
    append: (drafts, nowMs) => {
      own.remember(appendAll.immediate(drafts, nowMs), false);
    },
    purge(what, beforeMs, recordsMax, nowMs) {
      const { count, end } = purgeOld.immediate(what, beforeMs, recordsMax, nowMs);
      if (end !== undefined) own.remember(end, false);
      if (what === 'details' && count > 0) evidenceNamedMs = Math.max(evidenceNamedMs, beforeMs);
      return count;
    },
    signHead: (nowMs) => {
      own.remember(signEnd.immediate(nowMs), true);
    },
    countUnfinished: async (beforeMs) => (await search.openIntents(beforeMs)).length,
    pack(rowsMin) {
      const next = packSome.immediate(packedTo, rowsMin);
      packedTo = next ?? packedTo;
      return next !== undefined;
    },
    probe(bytes) {
      own.findEnd();
      insertProbe.run(randomBytes(bytes));
      // The log may have had room where the file itself has none.
      database.pragma('wal_checkpoint(PASSIVE)');
      deleteProbe.run();
    },
    isRemembered: own.isRemembered,
    close: () => {
      memory?.close();
      database.close();
    },
  };
}
