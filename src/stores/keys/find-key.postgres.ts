// Finds API keys in PostgreSQL by their hash. A good record that was read is kept for as long as this process would have heard of any change;
// else every key is read from the database. Where that cannot be asked, what is known is good until the outage has lasted too long.

import type { Clock } from '../../app/clock.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyStore } from '../../app/keys/ports.ts';
import { isUsable, type KeyRecord } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import type { createKeyProof, FoundRow } from '../key-rows/key-proof.ts';
import { fromRow, type KeyRow } from '../key-rows/key-row.ts';
import { UnreachableError } from '../postgres/fault.ts';
import { type NodeLink, trustedMs } from '../postgres/node-link.ts';
import type { PostgresPool } from '../postgres/pool.ts';

interface FindKeyOptions {
  readonly checksum: KeyChecksum;
  readonly proof: Pick<ReturnType<typeof createKeyProof>, 'isRight' | 'withEnd'>;
  readonly clock: Clock;
  /** The value is undefined for a command, which keeps no keys in memory. */
  readonly link: NodeLink | undefined;
}

interface Reading {
  readonly sinceMs: number;
  readonly version: number | undefined;
  readonly answer: Promise<KeyRecord | undefined>;
}

const recentMax = 10_000;
const readMs = 2_000;
const retryAfterSeconds = 2;
export const columns = [
  'id',
  'hash',
  'name',
  'mode',
  'scopes',
  'rate_requests',
  'rate_window_seconds',
  'burst',
  'concurrency',
  'daily_quota',
  'monthly_quota',
  'networks',
  'cors_origins',
  'purpose',
  'created_at_ms',
  'expires_at_ms',
  'revoked_at_ms',
  'checksum',
] as const satisfies readonly (keyof KeyRow)[];
/** Under its hash, or under one that a rotation replaced. */
const findSql = `SELECT ${columns.join(', ')}, NULL AS replaced_hash, NULL::bigint AS until_ms, NULL::bytea AS replaced_checksum
    FROM confere.api_keys WHERE hash = $1
  UNION ALL
  SELECT ${columns.map((name) => `k.${name}`).join(', ')}, r.hash, r.until_ms, r.checksum
    FROM confere.replaced_hashes r JOIN confere.api_keys k ON k.id = r.key_id WHERE r.hash = $1`;

export function createFindKey(
  pool: Pick<PostgresPool, 'query'>,
  { checksum, proof: { isRight, withEnd }, clock, link }: FindKeyOptions,
): KeyStore['findByHash'] {
  const recent = new Map<string, KeyRecord>();
  const reading = new Map<string, Reading>();
  let recentVersion: number | undefined;
  /** Any row, which is proven in place of one that is not there: a stranger's key takes no other way than a revoked one. */
  let decoy: KeyRow | undefined;

  const getRecent = (hash: string) => {
    if (recentVersion !== link?.getVersion()) recent.clear();
    recentVersion = link?.getVersion();
    return recent.get(hash);
  };

  function keep(hash: string, record: KeyRecord, version: number | undefined): void {
    // A key that is refused is read every time, as one that nobody ever made is.
    if (link === undefined || link.getVersion() !== version || !isUsable(record, clock.nowMs())) return;
    if (recent.size >= recentMax) recent.clear();
    recent.set(hash, record);
  }

  /** Many requests with one key that is not known yet are one question, as long as its answer is as good as a kept one. */
  function readTogether(hash: string): Promise<KeyRecord | undefined> {
    const sinceMs = clock.monotonicMs();
    const version = link?.getVersion();
    const other = reading.get(hash);
    if (other !== undefined && other.version === version && sinceMs - other.sinceMs < trustedMs) return other.answer;
    const asked: Reading = { sinceMs, version, answer: read(hash, version) };
    reading.set(hash, asked);
    const forget = () => reading.get(hash) === asked && reading.delete(hash);
    asked.answer.then(forget, forget);
    return asked.answer;
  }

  /** Reads the key. A key that was read before news of a change arrived does not stay in memory after it. */
  async function read(hash: string, version: number | undefined): Promise<KeyRecord | undefined> {
    const { rows } = await pool.query<FoundRow>(findSql, [hash], readMs);
    const [row] = rows;
    if (row === undefined) {
      if (decoy !== undefined) checksum.isRight(fromRow(decoy), decoy.hash, decoy.checksum);
      return undefined;
    }
    decoy ??= row;
    const record = fromRow(row);
    const right = isRight(row, record) ? withEnd(row, record) : undefined;
    if (right !== undefined) keep(hash, right, version);
    return right;
  }

  async function readOrRemember(hash: string): Promise<KeyRecord | undefined> {
    try {
      return await (link === undefined ? read(hash, undefined) : readTogether(hash));
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      const known = getRecent(hash);
      if (known !== undefined && link?.isWithinOutage()) return known;
      throw toUncheckable(error);
    }
  }

  return (hash) => {
    const known = link?.isCurrent() ? getRecent(hash) : undefined;
    return known ?? readOrRemember(hash);
  };
}

function toUncheckable(error: UnreachableError): AppError {
  return new AppError('overloaded', {
    detail: {
      en: 'API keys cannot be checked at the moment. The service asked no source; send the same call again.',
      pt: 'As chaves de API não podem ser conferidas neste momento. Nenhuma fonte foi consultada; envie a mesma chamada de novo.',
    },
    retryAfterSeconds,
    internal: `keys cannot be read (${error.code})`,
  });
}
