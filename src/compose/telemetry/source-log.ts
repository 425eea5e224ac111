// Writes what happens to the outside parties into the log: every change of a breaker, and failures by reason, a line a
// minute for each. Nothing in it says about whom a party was asked.

import type { Clock } from '../../app/ports.ts';
import type { SourceEvent } from '../../sources/http-source.ts';
import type { Logger } from '../../telemetry/logger.ts';

const quietMs = 60_000;
/** A person has to act: pay, or mend the credentials. */
const needsAttention: readonly string[] = ['credit_exhausted', 'authentication_failed'];

interface Told {
  atMs: number;
  /** Failures since then. */
  more: number;
}

export function createSourceLog(logger: Logger, clock: Clock): (event: SourceEvent) => void {
  const told = new Map<string, Told>();

  const tellFailure = (source: string, reason: string): void => {
    const last = told.get(`${source} ${reason}`);
    if (last !== undefined && clock.monotonicMs() - last.atMs < quietMs) {
      last.more++;
      return;
    }
    told.set(`${source} ${reason}`, { atMs: clock.monotonicMs(), more: 0 });
    logger.write(needsAttention.includes(reason) ? 'error' : 'warn', 'source_failed', {
      component: source,
      outcome: reason,
      ...(last === undefined || last.more === 0 ? {} : { internal: `${last.more} more since the last such line` }),
    });
  };

  return (event) => {
    switch (event.kind) {
      case 'breaker':
        logger.write(event.state === 'open' ? 'warn' : 'info', 'source_breaker', {
          component: event.source,
          outcome: event.state,
        });
        return;
      case 'failed':
        // The breaker's own line has told that already.
        if (event.reason !== 'circuit_open') tellFailure(event.source, event.reason);
        return;
      case 'token':
      case 'second_try':
        return;
    }
  };
}
