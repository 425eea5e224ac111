// Every metric of our own: its name, what it counts, its labels. `docs/metrics.md` is generated from here, and the dashboard and
// the alerts in `deploy/` are checked against it. Labels come from closed lists: nothing that a caller sent can become one.

import { rowStatuses } from '../app/batches/ports.ts';
import { answerBounds } from '../app/dashboard/figures.ts';
import { eventTypes } from '../app/events/ports.ts';
import { faultTables, sealedTables } from '../app/kept/stores.ts';
import { callbackOutcomes } from '../app/later/receive-callback.ts';
import { signInOutcomes, signInWays } from '../app/operators/sign-in-outcome.ts';
import { deliveryStates } from '../app/webhooks/ports.ts';
import { keyModes } from '../domain/access/api-key.ts';
import { answeredOutcomes, unavailableReasons } from '../domain/person/evidence.ts';
import { personStatuses } from '../domain/person/person.ts';
import { callOutcomes } from '../domain/prices/call-outcome.ts';
import { dueKinds } from '../domain/screening/due-judgement.ts';
import { screeningStatuses } from '../domain/screening/screening.ts';

/** Labels whose values only the settings or the server tell. */
type OpenLabel = 'routes' | 'places' | 'sources';

export interface MetricKind {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /**
   * What the labels of a counter can be. Every combination is told from the start, at 0: Prometheus takes the first value that it sees of
   * a series for no increase at all. `routes` are the server's own to callers, `places` those of `audit.anchor`, `sources` those that the settings
   * name.
   */
  readonly values?: Readonly<Record<string, readonly string[] | OpenLabel>>;
  /** `over` states how the gauges of several processes become one figure. */
  readonly over?: 'sum' | 'min' | 'max' | 'first';
  readonly buckets?: readonly number[];
}

/** A question to Redis is given up after 50 ms, unless the settings say otherwise. */
const countersSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
const commitSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const storeParts = ['keys', 'calls', 'usage', 'operators', 'audit', 'jobs', 'link'] as const;

export const metricKinds = {
  confere_requests_total: {
    type: 'counter',
    help: 'Requests, by the pattern of the route (`none`: no such path) and the status (499: the client left first).',
    labels: ['route', 'status'],
    values: { route: 'routes', status: ['500', '503'] },
  },
  confere_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the headers of a request to its answer, by the pattern of the route.',
    labels: ['route'],
    buckets: answerBounds,
  },
  confere_verifications_total: {
    type: 'counter',
    help: 'Verifications by operation, mode of the key, status and risk level.',
    labels: ['operation', 'mode', 'status', 'risk_level'],
    values: {
      operation: ['cpf', 'cnpj'],
      mode: keyModes,
      status: [...personStatuses, 'sources_unavailable'],
      risk_level: ['low', 'medium', 'high', 'none'],
    },
  },
  confere_screenings_total: {
    type: 'counter',
    help: 'Screenings by mode of the key and status, those within verifications too.',
    labels: ['mode', 'status'],
    values: { mode: keyModes, status: screeningStatuses },
  },
  confere_source_answers_total: {
    type: 'counter',
    help: 'Results of the questions to a party with a live key: `answered`, `not_found`, `cached`, `kept`, or why there was no answer. `kept` is an answer that was paid for before.',
    labels: ['source', 'outcome'],
    values: { source: 'sources', outcome: [...answeredOutcomes, ...unavailableReasons] },
  },
  confere_source_calls_total: {
    type: 'counter',
    help: 'Requests that Confere sent to a party, with retries and hedges, by how the party bills the question: what `confere usage` counts as calls.',
    labels: ['source', 'outcome'],
    values: { source: 'sources', outcome: callOutcomes },
  },
  confere_source_duration_seconds: {
    type: 'histogram',
    help: 'How long a verification with a live key waited for a party, without cached and kept answers.',
    labels: ['source'],
    buckets: answerBounds,
  },
  confere_source_cost_reais_total: {
    type: 'counter',
    help: 'Reais for calls to a party with a `price`, by the list of the day before any volume. `confere usage` has the exact sums of a month.',
    labels: ['source'],
    values: { source: 'sources' },
  },
  confere_source_second_tries_total: {
    type: 'counter',
    help: 'Second calls to a party for one question: `retry` when the first call sent nothing, `hedge` when the operator allows it.',
    labels: ['source', 'why'],
    values: { source: 'sources', why: ['retry', 'hedge'] },
  },
  confere_source_defects_total: {
    type: 'counter',
    help: 'Calls to a party that failed by a mistake of Confere itself, not of the party. Please report the log line `source_defect`.',
    labels: ['source'],
    values: { source: 'sources' },
  },
  confere_source_token_renewals_total: {
    type: 'counter',
    help: 'Access tokens of a party that Confere `renewed`, and attempts that `failed`.',
    labels: ['source', 'outcome'],
    values: { source: 'sources', outcome: ['renewed', 'failed'] },
  },
  confere_source_callbacks_total: {
    type: 'counter',
    help: 'Callbacks of a party that answers later. `unreadable`: it names no order. `limited`: too many in a minute. `refused`: its secret or signature is wrong.',
    labels: ['source', 'outcome'],
    values: { source: 'sources', outcome: callbackOutcomes },
  },
  confere_shared_answers_total: {
    type: 'counter',
    help: 'Questions that another worker or node was asking at the same moment (`joined`), where answers are kept or shared. With `answer_cache: shared`: looks in Redis that were a `hit`, a `miss`, too `late` or found something `damaged`; answers that were `kept` or not (`too_large`, `no_room`); either while it was `unreachable`.',
    labels: ['source', 'outcome'],
    values: {
      source: 'sources',
      outcome: ['hit', 'joined', 'miss', 'late', 'damaged', 'kept', 'too_large', 'no_room', 'unreachable'],
    },
  },
  confere_source_asked_alone_total: {
    type: 'counter',
    help: 'Calls to a party that another worker or node may have made at the same moment, so that they are paid twice. `late`, `unreachable`: who asks was not known in time. `unreadable`: the answer of another process could not be used.',
    labels: ['source', 'why'],
    values: { source: 'sources', why: ['late', 'unreachable', 'unreadable'] },
  },
  confere_source_breaker_state: {
    type: 'gauge',
    help: 'Breaker of a party: 0 closed, 1 half open, 2 open.',
    labels: ['source'],
    over: 'max',
  },
  confere_source_budget_used_ratio: {
    type: 'gauge',
    help: 'Used share of the budget of a source, by period and unit: 1 is all of it.',
    labels: ['source', 'period', 'unit'],
    over: 'max',
  },
  confere_key_budget_used_ratio: {
    type: 'gauge',
    help: 'Used share of the budget of a key, by period and unit: 1 is all of it. Only keys with a budget have a series.',
    labels: ['key_id', 'period', 'unit'],
    over: 'max',
  },
  confere_source_calls_in_flight: {
    type: 'gauge',
    help: 'In-flight calls to a party.',
    labels: ['source'],
    over: 'sum',
  },
  confere_source_certificate_expiry_seconds: {
    type: 'gauge',
    help: 'When our client certificate for a party ends, in seconds since 1970. A party to which we show none has no series.',
    labels: ['source'],
    over: 'min',
  },
  confere_limiter_decisions_total: {
    type: 'counter',
    help: 'Requests with a valid key that all limits `admitted` or one limit `refused`; failed authentications that have to wait.',
    labels: ['limit', 'decision'],
    values: { limit: ['all', 'rate', 'quota', 'network', 'auth_failures'], decision: ['admitted', 'refused'] },
  },
  confere_shed_requests_total: {
    type: 'counter',
    help: 'Requests that the service refused with `overloaded` before it asked any source.',
    labels: ['route'],
    values: { route: 'routes' },
  },
  confere_connections_open: { type: 'gauge', help: 'Clients that are connected.', labels: [], over: 'sum' },
  confere_connections_dropped_total: {
    type: 'counter',
    help: 'Connections closed for want of room: `no_room`, `client_share` of one network, idle ones that `gave_way`.',
    labels: ['reason'],
    values: { reason: ['no_room', 'client_share', 'gave_way'] },
  },
  confere_sign_ins_total: {
    type: 'counter',
    help: 'Attempts to sign in to the console, by `password`, by `passkey` or by single sign-on (`sso`). `refused`: the name, password, code, passkey or role is not good. `limited`: Confere did not look at it, because too many came before it.',
    labels: ['way', 'outcome'],
    values: { way: signInWays, outcome: signInOutcomes },
  },
  confere_row_faults_total: {
    type: 'counter',
    help: 'How often a stored row was refused or left out: somebody made or changed it by other means than Confere, or it is damaged.',
    labels: ['table'],
    values: { table: [...new Set([...faultTables, ...Object.keys(sealedTables)])] },
  },
  confere_counters_reachable: {
    type: 'gauge',
    help: '1 while all machines count limits together, or while this one counts alone because `counters` is not set; 0 while each node holds its share.',
    labels: [],
    over: 'min',
  },
  confere_counters_alone_total: {
    type: 'counter',
    help: 'Events that this node counted alone while it could not reach `counters`.',
    labels: [],
  },
  confere_counters_nodes: {
    type: 'gauge',
    help: 'Processes that share the limits in `counters`, as far as this one knows; 1 when it is not set.',
    labels: [],
    over: 'max',
  },
  confere_counters_duration_seconds: {
    type: 'histogram',
    help: 'Time of each question to `counters`, or how long the node waited in vain.',
    labels: [],
    buckets: countersSeconds,
  },
  confere_counters_reconnects_total: {
    type: 'counter',
    help: 'How often `counters` was gone and came back.',
    labels: [],
  },
  confere_store_reachable: {
    type: 'gauge',
    help: '1 while this node would hear of every changed key, or has no `store`; 0 while it has lost the database.',
    labels: [],
    over: 'min',
  },
  confere_store_fenced: {
    type: 'gauge',
    help: '1 while this node refuses the only PostgreSQL in `store` that takes writes, because another was promoted later.',
    labels: [],
    over: 'max',
  },
  confere_store_clock_skew_seconds: {
    type: 'gauge',
    help: 'How far the clock of this node is ahead of the PostgreSQL in `store`; negative when it is behind, 0 without `store`.',
    labels: [],
    over: 'max',
  },
  confere_store_connections: {
    type: 'gauge',
    help: 'Connections to `store` that are `busy` or `idle`, and requests that are `waiting` for one. Four connections of each process are not counted.',
    labels: ['state'],
    over: 'sum',
  },
  confere_store_statement_duration_seconds: {
    type: 'histogram',
    help: 'Time of statements and transactions in `store`, with the wait for a connection. The parts are `keys`, `calls` (with an `Idempotency-Key`), `usage`, `operators`, `audit` (reading it) and `link` (a check of the session, five times a second).',
    labels: ['part'],
    buckets: commitSeconds,
  },
  confere_store_faults_total: {
    type: 'counter',
    help: 'Statements and transactions that failed: the database was `unreachable`, or it `refused`.',
    labels: ['part', 'fault'],
    values: { part: storeParts, fault: ['unreachable', 'refused'] },
  },
  confere_store_reconnects_total: {
    type: 'counter',
    help: 'How often a session broke and came back: the one that hears of changed keys (`link`), or the one that writes the `audit`.',
    labels: ['part'],
    values: { part: ['link', 'audit'] },
  },
  confere_registry_ready: { type: 'gauge', help: '1 while callers can look up companies.', labels: [], over: 'min' },
  confere_registry_data_as_of_seconds: {
    type: 'gauge',
    help: 'Day on which the Receita extracted the registry in use, in seconds since 1970.',
    labels: [],
    over: 'min',
  },
  confere_registry_imported_seconds: {
    type: 'gauge',
    help: 'When the registry in use was imported, in seconds since 1970.',
    labels: [],
    over: 'min',
  },
  confere_registry_establishments: {
    type: 'gauge',
    help: 'Establishments in the registry in use.',
    labels: [],
    over: 'min',
  },
  confere_registry_source_looks_total: {
    type: 'counter',
    help: 'Checks of the place that `registry.source` names: `pulled`, `up_to_date`, `older`, `held` (by a rollback), `nothing_published` or `failed`.',
    labels: ['outcome'],
    values: { outcome: ['pulled', 'up_to_date', 'older', 'held', 'nothing_published', 'failed'] },
  },
  confere_list_data_as_of_seconds: {
    type: 'gauge',
    help: 'Day of the data of an imported list, in seconds since 1970.',
    labels: ['list'],
    over: 'min',
  },
  confere_list_state: {
    type: 'gauge',
    help: 'State of a list that is here or required: 0 `current`, 1 `stale` (older than its limit), 2 `damaged`, 3 `missing`. Only a list in 0 tells that somebody is not listed.',
    labels: ['list'],
    over: 'max',
  },
  confere_list_entries: { type: 'gauge', help: 'Entries of an imported list.', labels: ['list'], over: 'min' },
  confere_lists_source_looks_total: {
    type: 'counter',
    help: 'Checks of the place that `lists.source` names: `pulled`, `up_to_date`, `older`, `held` (by a rollback), `nothing_published` or `failed`.',
    labels: ['outcome'],
    values: { outcome: ['pulled', 'up_to_date', 'older', 'held', 'nothing_published', 'failed'] },
  },
  confere_audit_writable: {
    type: 'gauge',
    help: '1 while the service can write the audit; at 0 it refuses every CPF verification with a live key.',
    labels: [],
    over: 'min',
  },
  confere_audit_history_refused: {
    type: 'gauge',
    help: '1 while the service does not continue the audit, because another one was written here: it is older, missing or forged. An operator has to decide.',
    labels: [],
    over: 'max',
  },
  confere_audit_head_remembered: {
    type: 'gauge',
    help: '1 while the service can store the end of the audit outside of `data_dir`; at 0 it would not notice an older copy.',
    labels: [],
    over: 'min',
  },
  confere_audit_unfinished_intents: {
    type: 'gauge',
    help: 'Verifications that began and have no record: Confere may have called their parties, which may send a bill. Counted every half minute, without those that may still be in flight.',
    labels: [],
    over: 'max',
  },
  confere_audit_anchors_total: {
    type: 'counter',
    help: 'Anchors that the service `sent` to a place of `audit.anchor`, and attempts that `failed`.',
    labels: ['place', 'outcome'],
    values: { place: 'places', outcome: ['sent', 'failed'] },
  },
  confere_audit_anchor_last_success_seconds: {
    type: 'gauge',
    help: 'When this process last sent an anchor to the place, in seconds since 1970. It sends none while no head moves.',
    labels: ['place'],
    over: 'max',
  },
  confere_audit_anchor_waiting_seconds: {
    type: 'gauge',
    help: 'For how long an anchor has been waiting for a place that fails; 0 while none is.',
    labels: ['place'],
    over: 'max',
  },
  confere_audit_queued_records: {
    type: 'gauge',
    help: 'Records of the audit that wait for the disk.',
    labels: [],
    over: 'sum',
  },
  confere_audit_records_total: { type: 'counter', help: 'Records committed to the audit.', labels: [] },
  confere_audit_commit_duration_seconds: {
    type: 'histogram',
    help: 'Time from the first record of a group to its commit on the disk.',
    labels: [],
    buckets: commitSeconds,
  },
  confere_batch_rows_total: {
    type: 'counter',
    help: 'Rows of batches that are done: `answered`, `invalid`, `failed` or `outcome_unknown`.',
    labels: ['status'],
    values: { status: rowStatuses },
  },
  confere_judgements_due: {
    type: 'gauge',
    help: 'Judgements of hits that a person has to act on, looked at every five minutes. `freeze`: a step is overdue. `review`: an acceptance is over. `approval`: it waits for a second person.',
    labels: ['what'],
    values: { what: dueKinds },
    over: 'max',
  },
  confere_webhook_calls_total: {
    type: 'counter',
    help: 'Calls of webhooks by event and result: `delivered`, `pending` (Confere retries later) or `dead`.',
    labels: ['event', 'state'],
    values: { event: eventTypes, state: deliveryStates },
  },
  confere_job_heartbeat_seconds: {
    type: 'gauge',
    help: 'When each background job last gave a sign of life (nothing to do, one step on, or done), in seconds since 1970.',
    labels: ['job'],
    over: 'min',
  },
  confere_retention_due_seconds: {
    type: 'gauge',
    help: 'When the oldest of what is kept for a time is to be deleted by its setting, in seconds since 1970. Confere looks once an hour. A kind that is empty has no series.',
    labels: ['kind'],
    over: 'min',
  },
  confere_jobs_abandoned_total: {
    type: 'counter',
    help: 'Background work that hung and that the service abandoned: `silent` for two minutes, or unfinished at a `stop`.',
    labels: ['job', 'why'],
    values: { job: ['batches', 'watches', 'webhooks'], why: ['silent', 'stop'] },
  },
  confere_tables_abandoned_total: {
    type: 'counter',
    help: 'Tables that somebody sent and that were not read to their end: the sender `left`, or it took too much `time` or `memory`.',
    labels: ['why'],
    values: { why: ['left', 'time', 'memory'] },
  },
  confere_loop_stalls_total: {
    type: 'counter',
    help: 'Times that a process answered nothing for more than a second: at `work`, or in a `wait` for a processor or a disk.',
    labels: ['why'],
    values: { why: ['work', 'wait'] },
  },
  confere_workers: { type: 'gauge', help: 'Processes that serve.', labels: [], over: 'sum' },
  confere_worker_deaths_total: {
    type: 'counter',
    help: 'Workers that ended by themselves and that the service replaced.',
    labels: [],
  },
  confere_build_info: {
    type: 'gauge',
    help: 'Always 1; the labels tell the versions.',
    labels: ['version', 'node'],
    over: 'first',
  },
} as const satisfies Record<string, MetricKind>;

export type MetricName = keyof typeof metricKinds;

/** A `NameOf` covers the names of the metrics of one type. */
export type NameOf<Type extends MetricKind['type']> = {
  [Name in MetricName]: (typeof metricKinds)[Name]['type'] extends Type ? Name : never;
}[MetricName];

type Values<Name extends MetricName> = (typeof metricKinds)[Name] extends { readonly values: infer Found }
  ? Found
  : Readonly<Record<never, never>>;
/** `LabelsOf` limits the labels of this metric to its known values. Code that counts anything else does not compile. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in (typeof metricKinds)[Name]['labels'][number]]: Label extends keyof Values<Name>
    ? Values<Name>[Label] extends readonly (infer Value extends string)[]
      ? Value
      : string
    : string;
};

/** Every combination of the labels of a counter; none where it has no labels, which the library tells by itself. */
export function toSeries(
  { labels, values }: MetricKind,
  open: Readonly<Partial<Record<OpenLabel, readonly string[]>>>,
): Record<string, string>[] {
  if (values === undefined || labels.length === 0) return [];
  return labels.reduce<Record<string, string>[]>(
    (series, label) => {
      const allowed = values[label] ?? [];
      // Whoever opens the places tells of theirs.
      const each = typeof allowed === 'string' ? (open[allowed] ?? []) : allowed;
      return series.flatMap((one) => each.map((value) => ({ ...one, [label]: value })));
    },
    [{}],
  );
}
