// Counts the requests of a key against its rate, its burst and its quotas. Every request counts, also one that is refused.

import type { KeyRecord, RateLimit } from '../../domain/access/api-key.ts';
import { getPeriods, type Period, toSecondsLeft } from '../../domain/dates/periods.ts';
import { AppError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import { andThen, type Eventual } from '../eventual.ts';
import type { CountedWindow, Counters } from '../limits.ts';
import type { CountRequests } from '../usage/usage-meter.ts';

/** A quota tells the caller what remains of the rate. */
export interface Quota {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
  /** This request is one too many. */
  readonly exceeded: boolean;
}

export interface CountedRequest {
  /** The quota is null for a key without a rate. */
  readonly quota: Quota | null;
  readonly refusal: AppError | null;
}

/**
 * `events` are counted now; with those that the same call has counted before, they are `added`. `isRepeat`: they come once more, as a row of
 * a batch that waited does, and are in the usage already.
 */
export type CountRequest = (
  key: KeyRecord,
  counted: { readonly events: number; readonly added: number; readonly isRepeat?: boolean },
) => Eventual<CountedRequest>;

interface KeyLimitsOptions {
  readonly rates: Counters;
  readonly clock: Clock;
  /** The meter counts all requests and remembers the totals over restarts. */
  readonly usage: CountRequests;
}

const burstMs = 1_000;
const unlimited: CountedRequest = { quota: null, refusal: null };

export function createCountRequest({ rates, clock, usage }: KeyLimitsOptions): CountRequest {
  /**
   * Counts events in a period. A new window lacks the requests that an earlier service counted, or that came before the key had a quota. The
   * process that opens the window adds them, and exactly one process does. Later counts of other processes are never ignored either.
   */
  function hitPeriod({ kind, name, endsAtMs }: Period, key: KeyRecord, events: number): Eventual<number> {
    const window = `${kind}:${name}:${key.id}`;
    const windowMs = Math.max(1, endsAtMs - clock.nowMs());
    const used = usage.find(key.id);
    return andThen(rates.hit(window, windowMs, events), ({ count }) =>
      andThen(used, ({ [kind]: before }) => {
        if (count > events || before === 0) return Math.max(count, before + events);
        return andThen(rates.hit(window, windowMs, before), (seeded) => seeded.count);
      }),
    );
  }

  function findQuotaExcess(period: Period, limit: number | null, before: number): AppError | undefined {
    if (limit === null || before < limit) return undefined;
    const retryAfterSeconds = toSecondsLeft(period, clock.nowMs());
    return new AppError('quota_exceeded', { retryAfterSeconds, detail: quotaDetails[period.kind] });
  }

  return (key, { events, added, isRepeat = false }) => {
    const inUsage = isRepeat ? 0 : events;
    const { rate, burst, dailyQuota, monthlyQuota } = key;
    // All are begun before the first is waited for: counters across processes ask about all of them at once.
    const rated = rate === null ? null : rates.hit(key.id, rate.windowSeconds * 1000, events);
    if (burst === null && dailyQuota === null && monthlyQuota === null) {
      usage.count(key.id, inUsage);
      return rated === null ? unlimited : andThen(rated, (window) => toCounted(rate, window, added));
    }
    const burstWindow = burst === null ? null : rates.hit(`burst:${key.id}`, burstMs, events);
    const periods = getPeriods(clock.nowMs());
    const today = dailyQuota === null ? 0 : hitPeriod(periods.day, key, events);
    const thisMonth = monthlyQuota === null ? 0 : hitPeriod(periods.month, key, events);
    usage.count(key.id, inUsage);
    return andThen(rated, (window) =>
      andThen(burstWindow, (atOnce) =>
        andThen(today, (day) =>
          andThen(thisMonth, (month) => {
            const counted = toCounted(rate, window, added);
            const refusal =
              counted.refusal ??
              findBurstExcess(burst, atOnce, added) ??
              findQuotaExcess(periods.month, monthlyQuota, month - added) ??
              findQuotaExcess(periods.day, dailyQuota, day - added) ??
              null;
            return { ...counted, refusal };
          }),
        ),
      ),
    );
  };
}

function toCounted(rate: RateLimit | null, window: CountedWindow | null, added: number): CountedRequest {
  if (rate === null || window === null) return unlimited;
  const { requests, windowSeconds } = rate;
  const resetsInSeconds = Math.ceil(window.resetsInMs / 1000);
  const exceeded = window.count - added >= requests;
  const remaining = Math.max(0, requests - window.count);
  return {
    quota: { limit: requests, windowSeconds, remaining, resetsInSeconds, exceeded },
    refusal: exceeded ? new AppError('rate_limited', { retryAfterSeconds: Math.max(1, resetsInSeconds) }) : null,
  };
}

function findBurstExcess(burst: number | null, window: CountedWindow | null, added: number): AppError | undefined {
  if (burst === null || window === null || window.count - added < burst) return undefined;
  return new AppError('rate_limited', {
    retryAfterSeconds: 1,
    detail: {
      en: `This key may send ${burst} requests within one second. Spread them out.`,
      pt: `Esta chave pode enviar ${burst.toLocaleString('pt-BR')} requisições em um mesmo segundo. Distribua-as no tempo.`,
    },
  });
}

const quotaDetails = {
  day: {
    en: 'This key has used up its requests of today (America/Sao_Paulo). Try again tomorrow.',
    pt: 'Esta chave já usou todas as requisições de hoje (horário de Brasília). Tente de novo amanhã.',
  },
  month: {
    en: 'This key has used up its requests of this month (America/Sao_Paulo). Try again next month.',
    pt: 'Esta chave já usou todas as requisições deste mês (horário de Brasília). Tente de novo no mês que vem.',
  },
} as const;
