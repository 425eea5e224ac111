// Opens the log of a process that serves, or that watches over others that do.

import type { Clock } from '../../app/clock.ts';
import type { Config } from '../../config.ts';
import { createLogger, type Logger } from '../../telemetry/logger.ts';

export type { Logger } from '../../telemetry/logger.ts';

export function openLog(config: Config, descriptor: number, clock: Clock): Logger {
  return createLogger({
    level: config['log.level'],
    format: config['log.format'] === 'auto' ? (process.stdout.isTTY ? 'text' : 'json') : config['log.format'],
    descriptor,
    clock,
  });
}
