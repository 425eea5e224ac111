// Opens the plan of checks of a file, for the command line: to show it, and to lead one person through it.

import type { Answers } from '../../app/verify/ask/ask-sources.ts';
import { listCallsMade } from '../../app/verify/ask/calls-made.ts';
import { runPlan } from '../../app/verify/ask/run-plan.ts';
import type { PersonSources } from '../../app/verify/ports.ts';
import { systemClock } from '../../clock.ts';
import { type Config, findEnvironmentProxy, findEnvironmentSecret, loadConfig, loadConfigOf } from '../../config.ts';
import { findNeverLow } from '../../domain/checks/never-low.ts';
import { listPlanned, type Plan } from '../../domain/checks/plan.ts';
import { contractSourceNames } from '../../domain/person/contract-sources.ts';
import type { PersonQuery } from '../../domain/person/evidence.ts';
import { decidePerson, type PersonDecision } from '../../domain/person/person.ts';
import type { CheckedSources } from '../../sources/read/checked-party.ts';
import { loadPolicy } from '../parts/policy.ts';
import { randomShare } from '../parts/random-share.ts';

export interface OpenedPlan {
  readonly plan: Plan;
  /** `isDeclared` tells whether the file has a plan of its own. If it has none, all sources are asked at once. */
  readonly isDeclared: boolean;
}

export interface ShownPlan extends OpenedPlan {
  /** `neverLow` states why the plan gives no person a low risk; it is undefined if the plan may. */
  readonly neverLow: string | undefined;
}

export interface TriedPlan extends OpenedPlan {
  readonly answers: Answers;
  /** The value is undefined if no source answered. */
  readonly decision: PersonDecision | undefined;
}

export async function openPlan(file: string, policyFile: string | null): Promise<ShownPlan> {
  const parties = await readParties(file, false);
  return {
    ...toOpened(parties),
    neverLow: parties.plan && findNeverLow(parties.plan, parties.people, loadPolicy(policyFile)),
  };
}

/** Real parties are called only where `isLive`; else the sandbox's. */
export async function tryPlan(file: string, query: PersonQuery, isLive: boolean): Promise<TriedPlan> {
  const parties = await readParties(file, isLive);
  const opened = toOpened(parties);
  const { plan } = opened;
  const config = loadConfig();
  const { sources, close } = isLive ? await openLive(parties) : await openSandbox(parties);
  try {
    const deadlineMs = config['verification.deadline_ms'];
    const run = () => runPlan({ plan, sources, query, purpose: null, known: [], deadlineMs, clock: systemClock });
    const isConnected = (name: string) => parties.people.some((party) => party.name === name);
    const answers = isLive ? await runLive(config, listPlanned(plan).filter(isConnected), run) : await run();
    const policy = loadPolicy(config['policy.file']);
    return { ...opened, answers, decision: decidePerson(query, answers, policy, plan.verifiedNeeds) };
  } finally {
    await close();
  }
}

/** The calls may be billed: they are recorded and counted. */
async function runLive(config: Config, parties: readonly string[], run: () => Promise<Answers>): Promise<Answers> {
  const { makeTrialCalls } = await import('./audit/trial-calls.ts');
  const call = async () => {
    const answers = await run();
    return { result: answers, calls: listCallsMade(answers) };
  };
  return makeTrialCalls(config, { act: 'checks_tried', parties, call });
}

/** `followSecrets`: whether the secrets that the parties need must be there. */
async function readParties(file: string, followSecrets: boolean): Promise<CheckedSources> {
  const { getSources } = await import('../../sources/read/read-sources.ts');
  const findPurposes = () => loadConfigOf(file)['audit.purposes'];
  return getSources({
    ...{ file, followSecrets, findPurposes },
    findVariable: findEnvironmentSecret,
    environmentProxy: findEnvironmentProxy(),
  });
}

function toOpened({ plan, people }: CheckedSources): OpenedPlan {
  const names = new Set([...contractSourceNames, ...people.map(({ name }) => name)]);
  const plain = { when: [], stopIf: [], fallback: null, deadlineMs: null, freshFor: {}, isAwaited: false };
  const everybody = [...names].map((ask) => ({ ask, ...plain }));
  return { plan: plan ?? { stages: [everybody], verifiedNeeds: null }, isDeclared: plan !== undefined };
}

interface OpenedSources {
  readonly sources: PersonSources;
  close(): Promise<void>;
}

/** Opens the sources for a trial. It keeps no answer, so each party is really asked. */
async function openLive(parties: CheckedSources): Promise<OpenedSources> {
  const { createHttpSources } = await import('../../sources/create-http-sources.ts');
  const people = parties.people.map((party) => ({ ...party, cacheSeconds: 0 }));
  const opened = createHttpSources({ sources: { ...parties, people }, clock: systemClock, random: randomShare });
  return { sources: opened.people ?? [], close: opened.close };
}

/** The sandbox plays the contract's own parties, and any other one by its roles. */
async function openSandbox({ people }: CheckedSources): Promise<OpenedSources> {
  const { createSandboxSources, createSandboxStandIn } = await import('../../sources/sandbox.ts');
  const own = createSandboxSources(systemClock);
  const others = people.filter(({ name }) => !own.some((source) => source.name === name));
  return {
    sources: [...own, ...others.map((other) => createSandboxStandIn(other, systemClock))],
    close: async () => {},
  };
}
