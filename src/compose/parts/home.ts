// The home: the data directory with its secrets. Only the service makes one at a place that no setting names. A command in another folder
// would book paid calls and keys where the service never looks.

import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { findServedDirectories } from '../../stores/sqlite/open-databases.ts';
import { toEngine } from '../backend/engine.ts';

/** Throws an OperatorError where a command would make a home in whatever folder it happens to run. */
export function refuseMissingHome(config: Config): void {
  if (config.isHomeNamed || toEngine(config).hasHome()) return;
  const served = findServedDirectories();
  const running =
    served.length === 0
      ? 'No Confere that this user can see runs on this machine.'
      : `A Confere that runs on this machine uses ${served.join(' and ')}.`;
  throw new OperatorError(
    `There is no Confere in this folder: ${config.data_dir} and ${config.secrets_dir} do not have its data. ${running}\n` +
      'Run the command in the folder of the service, or with its settings (CONFERE_CONFIG, or CONFERE_DATA_DIR and CONFERE_SECRETS_DIR). ' +
      'To begin here, start the service first: confere serve',
  );
}
