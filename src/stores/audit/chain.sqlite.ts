// One chain of the audit in SQLite, as this process continues it: its records, its end signed and remembered. Another process may have
// written since, so each transaction begins by a look at the end.

import { randomBytes } from 'node:crypto';
import { type ChainEnd, createExtendChain, hashContent } from '../../app/audit/chain.ts';
import { createHeadSigner } from '../../app/audit/head.ts';
import { createJudgeLink } from '../../app/audit/proof/audit-check.ts';
import { toKeyedBeginning } from '../../app/audit/proof/chain-acts.ts';
import { type LastRecord, type TakenEnd, takeEnd } from '../../app/audit/proof/take-end.ts';
import {
  type AuditDraft,
  type AuditSecrets,
  createDraftWriter,
  findIntentChange,
  toDraft,
} from '../../app/audit/record.ts';
import { createPooledRandom } from '../../app/random.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';
import { findForgotten } from './audit-upgrade.sqlite.ts';
import type { RememberedHeads } from './state/remembered-heads.file.ts';

interface SqliteChainOptions {
  readonly secrets: readonly [AuditSecrets, ...AuditSecrets[]];
  readonly memory: RememberedHeads | undefined;
}

/** All but `remember` and `isRemembered` belong into a transaction. */
export function openSqliteChain(database: AuditDatabase, name: string, { secrets, memory }: SqliteChainOptions) {
  const [newest] = secrets;
  const writeDraft = createDraftWriter(newest, createPooledRandom(randomBytes));
  const extendChain = createExtendChain(newest.linkKey, name);
  const judge = createJudgeLink(secrets, name);
  const signer = createHeadSigner(newest.headSeed);
  const readEnd = database.prepare('SELECT sequence, hash FROM records ORDER BY sequence DESC LIMIT 1');
  const readLast = database.prepare(
    'SELECT sequence, hash, content, content_hash AS contentHash FROM records ORDER BY sequence DESC LIMIT 1',
  );
  const readHash = database.prepare('SELECT hash FROM records WHERE sequence = ?').pluck();
  const readSigned = database.prepare('SELECT coalesce(max(sequence), 0) FROM heads').pluck();
  const countAfter = database.prepare('SELECT count(*) FROM heads WHERE sequence > ?').pluck();
  const insert = database.prepare('INSERT INTO records (sequence, hash, content, details) VALUES (?, ?, ?, ?)');
  const insertHead = database.prepare(
    'INSERT INTO heads (sequence, hash, at_ms, signer, signature) VALUES (?, ?, ?, ?, ?)',
  );
  const openIntent = database.prepare('INSERT OR REPLACE INTO open_intents (request_id, sequence) VALUES (?, ?)');
  const completeIntent = database.prepare('DELETE FROM open_intents WHERE request_id = ?');
  /** As this process left it, or found it to be ours. */
  let known: ChainEnd | undefined = memory?.find(name);
  let isRemembered = true;
  let signed = readSigned.get() as number;
  /** As many as are remembered, where there are fewer now: somebody has removed some. */
  let heads = Math.max(memory?.find(name)?.heads ?? 0, countAfter.get(0) as number);

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

  /** The end to go on from, vouched for where links were not keyed yet. */
  function findEnd(nowMs: number): ChainEnd {
    const { end, link } = look();
    if (link === 'keyed') return end;
    const covers = findForgotten(database, name, end.sequence);
    return add(end, toDraft(toKeyedBeginning(end, nowMs, covers)));
  }

  return {
    look,
    findEnd,
    add,
    /** Signs the end, unless fewer records than that have come since the last signature. */
    sign(end: ChainEnd, atMs: number, recordsMin: number): void {
      // Another process may have signed meanwhile.
      heads += countAfter.get(signed) as number;
      signed = readSigned.get() as number;
      if (end.sequence - signed < recordsMin) return;
      const head = signer.sign({ chain: name, sequence: end.sequence, hash: end.hash.toString('hex'), atMs });
      insertHead.run(head.sequence, head.hash, head.atMs, head.signer, head.signature);
      signed = end.sequence;
      heads++;
    },
    /** After the commit. What is remembered lies behind by what was committed since: never ahead. */
    remember(end: ChainEnd, isDurable: boolean): void {
      known = end;
      try {
        if (end.sequence > 0) memory?.remember(name, end, { heads, isDurable });
        isRemembered = true;
      } catch {
        isRemembered = false;
      }
    },
    isRemembered: () => isRemembered,
  };
}
