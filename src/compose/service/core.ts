// What every part of the service is built on: settings, clock, log, metrics, the store and the limits.

import { randomBytes } from 'node:crypto';
import type { OpenTable } from '../../app/bulk/open-table.ts';
import type { Clock } from '../../app/clock.ts';
import { createPurgeClock, type PurgeClock } from '../../app/jobs/purge-clock.ts';
import { type CountRequest, createCountRequest } from '../../app/keys/key-limits.ts';
import { createRequestIds } from '../../app/random.ts';
import type { RowFault } from '../../app/row-proof.ts';
import type { Tracer } from '../../app/tracer.ts';
import { createUsageMeter, type UsageMeter } from '../../app/usage/usage-meter.ts';
import type { QuestionStore } from '../../app/verify/ports.ts';
import { createTableThreads, type TableLimits } from '../../bulk/table-threads.ts';
import type { Config } from '../../config.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { toFaultCode } from '../../errors.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { toOwnRedis } from '../backend/installation.ts';
import { createLineageTexts, followNewestServer } from '../backend/store-lineage.ts';
import { loadPolicy } from '../parts/policy.ts';
import { openStores, type Stores } from '../parts/stores.ts';
import { openLog } from '../telemetry/log.ts';
import { createServiceLog, type ServiceLog } from '../telemetry/service-log.ts';
import { createOwnLimits, type Limits } from './limits/limits.ts';
import type { RedisLimits } from './limits/redis-limits.ts';

export interface CoreOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly version: string;
  /** `processes` counts the processes that share the port. Each has its share of the limits that apply to all of them. */
  readonly processes: number;
  /** `isHousekeeper` tells whether this process deletes what is due. One of several is enough. */
  readonly isHousekeeper: boolean;
  /** A benchmark puts others in their place, to find out what counting costs. Operators see nothing then. */
  readonly metrics: Metrics;
  /** The log goes to this descriptor; 1 is the standard output. */
  readonly logDescriptor: number;
  /** The limits are counted here while no Redis is set; by default they are counted in this service alone. */
  readonly limits: Limits | undefined;
  /** Processes of this machine use this store to settle which one asks a party. It is undefined if there is but one process. */
  readonly questions: QuestionStore | undefined;
  /** A test makes them small. */
  readonly tableLimits: Partial<TableLimits>;
  /** The stack closes its parts in the opposite order, at the end or when a later part cannot be opened. */
  readonly opened: AsyncDisposableStack;
}

export interface Core extends Omit<CoreOptions, 'logDescriptor' | 'limits' | 'questions' | 'tableLimits'> {
  readonly policy: RiskPolicy;
  readonly logger: Logger;
  readonly log: ServiceLog;
  readonly stores: Stores;
  /** Every deletion uses this clock and not the calendar. */
  readonly purgeClock: PurgeClock;
  /** The value is undefined if no other machine counts with this one. */
  readonly counters: RedisLimits | undefined;
  readonly limits: Limits;
  /** The store settles which of several processes asks a party. It is undefined if there is no other process. */
  readonly questions: QuestionStore | undefined;
  readonly usage: UsageMeter;
  readonly countRequest: CountRequest;
  readonly tracer: Tracer | undefined;
  /** Tables that are sent are read in threads of their own. */
  readonly openTable: OpenTable;
  readonly createRequestId: () => string;
  /** A stored row that decides something is not one that Confere wrote, or is gone. */
  readonly onRowFault: (fault: RowFault) => void;
  readonly onJobFault: (job: string, error: unknown) => void;
  /** Calls it each time that this process has the shared database again, after it had lost it. */
  readonly whenStoreIsBack: (tell: () => void) => void;
}

export async function openCore({
  logDescriptor,
  limits: ownLimits,
  questions: ownQuestions,
  tableLimits,
  ...given
}: CoreOptions): Promise<Core> {
  const { config, clock, metrics, opened } = given;
  const policy = loadPolicy(config['policy.file']);
  const logger = openLog(config, logDescriptor, clock);
  opened.defer(() => logger.flush());
  const log = createServiceLog(logger, clock);
  const toTellWhenBack: (() => void)[] = [];
  const onRowFault = (fault: RowFault) => {
    log.rowFault(fault);
    metrics.count('confere_row_faults_total', { table: fault.table });
  };
  const stores = await openStores(config, clock, {
    mayMakeHome: true,
    onKeyFault(id) {
      log.keyFault(id);
      metrics.count('confere_row_faults_total', { table: 'api_keys' });
    },
    onRowFault,
    onDamagedRow(row) {
      log.damagedRow(row);
      metrics.count('confere_row_faults_total', { table: row.table });
    },
    onLink: (change) => {
      log.storeLink(change);
      if (change.kind !== 'back') return;
      metrics.count('confere_store_reconnects_total', { part: 'link' });
      for (const tell of toTellWhenBack) tell();
    },
    onStatement: ({ part, durationMs, fault }) => {
      metrics.observe('confere_store_statement_duration_seconds', { part }, durationMs);
      if (fault !== null) metrics.count('confere_store_faults_total', { part, fault });
    },
  });
  opened.defer(() => stores.close());
  const counters = await openCounters({ config, clock, metrics, log }, stores.secret);
  opened.defer(() => counters?.close());
  if (counters !== undefined && stores.shared !== undefined)
    opened.defer(
      followNewestServer(stores.shared, {
        exchange: counters.exchangeNewestServer,
        signed: createLineageTexts(stores.secret),
        onForged: log.lineageForged,
      }),
    );
  const limits = counters ?? ownLimits ?? createOwnLimits(clock);
  const shared = config.answer_cache === 'shared' ? counters?.questions : undefined;
  const usage = createUsageMeter({
    store: stores.usage,
    clock,
    onFault: (error) => logger.write('error', 'usage_not_kept', { internal: toFaultCode(error) }),
  });
  opened.defer(() => usage.stop());
  const tracer = await openTracer(config, given.version);
  opened.defer(() => tracer?.close());
  const tables = createTableThreads({
    ...tableLimits,
    rowsMax: config['batches.rows_max'],
    onAbandoned: (why) => {
      metrics.count('confere_tables_abandoned_total', { why });
      log.workAbandoned(why);
    },
  });
  opened.defer(() => tables.close());
  return {
    ...given,
    policy,
    logger,
    log,
    stores,
    purgeClock: createPurgeClock(clock, await stores.purgeTime.read()),
    counters,
    limits,
    questions: shared ?? stores.questions ?? ownQuestions,
    usage,
    countRequest: createCountRequest({ rates: limits.rates, clock, usage }),
    tracer,
    openTable: tables.open,
    createRequestId: createRequestIds(clock, randomBytes),
    whenStoreIsBack: (tell) => void toTellWhenBack.push(tell),
    onRowFault,
    onJobFault: (job, error) => logger.write('error', 'job_fault', { component: job, internal: toFaultCode(error) }),
  };
}

/** Returns undefined if the environment asks for no tracing; nothing of it is then loaded. */
async function openTracer({ tracing }: Config, version: string): Promise<Tracer | undefined> {
  if (tracing === null) return undefined;
  const { createTracer } = await import('../../telemetry/tracing.ts');
  return createTracer(tracing, version);
}

/** Returns undefined if the settings name no Redis; no Redis module is then loaded. */
async function openCounters(
  { config, clock, metrics, log }: Pick<Core, 'config' | 'clock' | 'metrics' | 'log'>,
  secret: MasterSecret,
): Promise<RedisLimits | undefined> {
  if (config.counters === null) return undefined;
  const { openRedisLimits } = await import('./limits/redis-limits.ts');
  let wasLost = false;
  return openRedisLimits({
    clock,
    onChange: (isReachable) => {
      log.countersChange(isReachable);
      // Found for the first time, they were never lost.
      if (isReachable && wasLost) metrics.count('confere_counters_reconnects_total', {});
      wasLost ||= !isReachable;
    },
    onForeign: log.countersForeign,
    onAlone: () => metrics.count('confere_counters_alone_total', {}),
    onAsked: (durationMs) => metrics.observe('confere_counters_duration_seconds', {}, durationMs),
    address: toOwnRedis(config.counters, secret),
    answerMsMax: config['limits.counters_ms_max'],
    nodesMin: config['limits.nodes'],
  });
}
