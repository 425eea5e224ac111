// Writes what happens to the outside parties into the log: every change of a breaker, and failures by reason, a line a
// minute for each. Nothing in it says about whom a party was asked.

import type { Clock } from '../../app/ports.ts';
import type { SourceEvent } from '../../sources/http-source.ts';
import type { Logger, LogLevel } from '../../telemetry/logger.ts';

const quietMs = 60_000;
/** A person has to act: pay, or mend the credentials. */
const needsAttention: readonly string[] = ['credit_exhausted', 'authentication_failed'];

/** That Redis is away is told by the line of the counters. */
const sharedFaults: readonly string[] = ['late', 'damaged', 'too_large', 'no_room'];

interface Told {
  atMs: number;
  /** Of the same since then. */
  more: number;
}

export function createSourceLog(logger: Logger, clock: Clock): (event: SourceEvent) => void {
  const told = new Map<string, Told>();

  const tell = (level: LogLevel, event: string, source: string, outcome: string): void => {
    const what = `${event} ${source} ${outcome}`;
    const last = told.get(what);
    if (last !== undefined && clock.monotonicMs() - last.atMs < quietMs) {
      last.more++;
      return;
    }
    told.set(what, { atMs: clock.monotonicMs(), more: 0 });
    logger.write(level, event, {
      component: source,
      outcome,
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
        if (event.reason !== 'circuit_open')
          tell(needsAttention.includes(event.reason) ? 'error' : 'warn', 'source_failed', event.source, event.reason);
        return;
      case 'shared_answer':
        if (sharedFaults.includes(event.outcome)) tell('warn', 'shared_answer_fault', event.source, event.outcome);
        return;
      case 'token':
      case 'second_try':
        return;
    }
  };
}
