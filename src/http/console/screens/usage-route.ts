// The usage of keys in a month, on the screen Chaves: what each was used for, and what that cost.

import { countOutcomes, readCallCosts, summarizeByKey, summarizeByPurpose } from '../../../app/usage/call-costs.ts';
import type { UsageReport } from '../../../app/usage/ports.ts';
import { showCallCost, showPurpose, showSummary } from '../../../app/usage/show-costs.ts';
import { isMonth, toBrazilDay } from '../../../domain/dates/calendar.ts';
import { AppError } from '../../../errors.ts';
import type { ConsoleAnswer } from '../contract.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';

const monthsShown = 12;
const notAMonth = { en: 'Write a month such as 2026-11.', pt: 'Escreva um mês como 2026-11.' };

export function addUsageRoute(add: AddConsoleRoute, { keys, clock }: Pick<ConsoleOptions, 'keys' | 'clock'>): void {
  const { usage, prices } = keys;

  add('POST usage', async ({ body: { month, key_id } }) => {
    const thisMonth = toBrazilDay(clock.nowMs()).slice(0, 7);
    const shown = month ?? thisMonth;
    if (!isMonth(shown)) throw new AppError('invalid_request', { detail: notAMonth });
    const report = await usage.read({ month: shown, ...(key_id === null ? {} : { keyId: key_id }) });
    const counted = [...report.requests, ...report.verifications, ...report.calls];
    const names = await keys.findNames([...new Set(counted.map(({ keyId }) => keyId))]);
    const toRow = ({ keyId, count }: { readonly keyId: string; readonly count: number }) => ({
      key_id: keyId,
      name: names.get(keyId) ?? null,
      count,
    });
    return {
      month: shown,
      months: await listMonths(thisMonth, key_id ?? undefined),
      requests: report.requests.map(toRow),
      verifications: countOutcomes(report.verifications).map(({ operation, outcome, ...row }) => ({
        ...toRow(row),
        operation,
        outcome,
      })),
      calls: report.calls.map(({ source, ...row }) => ({ ...toRow(row), source })),
      costs: await readCosts(shown, key_id, report.verifications, names),
    };
  });

  async function readCosts(
    month: string,
    keyId: string | null,
    verifications: UsageReport['verifications'],
    names: ReadonlyMap<string, string>,
  ): Promise<ConsoleAnswer<'POST usage'>['costs']> {
    if (prices.size === 0) return null;
    const costs = await readCallCosts(usage, { prices, month, ...(keyId === null ? {} : { keyId }) });
    const calls = costs.map((cost) => ({
      key_id: cost.keyId,
      name: names.get(cost.keyId) ?? null,
      ...showCallCost(cost),
    }));
    const purposes = summarizeByPurpose(costs, verifications).map(showPurpose);
    const { all } = summarizeByKey(costs, verifications);
    return { ...showSummary(all), people: all.verifications, approved: all.approved, purposes, calls };
  }

  /** A month without a request is there as well. */
  async function listMonths(last: string, keyId: string | undefined): Promise<ConsoleAnswer<'POST usage'>['months']> {
    const [year = 0, month = 1] = last.split('-').map(Number);
    const months = Array.from({ length: monthsShown }, (_, index) =>
      new Date(Date.UTC(year, month - monthsShown + index)).toISOString().slice(0, 7),
    );
    const counted = new Map(
      (await usage.listMonths(months[0] as string, keyId)).map((each) => [each.month, each.count]),
    );
    return months.map((each) => ({ month: each, count: counted.get(each) ?? 0 }));
  }
}
