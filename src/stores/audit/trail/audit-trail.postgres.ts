// Reads and proves the audit in PostgreSQL, all chains of all nodes. Forgetting needs the rights of the database's owner.

import { eraseRecords } from '../../../app/audit/groups/change-group.ts';
import { createSealGroup } from '../../../app/audit/groups/group.ts';
import { findEndOf } from '../../../app/audit/groups/parts.ts';
import type { AuditTrail, GroupChange, KeptChain } from '../../../app/audit/ports.ts';
import type { Place } from '../../../app/audit/proof/covers.ts';
import type { KeptPolicy } from '../../../app/audit/proof/kept-policy.ts';
import type { AuditSecrets } from '../../../app/audit/record.ts';
import { OperatorError } from '../../../errors.ts';
import type { PostgresPool } from '../../postgres/pool.ts';
import type { StartRow } from '../../postgres/schema/audit-months.ts';
import { createStatements } from '../../postgres/statements.ts';
import { findRow, groupsSql } from '../audit-rows.postgres.ts';
import { type HeadRow, toSignedHead } from '../audit-rows.sqlite.ts';
import { type GroupRow, toKeptGroup } from '../group-row.ts';
import { createPostgresRows, readMs } from './audit-pages.postgres.ts';
import type { FindAuditSecrets } from './audit-trail.sqlite.ts';
import { createAuditSearch } from './search.ts';

/** Looking for a page goes through every month. */
const pageRows = 400;
/** Somebody else may change a row while it is erased from. */
const triesMax = 5;

const headsSql = 'SELECT chain, sequence, hash, at_ms, signer, signature FROM confere.audit_heads';
const pageSql = `${groupsSql} WHERE g.chain = $1 AND g.first >= $2 AND g.first <= $3 ORDER BY g.first LIMIT ${pageRows}`;
/** The statement finds chains regardless of other lists, so a chain that was struck off still appears. It follows the index from name to name. */
const chainsSql = `WITH RECURSIVE named AS (
    (SELECT chain FROM confere.audit_groups ORDER BY chain LIMIT 1)
    UNION ALL SELECT (SELECT chain FROM confere.audit_groups AS g WHERE g.chain > named.chain ORDER BY chain LIMIT 1)
    FROM named WHERE named.chain IS NOT NULL
  ), known AS (SELECT chain FROM named WHERE chain IS NOT NULL UNION SELECT id FROM confere.audit_chains)
  SELECT known.chain, coalesce((SELECT first + count - 1 FROM confere.audit_groups AS g WHERE g.chain = known.chain
      ORDER BY first DESC LIMIT 1), 0)::bigint AS last, chains.id IS NOT NULL AS "isListed"
  FROM known LEFT JOIN confere.audit_chains AS chains ON chains.id = known.chain ORDER BY chains.since, known.chain`;
const startsSql = `SELECT DISTINCT ON (chain) chain, sequence, hash FROM confere.audit_dropped ORDER BY chain, sequence DESC`;
const endsSql = `SELECT asked.sequence, g.first, g.parts FROM unnest($2::bigint[]) AS asked (sequence)
  CROSS JOIN LATERAL (SELECT first, parts FROM confere.audit_groups
    WHERE chain = $1 AND first <= asked.sequence ORDER BY first DESC LIMIT 1) AS g`;

export function createPostgresAuditTrail(pool: Pick<PostgresPool, 'query'>, findSecrets: FindAuditSecrets): AuditTrail {
  const { list, find } = createStatements(pool);
  const search = createAuditSearch(createPostgresRows(pool), findSecrets);

  async function eraseFrom(
    chain: string,
    first: number,
    sequences: ReadonlySet<number>,
  ): Promise<readonly Uint8Array[]> {
    const [newest] = findSecrets() as readonly [AuditSecrets];
    const parts = { opener: search.getOpener(), seal: createSealGroup(newest) };
    for (let tries = 0; tries < triesMax; tries++) {
      const row = await find<GroupRow>(`${groupsSql} WHERE g.chain = $1 AND g.first = $2`, [chain, first], readMs);
      const group = row && toKeptGroup(row);
      const places = new Set([...sequences].map((sequence) => sequence - first));
      const left = group && eraseRecords(group, places, parts);
      if (group === undefined || left === undefined) return [];
      if (await replaceGroup(pool, { before: group, after: left }))
        return [group.contents, group.evidence].filter((sealed) => sealed !== null);
    }
    throw new OperatorError('Somebody changes the records that are to be erased. Run this again.', 1);
  }

  return {
    find: search.find,
    search: search.search,
    chains: () => list<KeptChain>(chainsSql, [], readMs),
    async *pages({ chain, after, until = Number.MAX_SAFE_INTEGER }) {
      for (let from = (await findRow(pool, chain, after + 1))?.first ?? after + 1; ; ) {
        const rows = await list<GroupRow>(pageSql, [chain, from, until], readMs);
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows.map(toKeptGroup);
        if (rows.length < pageRows) return;
        from = last.first + Math.max(1, last.count);
      }
    },
    findGroup: (chain, sequence) => findRow(pool, chain, sequence),
    openIntents: search.openIntents,
    starts: async () => new Map((await list<StartRow>(startsSql)).map(({ chain, ...end }) => [chain, end])),
    heads: async () => (await list<HeadRow>(`${headsSql} ORDER BY chain, sequence`, [], readMs)).map(toSignedHead),
    async lastHeads() {
      const sql = `SELECT h.* FROM confere.audit_chains AS c
        CROSS JOIN LATERAL (${headsSql} WHERE chain = c.id ORDER BY sequence DESC LIMIT 1) AS h ORDER BY c.since, c.id`;
      return (await list<HeadRow>(sql)).map(toSignedHead);
    },
    async hashesOf(chain, sequences) {
      const rows = await list<Pick<GroupRow, 'first' | 'parts'> & { sequence: number }>(
        endsSql,
        [chain, sequences],
        readMs,
      );
      return new Map(
        rows.flatMap(({ sequence, first, parts }) => {
          const end = findEndOf({ first, parts }, sequence);
          return end?.sequence === sequence ? [[sequence, end.hash.toString('hex')]] : [];
        }),
      );
    },
    async signedOf(chain, sequences) {
      const sql = 'SELECT sequence FROM confere.audit_heads WHERE chain = $1 AND sequence = ANY($2::bigint[])';
      return new Set(
        (await list<{ sequence: number }>(sql, [chain, sequences], readMs)).map(({ sequence }) => sequence),
      );
    },
    async findHead({ chain, sequence }) {
      const sql = `${headsSql} WHERE chain = $1 AND sequence >= $2 ORDER BY sequence LIMIT 1`;
      const head = await find<HeadRow>(sql, [chain, sequence]);
      return head && toSignedHead(head);
    },
    policies: () => list<KeptPolicy>('SELECT hash, document FROM confere.audit_policies'),
    async findPolicy(hash) {
      const sql = 'SELECT document FROM confere.audit_policies WHERE hash = $1';
      return (await find<{ document: string }>(sql, [hash]))?.document;
    },
    findErasable: search.findErasable,
    findActsNaming: search.findActsNaming,
    async forget(places) {
      const byRow = new Map<string, Place & { readonly first: number; readonly sequences: Set<number> }>();
      let count = 0;
      for (const place of places) {
        const row = await findRow(pool, place.chain, place.sequence);
        if (row === undefined) continue;
        const key = `${place.chain} ${row.first}`;
        const known = byRow.get(key) ?? { ...place, first: row.first, sequences: new Set() };
        known.sequences.add(place.sequence);
        byRow.set(key, known);
        count++;
      }
      const replaced: Uint8Array[] = [];
      for (const { chain, first, sequences } of byRow.values())
        replaced.push(...(await asOwner(eraseFrom(chain, first, sequences))));
      if (places.length > 0) {
        const values = [places.map(({ chain }) => chain), places.map(({ sequence }) => sequence)];
        await asOwner(pool.query(forgetIntentsSql, values, readMs));
      }
      return { count, replaced };
    },
  };
}

const forgetIntentsSql = `DELETE FROM confere.audit_open_intents AS open USING unnest($1::text[], $2::bigint[]) AS gone (chain, sequence)
  WHERE gone.chain = open.chain AND gone.sequence = open.sequence`;

/** One statement replaces the row with its evidence, but only if the row is unchanged since it was read. */
const replaceSql = `WITH changed AS (
    UPDATE confere.audit_groups SET generation = $4, find = $5, find_mac = $6, contents = $7
    WHERE chain = $1 AND first = $2 AND contents = $3 RETURNING chain, first, written_on
  ), resealed AS (
    UPDATE confere.audit_evidence AS e SET sealed = $8 FROM changed
    WHERE e.written_on = changed.written_on AND e.chain = changed.chain AND e.first = changed.first AND $8::bytea IS NOT NULL
  ), gone AS (
    DELETE FROM confere.audit_evidence AS e USING changed
    WHERE e.written_on = changed.written_on AND e.chain = changed.chain AND e.first = changed.first AND $8::bytea IS NULL
  ) SELECT 1 FROM changed`;

async function replaceGroup(pool: Pick<PostgresPool, 'query'>, { before, after }: GroupChange): Promise<boolean> {
  const { chain, first, contents } = before;
  const { generation, find, findMac, contents: sealed, evidence } = after;
  const values = [chain, first, contents, generation, find, findMac, sealed, evidence];
  return (await pool.query(replaceSql, values, readMs)).rows.length > 0;
}

/** Writes the mark with the rights of the owner. */
export async function replaceGroups(pool: Pick<PostgresPool, 'query'>, changes: readonly GroupChange[]): Promise<void> {
  for (const change of changes) await asOwner(replaceGroup(pool, change));
}

function asOwner<Result>(forgetting: Promise<Result>): Promise<Result> {
  return forgetting.catch((error: unknown) => {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new OperatorError(
      'The user in store may only append to the audit. Set store_maintenance to the owner of the database for this command.',
    );
  });
}
