// Every metric of our own: its name, what it counts, its labels. `docs/metrics.md` is generated from here, and the dashboard and
// the alerts in `deploy/` are checked against it. Labels come from closed lists: nothing that a caller sent can become one.

import { rowStatuses } from '../app/batches/ports.ts';
import { answerBounds } from '../app/board/figures.ts';
import { eventTypes } from '../app/events/ports.ts';
import { deliveryStates } from '../app/webhooks/ports.ts';
import { keyModes } from '../domain/access/api-key.ts';
import { sourceNames, unavailableReasons } from '../domain/person/evidence.ts';
import { personStatuses } from '../domain/person/person.ts';

export interface MetricKind {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /**
   * What the labels of a counter can be. Every combination is told from the start, at 0: Prometheus takes the first value that it sees of
   * a series for no increase at all. `routes` are the server's own to callers, `places` those of `audit.anchor`.
   */
  readonly values?: Readonly<Record<string, readonly string[] | 'routes' | 'places'>>;
  /** How several processes' gauges become one figure. */
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
  confere_source_answers_total: {
    type: 'counter',
    help: 'What became of each question to a party with a live key: `answered`, `not_found`, `cached`, or why there was no answer.',
    labels: ['source', 'outcome'],
    values: { source: sourceNames, outcome: ['answered', 'not_found', 'cached', ...unavailableReasons] },
  },
  confere_source_duration_seconds: {
    type: 'histogram',
    help: 'Time for which a verification with a live key waited for a party; cached answers are left out.',
    labels: ['source'],
    buckets: answerBounds,
  },
  confere_source_second_tries_total: {
    type: 'counter',
    help: 'Second calls to a party for one question: `retry` where nothing was sent, `hedge` where the operator allowed it.',
    labels: ['source', 'why'],
    values: { source: sourceNames, why: ['retry', 'hedge'] },
  },
  confere_source_token_renewals_total: {
    type: 'counter',
    help: 'Access tokens of a party that were `renewed`, and attempts that `failed`.',
    labels: ['source', 'outcome'],
    values: { source: sourceNames, outcome: ['renewed', 'failed'] },
  },
  confere_shared_answers_total: {
    type: 'counter',
    help: 'With `answer_cache: shared`: looks in Redis that were a `hit`, a `miss`, too `late` or found something `damaged`; answers that were `kept` or not (`too_large`, `no_room`); either while it was `unreachable`.',
    labels: ['source', 'outcome'],
    values: {
      source: sourceNames,
      outcome: ['hit', 'miss', 'late', 'damaged', 'kept', 'too_large', 'no_room', 'unreachable'],
    },
  },
  confere_source_breaker_state: {
    type: 'gauge',
    help: 'Breaker of a party: 0 closed, 1 half open, 2 open.',
    labels: ['source'],
    over: 'max',
  },
  confere_source_calls_in_flight: {
    type: 'gauge',
    help: 'Calls to a party that are under way.',
    labels: ['source'],
    over: 'sum',
  },
  confere_limiter_decisions_total: {
    type: 'counter',
    help: 'Requests with a valid key that all its limits `admitted` or that one of them `refused`; failed authentications told to wait.',
    labels: ['limit', 'decision'],
    values: { limit: ['all', 'rate', 'quota', 'network', 'auth_failures'], decision: ['admitted', 'refused'] },
  },
  confere_shed_requests_total: {
    type: 'counter',
    help: 'Requests refused with `overloaded` before any source was asked.',
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
  confere_counters_reachable: {
    type: 'gauge',
    help: '1 while limits are counted for all machines together, or on this one alone because `counters` is not set; 0 while they hold by the share of each.',
    labels: [],
    over: 'min',
  },
  confere_counters_alone_total: {
    type: 'counter',
    help: 'Events that were counted without `counters`, which could not be reached.',
    labels: [],
  },
  confere_counters_nodes: {
    type: 'gauge',
    help: 'Processes that share the limits in `counters`, as far as this one knows; 1 where it is not set.',
    labels: [],
    over: 'max',
  },
  confere_counters_duration_seconds: {
    type: 'histogram',
    help: 'Time of each question to `counters`, or for how long one without an answer was waited for.',
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
    help: '1 while the only PostgreSQL in `store` that takes writes is not the one that was promoted last, and is refused.',
    labels: [],
    over: 'max',
  },
  confere_store_clock_skew_seconds: {
    type: 'gauge',
    help: 'How far the clock of this node is ahead of that of the PostgreSQL in `store`; negative where it is behind, 0 without `store`.',
    labels: [],
    over: 'max',
  },
  confere_store_connections: {
    type: 'gauge',
    help: 'Connections to `store` that are `busy` or `idle`, and those who are `waiting` for one; two of each process are not counted here.',
    labels: ['state'],
    over: 'sum',
  },
  confere_store_statement_duration_seconds: {
    type: 'histogram',
    help: 'Time of statements and transactions in `store`, with the wait for a connection: `keys`, `calls` (with an `Idempotency-Key`), `usage`, `operators`, `audit` (reading it) and `link` (five times a second: would a change be heard of).',
    labels: ['part'],
    buckets: commitSeconds,
  },
  confere_store_faults_total: {
    type: 'counter',
    help: 'Those of them that failed: the database was `unreachable`, or `refused`.',
    labels: ['part', 'fault'],
    values: { part: storeParts, fault: ['unreachable', 'refused'] },
  },
  confere_store_reconnects_total: {
    type: 'counter',
    help: 'How often the session that hears of changed keys (`link`) or the one that writes the `audit` was lost and came back.',
    labels: ['part'],
    values: { part: ['link', 'audit'] },
  },
  confere_registry_ready: { type: 'gauge', help: '1 while companies can be looked up.', labels: [], over: 'min' },
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
    help: 'Looks at the place that `registry.source` names: `pulled`, `up_to_date`, `older`, `held` (by a rollback), `nothing_published` or `failed`.',
    labels: ['outcome'],
    values: { outcome: ['pulled', 'up_to_date', 'older', 'held', 'nothing_published', 'failed'] },
  },
  confere_audit_writable: {
    type: 'gauge',
    help: '1 while the audit can be written; at 0 every CPF verification with a live key is refused.',
    labels: [],
    over: 'min',
  },
  confere_audit_history_refused: {
    type: 'gauge',
    help: '1 while the audit is not continued because it is not the one that was written here: older, missing or forged. An operator has to decide.',
    labels: [],
    over: 'max',
  },
  confere_audit_head_remembered: {
    type: 'gauge',
    help: '1 while the end of the audit can be written down outside of `data_dir`; at 0 an older copy of it would not be noticed.',
    labels: [],
    over: 'min',
  },
  confere_audit_unfinished_intents: {
    type: 'gauge',
    help: 'Verifications that were begun and never recorded: their parties may have been called, and may send a bill. Looked at every half minute; what may still be in work is left out.',
    labels: [],
    over: 'max',
  },
  confere_audit_anchors_total: {
    type: 'counter',
    help: 'Anchors that were `sent` to a place of `audit.anchor`, and attempts that `failed`.',
    labels: ['place', 'outcome'],
    values: { place: 'places', outcome: ['sent', 'failed'] },
  },
  confere_audit_anchor_last_success_seconds: {
    type: 'gauge',
    help: 'When this process last sent an anchor to the place, in seconds since 1970. None is sent while no head moves.',
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
  confere_webhook_calls_total: {
    type: 'counter',
    help: 'Calls of webhooks by event, and what became of the delivery: `delivered`, `pending` (tried again later) or `dead`.',
    labels: ['event', 'state'],
    values: { event: eventTypes, state: deliveryStates },
  },
  confere_job_heartbeat_seconds: {
    type: 'gauge',
    help: 'When each job of the background last gave a sign that it works (nothing to do, one step on, or done), in seconds since 1970.',
    labels: ['job'],
    over: 'min',
  },
  confere_jobs_abandoned_total: {
    type: 'counter',
    help: 'Work of the background that hung and was left to itself: `silent` for two minutes, or not ended at a `stop`.',
    labels: ['job', 'why'],
    values: { job: ['batches', 'watches', 'webhooks'], why: ['silent', 'stop'] },
  },
  confere_workers: { type: 'gauge', help: 'Processes that serve.', labels: [], over: 'sum' },
  confere_worker_deaths_total: {
    type: 'counter',
    help: 'Workers that ended without having been told to, and were replaced.',
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

type Values<Name extends MetricName> = (typeof metricKinds)[Name] extends { readonly values: infer Found }
  ? Found
  : never;
/** What this label of this counter can be: whoever counts something else does not compile. */
export type LabelOf<
  Name extends MetricName,
  Label extends keyof Values<Name>,
> = Values<Name>[Label] extends readonly (infer Value)[] ? Value : never;

/** Every combination of the labels of a counter; none where it has no labels, which the library tells by itself. */
export function toSeries({ labels, values }: MetricKind, routes: readonly string[]): Record<string, string>[] {
  if (values === undefined || labels.length === 0) return [];
  return labels.reduce<Record<string, string>[]>(
    (series, label) => {
      const allowed = values[label] ?? [];
      // Whoever opens the places tells of theirs.
      const each = allowed === 'routes' ? routes : allowed === 'places' ? [] : allowed;
      return series.flatMap((one) => each.map((value) => ({ ...one, [label]: value })));
    },
    [{}],
  );
}
