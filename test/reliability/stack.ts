// The service as a real process with simulated parties and, where asked for, a registry: what the load goes to.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeDump } from '../../scripts/make-dump/make-dump.ts';
import type { NewKey } from '../../src/app/keys/manage-keys.ts';
import { systemClock } from '../../src/clock.ts';
import { openStores } from '../../src/compose/parts/stores.ts';
import { loadConfig } from '../../src/config.ts';
import { settings as defaults } from '../../src/settings/settings.ts';
import type { Latency } from '../../src/sim/latency.ts';
import { type Simulator, startSimulator } from '../../src/sim/server.ts';
import { rememberKey } from '../support/canaries.ts';
import { createOutputDirectory } from '../support/output.ts';
import { parties, patient, simulatorSecrets, writeSimulatedConfig } from '../support/parties/simulated-sources.ts';
import { importInto } from '../support/registry/import-dump.ts';
import { createHome, type Home, type RunningProcess, startProcess } from '../support/service/process.ts';
import type { CompaniesPlan } from './load/plan.ts';
import { createPower, findPowerLibrary, type Power } from './power/power.ts';
import type { Length } from './row.ts';

export interface Stack {
  readonly simulator: Simulator;
  readonly home: Home;
  /** Live, without a limit. */
  readonly key: string;
  /** The process that runs now. */
  service(): RunningProcess;
  /** Starts it anew on the same data, once it has ended. */
  restart(): Promise<RunningProcess>;
  setLatency(latency: Latency): Promise<void>;
  /** Undefined unless asked for, or where there is no compiler. */
  readonly power: Power | undefined;
  /** How often all three parties together were asked. */
  calls(): number;
  close(): Promise<void>;
}

interface StackOptions {
  readonly length: Length;
  /** Where a registry is imported from; none unless told. */
  readonly companies?: { readonly folder: string };
  /** Beside the profile of every source. */
  readonly sourceSettings?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the power of the data directory can be cut, and its writes made to fail. */
  readonly isPowered?: boolean;
}

/** On a machine that is busy with other work, only a party that never answers may run into a deadline. */
const patientService = { CONFERE_VERIFICATION_DEADLINE_MS: '30000', CONFERE_AUDIT_DEADLINE_MS: '30000' };
/** `createHome` makes the service patient; at full length it is what an operator gets. */
const asDelivered = {
  CONFERE_LIMITS_WAIT_MS_MAX: String(defaults['limits.wait_ms_max'].fallback),
  CONFERE_AUDIT_DEADLINE_MS: String(defaults['audit.deadline_ms'].fallback),
};

export async function startStack(options: StackOptions): Promise<Stack> {
  const { length, companies, sourceSettings = {}, env = {}, isPowered = false } = options;
  const simulator = await startSimulator({ clock: systemClock, port: 0 });
  const beside = { ...(length === 'short' ? patient : {}), ...sourceSettings };
  const bySlot = Object.fromEntries(Object.keys(parties).map((slot) => [slot, beside]));
  const file = writeSimulatedConfig(createOutputDirectory('reliability'), simulator, parties, bySlot);
  const home = createHome({
    CONFERE_CONFIG: file,
    ...simulatorSecrets,
    ...(length === 'short' ? patientService : asDelivered),
    ...env,
  });
  if (companies !== undefined) {
    mkdirSync(join(home.directory, 'data'), { mode: 0o700 });
    await importInto(join(home.directory, 'data', 'registry'), companies.folder);
  }
  let running = await startProcess(home);
  const key = await createLiveKey(home, { rate: null });
  const library = isPowered ? findPowerLibrary() : undefined;
  const power =
    library === undefined
      ? undefined
      : createPower(library, join(home.directory, 'data'), createOutputDirectory('power'));
  if (power !== undefined) {
    await running.stop();
    power.keepAll();
    Object.assign(home.env, power.env);
    running = await startProcess(home);
  }
  return {
    simulator,
    home,
    key,
    power,
    service: () => running,
    restart: async () => (running = await startProcess(home)),
    async setLatency(latency) {
      for (const party of Object.values(parties)) await simulator.set(party, { latency });
    },
    calls: () => Object.values(parties).reduce((sum, party) => sum + (simulator.state().parties[party]?.calls ?? 0), 0),
    async close() {
      await running.stop('SIGKILL');
      await simulator.close();
    },
  };
}

/** By a second opening of the same files, which is quicker than a command. */
export async function createLiveKey(home: Home, key: Partial<NewKey>): Promise<string> {
  const [created] = await createKeys(home, [key]);
  return created as string;
}

export async function createKeys(
  { directory, env }: Home,
  keys: readonly Partial<NewKey>[],
): Promise<readonly string[]> {
  const stores = await openStores(loadConfig({ cwd: directory, env }), systemClock);
  const created: string[] = [];
  for (const key of keys) {
    const made = await stores.manageKeys.create({ name: 'test', mode: 'live', ...key });
    created.push(rememberKey(made.key));
  }
  await stores.close();
  return created;
}

/** What the operators' listener says of one series; not a number where it does not say it. */
export async function readMetric({ output }: RunningProcess, series: string): Promise<number> {
  const admin = /For operators: (http:\/\/[^/\s]+)/.exec(output())?.[1];
  const text = await (await fetch(`${admin}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ')[1] ?? Number.NaN);
}

/** A dump to import, with what a right answer about each of its companies is. */
export async function makeCompanies(establishments: number) {
  const folder = join(createOutputDirectory('dump'), 'dump');
  await makeDump({ establishments, folder, seed: 5 });
  const expectedFile = join(folder, 'expected.jsonl');
  return { folder, plan: { kind: 'companies', expectedFile, missingShare: 0.1 } satisfies CompaniesPlan };
}
