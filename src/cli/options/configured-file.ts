// The file that describes the parties, where a command is given none.

import { loadConfig } from '../../config.ts';
import { OperatorError } from '../../errors.ts';

export function getConfiguredFile(): string {
  const { file } = loadConfig();
  if (file === null) throw new OperatorError('Name the file that describes the parties, or set CONFERE_CONFIG.');
  return file.path;
}
