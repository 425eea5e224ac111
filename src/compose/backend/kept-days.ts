// For how long the settings keep what knows only since when it is there.

import { type KeptDays, retentionSettings } from '../../app/jobs/retention.ts';
import type { Config } from '../../config.ts';

export function toKeptDays(config: Config): KeptDays {
  const settings: Readonly<Record<string, unknown>> = config;
  return (kind) => Number(settings[retentionSettings[kind]]);
}

/** Returns the window that groups the calls of a shared database: a quarter of the time that a call is kept. */
export function toCallWindowMs(config: Config): number {
  return (config['idempotency.hours'] * 3_600_000) / 4;
}
