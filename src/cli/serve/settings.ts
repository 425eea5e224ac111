// The settings with which the service is started and, after SIGHUP, those that it takes up.

import { availableParallelism } from 'node:os';
import { type Config, loadConfig } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { settings } from '../../settings/settings.ts';

export type LoadSettings = () => Config;

/** `workers` as the command line has it: it outdoes the setting, also when the settings are read again. */
export function createLoadSettings(workers: string | undefined): LoadSettings {
  const given = workers === undefined ? undefined : settings['server.workers'].read(workers, '');
  if (workers !== undefined && given === undefined) {
    throw new OperatorError(`--workers must be ${settings['server.workers'].form}.`);
  }
  return () => {
    const config = loadConfig();
    return given === undefined ? config : Object.freeze({ ...config, 'server.workers': given });
  };
}

export function countWorkers(config: Config): number {
  const workers = config['server.workers'];
  return workers === 'auto' ? availableParallelism() : workers;
}

/** These settings belong to the listening process, which keeps them until it restarts. */
const fixed = ['host', 'port', 'admin.enabled', 'admin.host', 'admin.port'] as const;

/** Lists the settings that differ but that a running service does not take up. */
export function findFixedChanges(before: Config, after: Config): readonly string[] {
  const changed = fixed.filter((name) => before[name] !== after[name]);
  return countWorkers(before) === countWorkers(after) ? changed : [...changed, 'server.workers'];
}
