// How the log tells of SIGHUP: taken up, refused with the reason, or taken up but for what needs a start.

import type { Logger } from '../../compose/telemetry/log.ts';
import type { Config } from '../../config.ts';
import { findOperatorFault } from '../operator-fault.ts';
import { findFixedChanges } from './settings.ts';

export function logReloaded(logger: Logger, before: Config, after: Config): void {
  logger.write('info', 'reloaded', {});
  const kept = findFixedChanges(before, after);
  if (kept.length === 0) return;
  logger.write('warn', 'reload_needs_start', { internal: `stop and start the service for: ${kept.join(', ')}` });
}

/** Faults of a file are sentences for its operator. Of anything else only the kind is told. */
export function logReloadRefused(logger: Logger, thrown: unknown): void {
  const { name } = (thrown ?? {}) as { name?: unknown };
  const reason = findOperatorFault(thrown)?.message ?? String(name);
  writeReloadRefused(logger, reason);
}

export function writeReloadRefused(logger: Logger, reason: string): void {
  const sentence = reason.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
  logger.write('error', 'reload_refused', { internal: `the settings in force stay. ${sentence}` });
}
