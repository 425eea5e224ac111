// Appends to the audit: many records in one transaction, each linked to the one before. All processes on one data directory
// continue one chain, because the database lets one of them write at a time.

import { randomBytes } from 'node:crypto';
import { type ChainEnd, emptyChain, extendChain, hashContent } from '../../app/audit/chain.ts';
import { createHeadSigner } from '../../app/audit/head.ts';
import type { Forgotten } from '../../app/audit/ports.ts';
import { type AuditDraft, type AuditSecrets, createDraftWriter } from '../../app/audit/record.ts';
import { createPooledRandom } from '../../app/pooled-random.ts';
import { openAuditDatabase, readChainId } from './audit-database.sqlite.ts';
import { createForgetting } from './audit-forgetting.sqlite.ts';

export interface AuditWriter {
  /** All of them are durable when it returns; when it throws, none is. */
  append(drafts: readonly AuditDraft[], nowMs: number): void;
  purge(what: Forgotten, beforeMs: number, recordsMax: number): number;
  /** Signs the end of the chain, unless that was done already. */
  signHead(nowMs: number): void;
  close(): void;
}

export interface AuditWriterOptions {
  readonly dataDirectory: string;
  readonly secrets: AuditSecrets;
  /** The policy in force, kept so that a decision can be made again: its hash and its document. */
  readonly policy?: { readonly hash: string; readonly document: string };
  readonly busyTimeoutMs: number;
}

const recordsPerHead = 1_000;

export function openAuditWriter({ dataDirectory, secrets, policy, busyTimeoutMs }: AuditWriterOptions): AuditWriter {
  const database = openAuditDatabase({ dataDirectory, busyTimeoutMs });
  const chain = readChainId(database);
  const writeDraft = createDraftWriter(secrets, createPooledRandom(randomBytes));
  const signer = createHeadSigner(secrets.headSeed);
  const readEnd = database.prepare('SELECT sequence, hash FROM records ORDER BY sequence DESC LIMIT 1');
  const readSigned = database.prepare('SELECT max(sequence) FROM heads').pluck();
  const insert = database.prepare('INSERT INTO records (sequence, hash, content, details) VALUES (?, ?, ?, ?)');
  const insertHead = database.prepare(
    'INSERT INTO heads (sequence, hash, at_ms, signer, signature) VALUES (?, ?, ?, ?, ?)',
  );

  function sign({ sequence, hash }: ChainEnd, atMs: number): void {
    const head = signer.sign({ chain, sequence, hash: hash.toString('hex'), atMs });
    insertHead.run(head.sequence, head.hash, head.atMs, head.signer, head.signature);
  }

  const findEnd = () => readEnd.get() as ChainEnd | undefined;
  const lastSigned = () => (readSigned.get() as number | null) ?? 0;

  const appendAll = database.transaction((drafts: readonly AuditDraft[], nowMs: number) => {
    let end = findEnd() ?? emptyChain;
    for (const draft of drafts) {
      const { content, sealedDetails } = writeDraft(draft);
      end = extendChain(end, hashContent(content));
      insert.run(end.sequence, end.hash, content, sealedDetails);
    }
    if (end.sequence - lastSigned() >= recordsPerHead) sign(end, nowMs);
  });
  const signEnd = database.transaction((nowMs: number) => {
    const end = findEnd();
    if (end !== undefined && end.sequence > lastSigned()) sign(end, nowMs);
  });

  if (policy !== undefined) {
    database.prepare('INSERT OR IGNORE INTO policies (hash, document) VALUES (?, ?)').run(policy.hash, policy.document);
  }
  return {
    append: (drafts, nowMs) => appendAll.immediate(drafts, nowMs),
    purge: createForgetting(database).purge,
    signHead: (nowMs) => signEnd.immediate(nowMs),
    close: () => database.close(),
  };
}
