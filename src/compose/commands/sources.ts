// Opens the outside parties that a file describes, for the command line: to check them, and to try one.

import type { KeyBudgets } from '../../app/budgets/key-budgets.ts';
import { systemClock } from '../../clock.ts';
import { findEnvironmentProxy, findEnvironmentSecret, loadConfig, loadConfigOf } from '../../config.ts';
import { findNeverLow } from '../../domain/checks/never-low.ts';
import { toCallOutcome } from '../../domain/prices/call-outcome.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import type { SourcesSummary, TriableParty } from '../../sources/operator-tools.ts';
import { refuseMissingHome } from '../parts/home.ts';
import { checkPolicySignals, loadPolicy } from '../parts/policy.ts';

export type { TriableParty } from '../../sources/operator-tools.ts';

/** The parties that a file describes, once the whole of it was checked. */
export async function summarizeSourcesFile(
  file: string,
  followSecrets: boolean,
  policyFile: string | null,
): Promise<SourcesSummary> {
  const [{ getSources }, { listSignals }, { summarizeSources }] = await Promise.all([
    import('../../sources/read/read-sources.ts'),
    import('../../sources/read/checked-party.ts'),
    import('../../sources/operator-tools.ts'),
  ]);
  const findPurposes = () => loadConfigOf(file)['audit.purposes'];
  const sources = await getSources({
    file,
    findVariable: findEnvironmentSecret,
    environmentProxy: findEnvironmentProxy(),
    followSecrets,
    findPurposes,
    certificates: { nowMs: systemClock.nowMs(), outOfTime: 'fault' },
  });
  const summary = summarizeSources(sources);
  const { people, plan } = sources;
  if (people.length === 0) return summary;
  const policy = loadPolicy(policyFile);
  checkPolicySignals(policyFile, policy, listSignals(sources));
  const neverLow = plan && findNeverLow(plan, people, policy);
  return { ...summary, warnings: [...summary.warnings, ...(neverLow === undefined ? [] : [neverLow])] };
}

/** Loads the price of each party in a file. It does not check a file without prices, because other commands never needed it in full. */
export async function loadPrices(file: string | undefined): Promise<Prices> {
  if (file === undefined) return new Map();
  const { getSources, hasPrices } = await import('../../sources/read/read-sources.ts');
  if (!hasPrices(file)) return new Map();
  const { listPrices } = await import('../../sources/read/checked-party.ts');
  return listPrices(await getSources({ file, findVariable: findEnvironmentSecret, followSecrets: false }));
}

/** Loads the spending limit of each key from a file of settings. */
export async function loadKeyBudgets(file: string | undefined): Promise<KeyBudgets> {
  if (file === undefined) return new Map();
  const { getSources, hasKeyBudgets } = await import('../../sources/read/read-sources.ts');
  if (!hasKeyBudgets(file)) return new Map();
  return (await getSources({ file, findVariable: findEnvironmentSecret, followSecrets: false })).keyBudgets;
}

/** One party of a file, ready for a trial call, which is recorded and counted. */
export async function openParty(file: string, name: string): Promise<TriableParty> {
  const [{ getSources }, { getParty }, { makeTrialCalls }] = await Promise.all([
    import('../../sources/read/read-sources.ts'),
    import('../../sources/operator-tools.ts'),
    import('./audit/trial-calls.ts'),
  ]);
  // Before somebody types a number.
  refuseMissingHome(loadConfig());
  const party = getParty(
    await getSources({ file, findVariable: findEnvironmentSecret, environmentProxy: findEnvironmentProxy() }),
    name,
    systemClock,
  );
  const tryOnce = async (values: Parameters<TriableParty['try']>[0]) => {
    const trial = await party.try(values);
    const call = { source: name, outcome: toCallOutcome(trial.mapped), count: trial.sent };
    return { result: trial, calls: trial.sent === 0 ? [] : [call] };
  };
  return {
    ...party,
    try: (values) =>
      makeTrialCalls(loadConfig(), { act: 'source_tried', parties: [name], call: () => tryOnce(values) }),
  };
}

export async function loadSourcesSchema(): Promise<object> {
  const { toJsonSchema } = await import('../../sources/schema/json-schema.ts');
  return toJsonSchema();
}
