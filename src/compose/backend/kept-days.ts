// For how long the settings keep what knows only since when it is there.

import type { KeptDays } from '../../app/jobs/retention.ts';
import type { Config } from '../../config.ts';

export function toKeptDays(config: Config): KeptDays {
  return {
    evidence: config['audit.evidence_days'],
    record: config['audit.record_days'],
    event: config['events.kept_days'],
    webhook_event: config['webhooks.kept_days'],
  };
}

/** In a shared database a call goes with others of a quarter of its time. */
export function toCallWindowMs(config: Config): number {
  return (config['idempotency.hours'] * 3_600_000) / 4;
}
