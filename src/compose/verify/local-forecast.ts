// What a run by the sources of this machine costs at most, and where a budget may break: by the settings, and by what usage has counted.

import { companyParty } from '../../app/audit/entry.ts';
import { createBudgets } from '../../app/budgets/budgets.ts';
import { createOpenForecast, type ForecastCounter } from '../../app/budgets/forecast.ts';
import type { Counters } from '../../app/limits.ts';
import { systemClock } from '../../clock.ts';
import { type Config, findEnvironmentSecret } from '../../config.ts';
import { listPlanned } from '../../domain/checks/plan.ts';

/** These counters count nothing, because a forecast only looks. */
const noCounters: Counters = {
  hit: () => ({ count: 0, resetsInMs: 0 }),
  peek: () => ({ count: 0, resetsInMs: 0 }),
};

/** Opens the forecast without a key, so it excludes the budget of a key. Returns undefined if the settings have neither prices nor budgets. */
export async function openLocalForecast(config: Config): Promise<ForecastCounter | undefined> {
  const file = config.file?.path;
  if (file === undefined) return undefined;
  const { getSources, hasPricesOrBudgets } = await import('../../sources/read/read-sources.ts');
  if (!hasPricesOrBudgets(file)) return undefined;
  const { listBudgets, listPrices } = await import('../../sources/read/checked-party.ts');
  const described = await getSources({ file, findVariable: findEnvironmentSecret, followSecrets: false });
  const { people, plan, companyFallback } = described;
  const prices = listPrices(described);
  const sources = listBudgets(described);
  const parties = {
    cpf: plan === undefined ? people.map(({ name }) => name) : listPlanned(plan),
    cnpj: companyFallback === undefined ? [] : [companyParty],
  };
  const open = (budgets: Parameters<typeof createOpenForecast>[0]['budgets']) =>
    createOpenForecast({ prices, budgets, clock: systemClock, parties })({ id: '', mode: 'live' });
  if (sources.size === 0) return open(undefined);
  const { openStores } = await import('../parts/stores.ts');
  await using stores = await openStores(config, systemClock);
  const kept = { prices, counters: noCounters, store: stores.usage, clock: systemClock };
  // The room is read before it is counted down, so that the stores may be closed then.
  return await open(createBudgets({ ...kept, sources, keys: new Map() }));
}
