// Which engine keeps the data of this installation: the only place that asks.

import type { Config } from '../../config.ts';
import type { Engine } from './backend.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import { createSqliteEngine } from './sqlite-engine.ts';

export function toEngine(config: Config): Engine {
  return config.store === null ? createSqliteEngine(config) : createPostgresEngine(config, config.store);
}
