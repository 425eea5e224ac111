// Hoje: what has happened since yesterday and what needs somebody, read part by part. A part that cannot be read takes no other with it.

import { companyParty } from '../../../app/audit/entry.ts';
import type { DashboardView } from '../../../app/dashboard/dashboard.ts';
import { readCallCosts, summarizeByKey } from '../../../app/usage/call-costs.ts';
import type { UsageReport } from '../../../app/usage/ports.ts';
import { showSummary } from '../../../app/usage/show-costs.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { toShortTitle } from '../../../domain/screening/list-names.ts';
import { judgeList } from '../../../domain/screening/reliance.ts';
import type { ConsoleAnswer } from '../contract.ts';
import type { ListView } from '../contracts/lists.ts';
import type { DayView, Level } from '../contracts/morning.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';
import { toListView } from './lists-routes.ts';

type Morning = ConsoleAnswer<'GET morning'>;
type MorningOptions = Pick<
  ConsoleOptions,
  'keys' | 'clock' | 'readDashboard' | 'clearances' | 'lists' | 'webhooks' | 'onUnread'
>;

const dayMs = 86_400_000;
const weekDays = 7;

export function addMorningRoute(add: AddConsoleRoute, options: MorningOptions): void {
  const { keys, clock, readDashboard, clearances, lists, webhooks, onUnread } = options;
  const { usage, prices } = keys;

  async function readPart<Part>(read: () => Promise<Part>): Promise<Part | null> {
    try {
      return await read();
    } catch (error) {
      onUnread(error);
      return null;
    }
  }

  async function readDays(): Promise<Morning['verifications']> {
    const toDay = (daysAgo: number) => toBrazilDay(clock.nowMs() - daysAgo * dayMs);
    const count = async (from: number, before: number) =>
      countLevels(await usage.listVerifications({ from: toDay(from), before: toDay(before) }));
    const [today, yesterday, week] = await Promise.all([count(0, -1), count(1, 0), count(1 + weekDays, 1)]);
    return { day: toDay(1), yesterday, today, week };
  }

  async function readMonthCost(month: string) {
    const costs = await readCallCosts(usage, { prices, month });
    const { all } = summarizeByKey(costs, (await usage.read({ month })).verifications);
    const { reais_per_approved, calls_without_price } = showSummary(all);
    return { month, reais_per_approved, calls_without_price, people: all.verifications, approved: all.approved };
  }

  async function readCost(): Promise<Morning['cost']> {
    const month = toBrazilDay(clock.nowMs()).slice(0, 7);
    const lastMonth = toBrazilDay(Date.parse(`${month}-01T12:00:00Z`) - dayMs).slice(0, 7);
    const [this_month, last_month] = await Promise.all([readMonthCost(month), readMonthCost(lastMonth)]);
    return { has_prices: prices.size > 0, this_month, last_month };
  }

  add('GET morning', async () => {
    const [verifications, sources, cost, judgements, shown, troubles] = await Promise.all([
      readPart(readDays),
      readPart(async () => toSources(await readDashboard(0))),
      readPart(readCost),
      readPart(() => clearances.countDue()),
      readPart(async () => toListsState((await lists.status()).map(toListView))),
      readPart(async () => ({
        endpoints: (await webhooks.listEndpoints()).length,
        troubles: (await webhooks.countTroubles()).map(({ endpointId, ...counts }) => ({
          endpoint_id: endpointId,
          ...counts,
        })),
      })),
    ]);
    return { at_ms: clock.nowMs(), verifications, sources, cost, judgements, lists: shown, webhooks: troubles };
  });
}

const noLevels: Readonly<Record<Level, number>> = { approve: 0, complete: 0, review: 0, manual: 0, none: 0 };

function countLevels(verifications: UsageReport['verifications']): DayView {
  const people = { ...noLevels };
  let companies = 0;
  for (const { operation, act, count } of verifications) {
    if (operation === 'cpf') people[act ?? 'none'] += count;
    if (operation === 'cnpj') companies += count;
  }
  return { people, companies };
}

function toListsState(lists: readonly ListView[]): NonNullable<Morning['lists']> {
  return {
    current: lists.filter(({ state }) => state === 'current').length,
    unreliable: lists.flatMap(({ title, state, is_relied_upon }) => {
      const tone = judgeList(state, is_relied_upon);
      return tone === 'bad' || tone === 'warn' ? [{ name: toShortTitle(title), state, is_bad: tone === 'bad' }] : [];
    }),
  };
}

/** Throws where no process has told anything yet: then nobody knows of an outage. */
function toSources({ processes, hour, day }: DashboardView): NonNullable<Morning['sources']> {
  if (processes.known === 0) throw new Error('No process has reported its sources');
  // Only parties that are asked about people count their answers.
  const connected = day.sources.filter(({ name, breaker }) => breaker !== null && name !== companyParty);
  return {
    since_ms: day.points[0]?.at_ms ?? null,
    connected: connected.length,
    unasked: connected.filter(({ outcomes }) => Object.keys(outcomes).length === 0).map(({ name }) => name),
    down: day.sources.flatMap(({ name, outage }) => {
      const found = hour.sources.find((source) => source.name === name)?.outage ?? outage;
      return found === null ? [] : [{ name, ...found }];
    }),
    left_out: day.sources.flatMap(({ name, budget_used }) => (budget_used !== null && budget_used >= 1 ? [name] : [])),
  };
}
