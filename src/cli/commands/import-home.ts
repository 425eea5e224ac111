// The settings of a command that brings data in. A machine that only imports runs no service, so such a command makes the home that settings
// name, and says so.

import { type Config, loadConfig } from '../../config.ts';
import { printFault } from '../terminal/terminal.ts';

export async function loadImportConfig(): Promise<Config> {
  const config = loadConfig();
  const { makeNamedHome } = await import('../../compose/parts/named-home.ts');
  if (await makeNamedHome(config)) {
    printFault(
      `No Confere had data here before: ${config.data_dir} and ${config.secrets_dir} are new. If your service uses others, check the settings of this command.`,
    );
  }
  return config;
}
