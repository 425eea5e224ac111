// Adds up in memory what each key does, and hands it to the store every second. Counting never waits for the disk and never
// fails; what the store does not take is kept and handed over again.

import type { KeyId } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { CallOutcome } from '../../domain/prices/call-outcome.ts';
import type { Act } from '../../domain/risk/act-words.ts';
import type { Clock } from '../clock.ts';
import { andThen, type Eventual } from '../eventual.ts';
import { toObserver } from '../observer.ts';
import type { ObservedScreening } from '../screening/screen.ts';
import type { ObservedVerification } from '../verify/observe-verification.ts';
import type { RequestTotals, UsageBatch, UsageStore } from './ports.ts';

/** The interface counts requests for the quotas. */
export interface CountRequests {
  count(keyId: KeyId, requests: number): void;
  /** Returns the requests counted today and this month, including those that the store does not have yet. */
  find(keyId: KeyId): Eventual<RequestTotals>;
}

export interface UsageMeter extends CountRequests {
  observeVerification(verification: ObservedVerification): void;
  observeScreening(screening: ObservedScreening): void;
  /** Hands over what there is, and ends. */
  stop(): Promise<void>;
}

interface UsageMeterOptions {
  readonly store: Pick<UsageStore, 'add' | 'countRequests'>;
  readonly clock: Clock;
  /** The meter calls `onFault` when the store stops accepting counts. */
  readonly onFault: (error: unknown) => void;
}

const flushEveryMs = 1_000;
const separator = '\n';

export function createUsageMeter({ store, clock, ...options }: UsageMeterOptions): UsageMeter {
  const onFault = toObserver(options.onFault);
  let open = createSheet();
  /** `underWay` holds the counts of an in-flight write. The meter includes them in its totals until the store has them. */
  let underWay: Sheet | undefined;
  let isFaulty = false;
  /**
   * `stored` holds the store's counts for keys with a quota. The meter reads them again after every flush, so that other processes' counts come in.
   */
  const stored = new Map<string, Eventual<RequestTotals>>();

  const toDay = () => toBrazilDay(clock.nowMs());

  async function flush(): Promise<void> {
    stored.clear();
    if (underWay !== undefined || isEmpty(open)) return;
    underWay = open;
    open = createSheet();
    try {
      await store.add(toBatch(underWay));
      isFaulty = false;
    } catch (error) {
      if (!isFaulty) onFault(error);
      isFaulty = true;
      merge(open, underWay);
    }
    underWay = undefined;
    stored.clear();
  }

  function getStored(keyId: KeyId, day: string, name: string): Eventual<RequestTotals> {
    let totals = stored.get(name);
    if (totals === undefined) {
      totals = store.countRequests(keyId, day);
      stored.set(name, totals);
    }
    return totals;
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref();

  return {
    count(keyId, requests) {
      const nowMs = clock.nowMs();
      const row = getRow(open.requests, toDayAndKey(toBrazilDay(nowMs), keyId));
      row.count += requests;
      row.lastAtMs = nowMs;
    },
    find(keyId) {
      const day = toDay();
      const name = toDayAndKey(day, keyId);
      const waiting = (open.requests.get(name)?.count ?? 0) + (underWay?.requests.get(name)?.count ?? 0);
      return andThen(getStored(keyId, day, name), (totals) => ({
        day: totals.day + waiting,
        month: totals.month + waiting,
      }));
    },
    observeVerification({ operation, caller, status, act, calls }) {
      const { keyId, purpose } = caller;
      const name = toDayAndKey(toDay(), keyId);
      add(open.verifications, [name, operation, status, act ?? '', purpose ?? ''].join(separator), 1);
      for (const { source, outcome, count } of calls) {
        add(open.calls, [name, source, outcome, purpose ?? ''].join(separator), count);
      }
    },
    observeScreening({ caller: { keyId, purpose }, status }) {
      add(open.verifications, [toDayAndKey(toDay(), keyId), 'screen', status, '', purpose ?? ''].join(separator), 1);
    },
    async stop() {
      clearInterval(timer);
      while (underWay !== undefined) await new Promise((resolve) => setImmediate(resolve));
      await flush();
    },
  };
}

interface RequestRow {
  count: number;
  lastAtMs: number;
}

/** By the words of each row, joined: day, key, and what else tells it apart. */
interface Sheet {
  readonly requests: Map<string, RequestRow>;
  readonly verifications: Map<string, number>;
  readonly calls: Map<string, number>;
}

function createSheet(): Sheet {
  return { requests: new Map(), verifications: new Map(), calls: new Map() };
}

function isEmpty({ requests, verifications, calls }: Sheet): boolean {
  return requests.size + verifications.size + calls.size === 0;
}

function toDayAndKey(day: string, keyId: KeyId): string {
  return `${day}${separator}${keyId}`;
}

function add(rows: Map<string, number>, name: string, count: number): void {
  rows.set(name, (rows.get(name) ?? 0) + count);
}

function getRow(rows: Map<string, RequestRow>, name: string): RequestRow {
  let row = rows.get(name);
  if (row === undefined) {
    row = { count: 0, lastAtMs: 0 };
    rows.set(name, row);
  }
  return row;
}

function merge(into: Sheet, from: Sheet): void {
  for (const [name, { count, lastAtMs }] of from.requests) {
    const row = getRow(into.requests, name);
    row.count += count;
    row.lastAtMs = Math.max(row.lastAtMs, lastAtMs);
  }
  for (const [name, count] of from.verifications) add(into.verifications, name, count);
  for (const [name, count] of from.calls) add(into.calls, name, count);
}

function toBatch({ requests, verifications, calls }: Sheet): UsageBatch {
  return {
    requests: [...requests].map(([name, row]) => {
      const [day = '', keyId] = name.split(separator);
      return { day, keyId: keyId as KeyId, ...row };
    }),
    verifications: [...verifications].map(([name, count]) => {
      const [day = '', keyId, operation, outcome = '', act = '', purpose = ''] = name.split(separator);
      return {
        day,
        keyId: keyId as KeyId,
        operation: operation as 'cpf' | 'cnpj' | 'screen',
        outcome,
        act: act === '' ? null : (act as Act),
        purpose: purpose === '' ? null : purpose,
        count,
      };
    }),
    calls: [...calls].map(([name, count]) => {
      const [day = '', keyId, source = '', outcome, purpose = ''] = name.split(separator);
      return {
        day,
        keyId: keyId as KeyId,
        source,
        outcome: outcome as CallOutcome,
        purpose: purpose === '' ? null : purpose,
        count,
      };
    }),
  };
}
