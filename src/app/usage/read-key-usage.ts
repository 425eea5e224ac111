// What one key asked in a month, with the results and the cost, for its owner.

import type { KeyId } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import type { Clock } from '../clock.ts';
import {
  type CallCost,
  type CostSummary,
  type PurposeSummary,
  readCallCosts,
  summarizeByPurpose,
  summarizeCosts,
} from './call-costs.ts';
import type { UsageReport, UsageStore } from './ports.ts';

export interface KeyUsage {
  /** `YYYY-MM` */
  readonly month: string;
  readonly requests: number;
  readonly verifications: UsageReport['verifications'];
  readonly calls: readonly CallCost[];
  /** The costs are null if no source has a price. */
  readonly costs: CostSummary | null;
  /** The list holds the cost of each purpose. It is empty if no source has a price. */
  readonly purposes: readonly PurposeSummary[];
}

/** Without a month, of this one. */
export type ReadKeyUsage = (keyId: KeyId, month?: string) => Promise<KeyUsage>;

interface ReadKeyUsageOptions {
  readonly store: Pick<UsageStore, 'read' | 'listCalls'>;
  readonly prices: Prices;
  readonly clock: Clock;
}

export function createReadKeyUsage({ store, prices, clock }: ReadKeyUsageOptions): ReadKeyUsage {
  return async (keyId, month = toBrazilDay(clock.nowMs()).slice(0, 7)) => {
    const { requests, verifications } = await store.read({ month, keyId });
    const calls = await readCallCosts(store, { prices, month, keyId });
    return {
      month,
      requests: requests[0]?.count ?? 0,
      verifications,
      calls,
      costs: prices.size === 0 ? null : summarizeCosts(calls, verifications),
      purposes: prices.size === 0 ? [] : summarizeByPurpose(calls, verifications),
    };
  };
}
