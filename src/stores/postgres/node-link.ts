// A process's own session with the database: it shows to others that the process lives, hears of every changed key, and proves
// several times a second that it would have heard. What is kept in memory is trusted for as long as the last proof is fresh.
//
// The rule that makes a revocation hold everywhere: a process keeps keys only while it has a row in `nodes`. Whoever changes
// a key waits until every such row has heard of the change. A process that hears nothing stops by itself, and ends the wait too.

import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../app/clock.ts';
import { UnreachableError } from './fault.ts';
import { isRefusal } from './moved.ts';
import { closedCode, type PostgresPool } from './pool.ts';
import type { Session } from './session.ts';

export interface NodeLink {
  /** The name of this process among all that share the database. */
  readonly id: string;
  /** Tells whether this node would know any change of a key by now. */
  isCurrent(): boolean;
  /** Tells whether earlier reads may still be used although the database does not answer. */
  isWithinOutage(): boolean;
  /** Tells the others with which generation of the master secret this process works. */
  tellGeneration(find: () => number): void;
  /** Returns another number once earlier reads may have changed. */
  getVersion(): number;
  /** Returns how far this node's clock was ahead of the database's at the last proof, or undefined before the first proof. */
  getSkewMs(): number | undefined;
  /** Returns the reason for a missing session for the log, or undefined while the session exists. */
  findFault(): string | undefined;
  close(): Promise<void>;
}

interface NodeLinkOptions {
  readonly pool: Pick<PostgresPool, 'open'>;
  readonly clock: Clock;
  /** Known keys stay valid for this long while the database does not answer. */
  readonly outageMs: number;
  readonly onChange?: (change: LinkChange) => void;
  /** Keys may have changed. `isLive`: on the session that was there before; else the database may be another, or an older one. */
  readonly onKeys?: (isLive: boolean) => void;
}

/** The session is lost (`fault` is a code) or back; the clocks have parted or agree again. */
export type LinkChange =
  | { readonly kind: 'lost'; readonly fault: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'clocks_agree' }
  | { readonly kind: 'clocks_differ'; readonly skewMs: number };

/** Doctor, log and alert speak of a clock that is off by more. */
export const clockSkewMsMax = 5_000;

/** A proof is as old as the question that it answers, so that no delay on the way makes it younger. */
export const trustedMs = 750;
const askEveryMs = 200;
const answerMs = 2_000;
const tryAgainMs = 250;
/** Clocks of two machines do not run at quite the same speed. */
const clockMarginMs = 150;

const proofSql = `SELECT changes.number, changes.mark, nodes.heard, nodes.generation, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
  FROM confere.key_changes AS changes LEFT JOIN confere.nodes ON nodes.id = $1`;
const enrolSql = `INSERT INTO confere.nodes (id, heard, outage_ms, generation) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET heard = excluded.heard, outage_ms = excluded.outage_ms, generation = excluded.generation`;
const leaveSql =
  'WITH gone AS (DELETE FROM confere.nodes WHERE id = $1) SELECT pg_advisory_unlock_shared(hashtextextended($1, 0))';

/** The lock by which others see that a process lives. It is shared, so that a session can follow one that the server still holds for alive. */
const liveSql = 'SELECT pg_advisory_lock_shared(hashtextextended($1, 0))';
/** Returns the SQL that tells whether a process is alive. `column` holds its name. */
export function isAliveSql(column: string): string {
  return `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND ((classid::bigint << 32) | objid::bigint) = hashtextextended(${column}, 0))`;
}

interface Proof {
  readonly number: number;
  readonly mark: string;
  /** The value is null if this process is not on the list. */
  readonly heard: number | null;
  readonly generation: number | null;
  readonly now_ms: number;
}

/** Resolves once the session is there and proven; rejects when it cannot be opened the first time. */
export async function openNodeLink({ pool, clock, outageMs, onChange, onKeys }: NodeLinkOptions): Promise<NodeLink> {
  const id = randomUUIDv7();
  const closing = new AbortController();
  let session: Session | undefined;
  let provenAtMs = Number.NEGATIVE_INFINITY;
  let version = 0;
  let skewMs: number | undefined;
  let known: string | undefined;
  let fault: string | undefined;
  let findGeneration = () => 0;
  let isWoken = false;
  let wake = (): void => {};

  const sinceProofMs = () => clock.monotonicMs() - provenAtMs;

  async function begin(): Promise<Session> {
    const opened = await pool.open();
    try {
      // Of another server's keys nothing is known, and a failover may have lost the last changes of this one.
      await opened.query(liveSql, [id]);
      opened.onNotification(() => {
        version++;
        isWoken = true;
        wake();
      });
      await opened.run('LISTEN confere_keys');
      while (!(await prove(opened, false))) {
        // Enrolled now; only a question that is asked after that proves anything.
      }
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  /** Returns false if the node heard of the change only now and reported it. The next proof counts. */
  async function prove(asked: Session, isLive: boolean): Promise<boolean> {
    const askedAtMs = clock.monotonicMs();
    const { rows } = await asked.query<Proof>(proofSql, [id], answerMs);
    const [proof] = rows;
    if (proof === undefined) throw new UnreachableError('NO_KEY_CHANGES');
    // What the server said lies somewhere between the question and its answer.
    noticeSkew(clock.nowMs() - (clock.monotonicMs() - askedAtMs) / 2 - proof.now_ms);
    const state = `${proof.number} ${proof.mark}`;
    if (state !== known) {
      known = state;
      version++;
      onKeys?.(isLive);
    }
    const generation = findGeneration();
    if (proof.heard !== proof.number || proof.generation !== generation) {
      await asked.query(enrolSql, [id, proof.number, outageMs, generation], answerMs);
      return false;
    }
    provenAtMs = askedAtMs;
    return true;
  }

  function noticeSkew(foundMs: number): void {
    const was = Math.abs(skewMs ?? 0) > clockSkewMsMax;
    skewMs = foundMs;
    const is = Math.abs(foundMs) > clockSkewMsMax;
    if (is !== was) onChange?.(is ? { kind: 'clocks_differ', skewMs: foundMs } : { kind: 'clocks_agree' });
  }

  async function keepProving(asked: Session): Promise<void> {
    for (;;) {
      const pause = new AbortController();
      wake = () => pause.abort();
      if (isWoken) wake();
      const signal = AbortSignal.any([pause.signal, closing.signal]);
      await sleep(askEveryMs, undefined, { signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) return;
      isWoken = false;
      await prove(asked, true);
    }
  }

  async function keepLinked(first: Session): Promise<void> {
    for (session = first; ; ) {
      try {
        session ??= await begin();
        if (fault !== undefined) onChange?.({ kind: 'back' });
        fault = undefined;
        await keepProving(session);
        return;
      } catch (error) {
        session?.close();
        session = undefined;
        if (closing.signal.aborted) return;
        const code = String((error as { code?: unknown }).code ?? 'unknown');
        // Another server may have revoked what this one still holds for good.
        if (isRefusal(code)) provenAtMs = Number.NEGATIVE_INFINITY;
        if (fault === undefined) onChange?.({ kind: 'lost', fault: code });
        fault = code;
        await sleep(tryAgainMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        if (closing.signal.aborted) return;
      }
    }
  }

  const linked = keepLinked(await begin());

  return {
    id,
    isCurrent: () => sinceProofMs() < trustedMs,
    isWithinOutage: () => sinceProofMs() < outageMs,
    tellGeneration(find) {
      findGeneration = find;
    },
    getVersion: () => version,
    getSkewMs: () => skewMs,
    findFault: () => fault,
    async close() {
      // Nothing is trusted from here on, so that nobody needs to be told any more.
      provenAtMs = Number.NEGATIVE_INFINITY;
      closing.abort();
      await linked;
      await session?.query(leaveSql, [id]).catch(() => {});
      session?.close();
    },
  };
}

export interface Deafness {
  readonly nodes: number;
  readonly waitMs: number;
}

interface HeardOptions {
  readonly pool: Pick<PostgresPool, 'query'>;
  readonly clock: Clock;
  /** The link calls this once if it has to wait for another node longer than a moment. */
  readonly onDeaf?: (deafness: Deafness) => void;
}

const lookEveryMs = 30;
/** A node that listens has answered long before. */
const toldAfterMs = 1_500;
const forgetSql = 'DELETE FROM confere.nodes WHERE id = ANY($1) AND heard < $2';

/**
 * Resolves when every process has heard of the change of this number, or can no longer use what it knew before. To be called
 * once the change is committed. While the database cannot be asked, it goes on asking.
 */
export async function untilHeard(change: number, { pool, clock, onDeaf }: HeardOptions): Promise<void> {
  const sinceMs = clock.monotonicMs();
  let isTold = false;
  for (;;) {
    const deaf = await findDeaf();
    const passedMs = clock.monotonicMs() - sinceMs;
    const waitMs = Math.max(0, ...(deaf ?? []).map(({ outage_ms }) => toEndMs(outage_ms) - passedMs));
    if (deaf !== undefined && waitMs === 0) {
      // Gone, or cut off for so long that they must enrol anew before they keep a key again.
      if (deaf.length > 0) await pool.query(forgetSql, [deaf.map(({ id }) => id), change]).catch(() => {});
      return;
    }
    if (!isTold && passedMs > toldAfterMs) {
      isTold = true;
      onDeaf?.({ nodes: deaf?.length ?? 0, waitMs });
    }
    await sleep(lookEveryMs);
  }

  async function findDeaf() {
    try {
      const sql = 'SELECT id, outage_ms FROM confere.nodes WHERE heard < $1';
      return (await pool.query<{ readonly id: string; readonly outage_ms: number }>(sql, [change])).rows;
    } catch (error) {
      // A process that stops asks no more; what it changed is committed.
      if (error instanceof UnreachableError && error.code !== closedCode) return undefined;
      throw error;
    }
  }
}

function toEndMs(outageMs: number): number {
  return Math.max(outageMs, trustedMs) * 1.01 + clockMarginMs;
}

/** Processes that live and do not work with this generation of the master secret yet. */
export async function countOutdated(pool: Pick<PostgresPool, 'query'>, generation: number): Promise<number> {
  const sql = `SELECT count(*)::integer AS count FROM confere.nodes WHERE generation < $1 AND ${isAliveSql('nodes.id')}`;
  return (await pool.query<{ readonly count: number }>(sql, [generation])).rows[0]?.count ?? 0;
}
