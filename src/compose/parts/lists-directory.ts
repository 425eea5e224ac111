// Where the lists of people and companies lie.

import { join } from 'node:path';
import type { Config } from '../../config.ts';

export function toListsDirectory(config: Config): string {
  return join(config.data_dir, 'lists');
}
