// What counting usage needs from the world. The port has one contract suite, which each of its adapters passes.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { CallOutcome } from '../../domain/prices/call-outcome.ts';
import type { Act } from '../../domain/risk/act-words.ts';
import type { Eventual } from '../eventual.ts';

/** Events of one day in America/Sao_Paulo, which is `YYYY-MM-DD`. */
interface OfDay {
  readonly day: string;
  readonly count: number;
}

export interface RequestCount extends OfDay {
  readonly keyId: KeyId;
  readonly lastAtMs: number;
}

export interface VerificationCount extends OfDay {
  readonly keyId: KeyId;
  readonly operation: 'cpf' | 'cnpj' | 'screen';
  /** The answer's `status`, or `sources_unavailable`. */
  readonly outcome: string;
  /** `act` holds the action that the answer recommends. It is null if there was no result, and for a screening. */
  readonly act: Act | null;
  readonly purpose: string | null;
}

export interface CallCount extends OfDay {
  readonly keyId: KeyId;
  readonly source: string;
  readonly outcome: CallOutcome;
  readonly purpose: string | null;
}

export interface UsageBatch {
  readonly requests: readonly RequestCount[];
  readonly verifications: readonly VerificationCount[];
  readonly calls: readonly CallCount[];
}

export interface RequestTotals {
  readonly day: number;
  readonly month: number;
}

export interface UsageFilter {
  /** `YYYY-MM` */
  readonly month: string;
  readonly keyId?: string;
}

export interface DayRange {
  readonly from: string;
  /** The first day that is no longer in it. */
  readonly before: string;
}

/** Where usage is kept, added up by day. */
export interface UsageStore {
  /** Adds to what is there. Resolves once it is durable; when it rejects, nothing of it was added. */
  add(batch: UsageBatch): Promise<void>;
  /** The requests of a key on this day and in its month, as far as they were added, by any process. */
  countRequests(keyId: KeyId, day: string): Eventual<RequestTotals>;
  /** When the key was last used, as far as that was added. */
  findLastUsedMs(keyId: KeyId): Eventual<number | undefined>;
  /** All of a month; days are added up. */
  read(filter: UsageFilter): Promise<UsageReport>;
  /** The calls of these days, of all keys; days are added up. */
  listCalls(days: DayRange): Promise<readonly Omit<CallCount, 'day'>[]>;
  /** The verifications of these days, of all keys; days are added up. */
  listVerifications(days: DayRange): Promise<UsageReport['verifications']>;
  /** Counts the requests of each month from this one on, of all keys or of one. The list leaves out months without any. */
  listMonths(from: string, keyId?: string): Promise<readonly MonthCount[]>;
}

export interface MonthCount {
  /** `YYYY-MM` */
  readonly month: string;
  readonly count: number;
}

export interface UsageReport {
  readonly requests: readonly Omit<RequestCount, 'day'>[];
  readonly verifications: readonly Omit<VerificationCount, 'day'>[];
  readonly calls: readonly Pick<CallCount, 'keyId' | 'source' | 'count'>[];
}
