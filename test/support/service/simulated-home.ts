// The home of a real process whose sources are simulated parties, none of which a busy machine makes late.

import { systemClock } from '../../../src/clock.ts';
import { type Simulator, startSimulator } from '../../../src/sim/server.ts';
import { parties, patient, simulatorSecrets, writeSimulatedConfig } from '../parties/simulated-sources.ts';
import { createHome, type Home } from './process.ts';

/** On the clock of the machine. */
export function startParties(): Promise<Simulator> {
  return startSimulator({ clock: systemClock, port: 0 });
}

interface SimulatedHomeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Who stands behind each source, by its name. */
  readonly wiring?: Readonly<Record<string, string>>;
  /** What the file says of every source, and of some of them by name. */
  readonly each?: object;
  readonly settings?: Readonly<Record<string, object>>;
  /** Further sections of the file. */
  readonly sections?: object;
}

export function createSimulatedHome(
  simulator: Simulator,
  { env = {}, wiring = parties, each = patient, settings = {}, sections }: SimulatedHomeOptions = {},
): Home {
  const home = createHome({ ...simulatorSecrets, CONFERE_VERIFICATION_DEADLINE_MS: '30000', ...env });
  const sources = Object.fromEntries(Object.keys(wiring).map((name) => [name, { ...each, ...settings[name] }]));
  home.env['CONFERE_CONFIG'] = writeSimulatedConfig(home.directory, simulator, wiring, sources, sections);
  return home;
}
