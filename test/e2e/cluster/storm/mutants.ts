// Named breaks of the product under which a storm must find a violation of a certain rule, with the faults that bring each to light.

import type { Mutant } from '../../../reliability/prove/mutant.ts';
import type { StormFault } from './faults.ts';
import type { Rule } from './judge.ts';

export interface StormMutant extends Pick<Mutant, 'id' | 'breaks' | 'edits'> {
  /** Any of these must be found. */
  readonly rules: readonly Rule[];
  readonly faults: readonly StormFault[];
}

const mutant = (
  id: string,
  breaks: string,
  rules: readonly Rule[],
  faults: readonly StormFault[],
  ...edits: readonly (readonly [string, string, string])[]
): StormMutant => ({
  id,
  breaks,
  rules,
  faults,
  edits: edits.map(([file, find, replace]) => ({ file, find, replace })),
});

const idempotency = 'src/stores/idempotency/idempotency.postgres.ts';
const nodeLink = 'src/stores/postgres/node-link.ts';
const batches = 'src/stores/batches/batches.postgres.ts';

export const stormMutants: readonly StormMutant[] = [
  mutant(
    'claim-without-lock',
    'each node takes a call for its own',
    ['asked-once', 'answered-once'],
    ['slow-way'],
    [idempotency, 'if (rows[0]?.is_claimed !== true) return false;', 'if (rows[0] === undefined) return false;'],
  ),
  mutant(
    'revocation-not-broadcast',
    'a process hears of a change and keeps using the keys that it has read',
    ['key-dead'],
    ['slow-way'],
    [nodeLink, 'version++;\n        isWoken = true;', 'isWoken = true;'],
    [nodeLink, 'known = state;\n      version++;', 'known = state;'],
  ),
  mutant(
    'revocation-not-waited',
    'a revocation returns while a process has not heard of it',
    ['key-dead'],
    ['node-cut-from-database'],
    [nodeLink, 'if (deaf !== undefined && waitMs === 0) {', 'if (deaf !== undefined) {'],
  ),
  mutant(
    'old-primary-believed',
    'a server that was followed by another is used as any',
    ['key-dead', 'asked-once', 'answer-recorded', 'answer-kept', 'chain-whole'],
    ['failover-both-alive'],
    ['src/stores/postgres/lineage.ts', "if (found.timeline < known.timeline) return 'OLD_PRIMARY';", ''],
  ),
  mutant(
    'portion-without-fence',
    'rows that a silent process was asking about are asked by another',
    ['asked-once'],
    ['node-killed', 'node-frozen'],
    [batches, "UPDATE batch_rows SET status = 'outcome_unknown'", "UPDATE batch_rows SET status = 'postponed'"],
  ),
  mutant(
    'row-lost',
    'rows that a silent process was asking about are left as they are',
    ['batch-whole'],
    ['node-killed', 'node-frozen'],
    [batches, "AND status = 'started' RETURNING 1)", "AND status = 'nobody' RETURNING 1)"],
  ),
  mutant(
    'append-lost',
    'an answer does not wait for its record',
    ['answer-recorded'],
    ['node-killed'],
    [
      'src/app/audit/write/record-verification.ts',
      'const written = patience ? recordWithRetries(entry, { log, isThere, ...patience }) : log.append(entry);',
      'setTimeout(() => void log.append(entry).catch(() => {}), 1_000); if (entry.atMs > 0) return undefined; const written = Promise.resolve();',
    ],
  ),
  mutant(
    'intent-after-call',
    'parties are called while their intent is on its way',
    ['asking-traced'],
    ['failover-behind'],
    [
      'src/app/verify/ask/ask-recorded.ts',
      'return intent === undefined ? callAdmitted() : awaitIntent(intent).then(callAdmitted);',
      'const early = callAdmitted(); return intent === undefined ? early : awaitIntent(intent).then(() => early);',
    ],
  ),
  mutant(
    'commit-not-replicated',
    'what is committed is not waited for on the standby',
    ['answer-recorded', 'answer-kept', 'asked-once', 'key-dead', 'key-alive', 'batch-kept', 'chain-whole'],
    ['failover-behind'],
    [
      'src/stores/postgres/session.ts',
      "const greeting = `SET TimeZone = 'UTC';",
      "const greeting = `SET TimeZone = 'UTC'; SET synchronous_commit = local;",
    ],
  ),
  mutant(
    'answer-kept-later',
    'an answer with an `Idempotency-Key` leaves before it is kept',
    ['answer-kept'],
    ['node-killed'],
    [
      'src/app/idempotency/answer-once.ts',
      'await store\n      .complete(id, records.seal.close(writeKeptText({ text: body, about: about() }), toCallPlace(names)))',
      'await new Promise<void>((resolve) => { setTimeout(() => void store.complete(id, records.seal.close(writeKeptText({ text: body, about: about() }), toCallPlace(names))).catch(() => {}), 2_000); resolve(); })',
    ],
  ),
  mutant(
    'event-apart',
    'a batch ends in one commit, and its event is told in a later one',
    ['batch-told'],
    ['node-killed', 'node-rolled'],
    [
      'src/stores/batches/batches.sql.ts',
      'await together(toEndWithEvents(sql, { sql: finishSql, values }, event));',
      "await together(toEndWithEvents(sql, { sql: finishSql, values }, null)); setTimeout(() => void together(toEndWithEvents(sql, { sql: 'SELECT 1', values: [] }, event)).catch(() => {}), 5_000);",
    ],
  ),
  mutant(
    'outage-is-ours',
    'a call that cannot be looked up is answered with 500',
    ['refusal-documented'],
    ['node-cut-from-database', 'database-restarted'],
    [
      idempotency,
      'throw error instanceof UnreachableError ? toOverloaded(error) : error;',
      "throw error instanceof UnreachableError ? new Error('no record') : error;",
    ],
  ),
];
