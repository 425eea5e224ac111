// The home: the data directory with its secrets. Only the service makes one, except where the environment names it, as a container does. A
// command with other folders would book paid calls and keys where the service never looks.

import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { findServedDirectories } from '../../stores/sqlite/open-databases.ts';
import { toEngine } from '../backend/engine.ts';

const shownMax = 5;

/** Throws an OperatorError where a command would make a home of its own. */
export function refuseMissingHome(config: Config): void {
  if (config.homeNamedBy === 'environment' || toEngine(config).hasHome()) return;
  throw new OperatorError(
    `There is no Confere here: ${config.data_dir} and ${config.secrets_dir} do not have its data${tellOrigin(config)}.\n` +
      `${tellRunning()}\n` +
      'Run the command in the folder of the service, or with its settings (CONFERE_CONFIG, or CONFERE_DATA_DIR and CONFERE_SECRETS_DIR). ' +
      'To begin here, start the service first: confere serve',
  );
}

function tellOrigin({ homeNamedBy, file }: Config): string {
  return homeNamedBy === 'folder' ? ', as the current folder decides' : `, as ${file?.path} decides`;
}

function tellRunning(): string {
  const served = findServedDirectories();
  if (served.length === 0) return 'No Confere that this user can see runs on this machine.';
  const shown = served.slice(0, shownMax).map((directory) => `  ${directory}`);
  const more = served.length > shownMax ? [`  and ${served.length - shownMax} more`] : [];
  return ['These data directories are in use by a running Confere:', ...shown, ...more].join('\n');
}
