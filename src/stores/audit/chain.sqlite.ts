// One chain of the audit in SQLite, as this process continues it: its groups, its end signed and remembered. Another process may have
// written since, so each transaction begins by a look at the end.

import { randomBytes } from 'node:crypto';
import { type ChainEnd, createExtendChain, hashBytes } from '../../app/audit/chain.ts';
import { createGroupWriter } from '../../app/audit/groups/write-group.ts';
import { createHeadSigner } from '../../app/audit/head.ts';
import { createJudgeLink } from '../../app/audit/proof/audit-check.ts';
import { takeEnd } from '../../app/audit/proof/take-end.ts';
import type { AuditDraft, AuditSecrets } from '../../app/audit/record.ts';
import { createPooledRandom } from '../../app/random.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';
import { createSettle } from './audit-intents.sqlite.ts';
import { createAddGroup, createFindRow } from './audit-rows.sqlite.ts';
import type { RememberedHeads } from './state/remembered-heads.file.ts';

interface SqliteChainOptions {
  readonly secrets: readonly [AuditSecrets, ...AuditSecrets[]];
  readonly memory: RememberedHeads | undefined;
}

/** All but `remember` and `isRemembered` belong into a transaction. */
export function openSqliteChain(database: AuditDatabase, name: string, { secrets, memory }: SqliteChainOptions) {
  const [newest] = secrets;
  const extend = createExtendChain(newest.linkKey, name);
  const write = createGroupWriter({
    chain: name,
    secrets: newest,
    extend,
    randomBytes: createPooledRandom(randomBytes),
  });
  const judge = createJudgeLink(secrets, name);
  const signer = createHeadSigner(newest.headSeed);
  const { findRow, findHash } = createFindRow(database, name);
  const settle = createSettle(database, name);
  const readEnd = database
    .prepare(
      `SELECT first + count - 1, substr(parts, -${hashBytes}) FROM groups WHERE place > 0 ORDER BY place DESC LIMIT 1`,
    )
    .raw();
  const readSigned = database.prepare('SELECT coalesce(max(sequence), 0) FROM heads WHERE chain = ?').pluck();
  const countAfter = database.prepare('SELECT count(*) FROM heads WHERE chain = ? AND sequence > ?').pluck();
  const addGroup = createAddGroup(database);
  const insertHead = database.prepare(
    'INSERT INTO heads (chain, sequence, hash, at_ms, signer, signature) VALUES (?, ?, ?, ?, ?, ?)',
  );
  /** As this process left it, or found it to be ours. */
  let known: ChainEnd | undefined = memory?.find(name);
  let isRemembered = true;
  let signed = readSigned.get(name) as number;
  /** As many as are remembered, where there are fewer now: somebody has removed some. */
  let heads = Math.max(memory?.find(name)?.heads ?? 0, countAfter.get(name, 0) as number);

  return {
    /** Throws a ChainFault for an end that is not ours. Looks closely only where another process wrote meanwhile. */
    findEnd(): ChainEnd {
      const quick = readEnd.get() as [number, Buffer] | undefined;
      if (known !== undefined && quick?.[0] === known.sequence && quick[1].equals(known.hash)) return known;
      return takeEnd({ last: findRow(name), atKnown: known && findHash(name, known.sequence) }, known, judge);
    },
    add(end: ChainEnd, drafts: readonly AuditDraft[]): ChainEnd {
      const written = write(drafts, end);
      for (const group of written.groups) addGroup({ ...group, place: group.first }, null);
      return written.end;
    },
    /** Signs the end, unless fewer records than that have come since the last signature. */
    sign(end: ChainEnd, atMs: number, recordsMin: number): void {
      if (end.sequence - signed < recordsMin) return;
      // Another process may have signed meanwhile.
      heads += countAfter.get(name, signed) as number;
      signed = readSigned.get(name) as number;
      if (end.sequence - signed < recordsMin) return;
      const head = signer.sign({ chain: name, sequence: end.sequence, hash: end.hash.toString('hex'), atMs });
      settle(signed);
      insertHead.run(name, head.sequence, head.hash, head.atMs, head.signer, head.signature);
      signed = end.sequence;
      heads++;
    },
    /** Remembers the end after the commit. The remembered end may lag behind the commits and is never ahead of them. */
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
