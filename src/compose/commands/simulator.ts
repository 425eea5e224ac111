// Starts the simulated parties.

import { systemClock } from '../../clock.ts';
import type { Simulator, SimulatorOptions } from '../../sim/server.ts';

/** The simulated parties, for trying descriptions and outages; nothing of the service runs in it. */
export async function createSimulator(options: Omit<SimulatorOptions, 'clock'>): Promise<Simulator> {
  const { startSimulator } = await import('../../sim/server.ts');
  return startSimulator({ ...options, clock: systemClock });
}
