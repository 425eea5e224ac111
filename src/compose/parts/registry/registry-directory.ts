// Where the company registry lies.

import { join } from 'node:path';
import type { Config } from '../../../config.ts';

export function toRegistryDirectory(config: Config): string {
  return join(config.data_dir, 'registry');
}
