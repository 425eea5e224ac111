// Writes what happens to the outside parties into the log: every change of a breaker, failures by reason and defects of our own, a line
// a minute for each. Nothing in it says about whom a party was asked.

import type { Clock } from '../../app/clock.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import { toFaultCode, toStackFrames } from '../../errors.ts';
import type { SourceEvent } from '../../sources/http-source.ts';
import type { Logger, LogLevel } from '../../telemetry/logger.ts';

const quietMs = 60_000;
/** A person has to act: pay, or mend the credentials. */
const needsAttention: readonly string[] = ['credit_exhausted', 'authentication_failed'];

/** The breaker's own line has told of the one, and a party that answers later is not failing. */
const isUsual: ReadonlySet<UnavailableReason> = new Set(['circuit_open', 'pending']);

/** That Redis is away is told by the line of the counters. */
const sharedFaults: readonly string[] = ['late', 'damaged', 'too_large', 'no_room'];

interface Told {
  atMs: number;
  /** `more` counts the same faults since then. */
  more: number;
}

export function createSourceLog(logger: Logger, clock: Clock): (event: SourceEvent) => void {
  const told = new Map<string, Told>();

  const tell = (level: LogLevel, event: string, source: string, outcome: string, where?: string): void => {
    const what = `${event} ${source} ${outcome}`;
    const last = told.get(what);
    if (last !== undefined && clock.monotonicMs() - last.atMs < quietMs) {
      last.more++;
      return;
    }
    told.set(what, { atMs: clock.monotonicMs(), more: 0 });
    const more = last === undefined || last.more === 0 ? undefined : `${last.more} more since the last such line`;
    const internal = [where, more].filter((each) => each !== undefined).join('; ');
    logger.write(level, event, { component: source, outcome, ...(internal === '' ? {} : { internal }) });
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
        if (!isUsual.has(event.reason))
          tell(needsAttention.includes(event.reason) ? 'error' : 'warn', 'source_failed', event.source, event.reason);
        return;
      case 'defect':
        tell('error', 'source_defect', event.source, toFaultCode(event.error), toStackFrames(event.error).join(' '));
        return;
      case 'shared_answer':
        if (sharedFaults.includes(event.outcome)) tell('warn', 'shared_answer_fault', event.source, event.outcome);
        return;
      case 'asked_alone':
        tell('warn', 'source_asked_alone', event.source, event.why);
        return;
      case 'kept_answers_fault':
        tell('warn', 'kept_answers_fault', event.source, toFaultCode(event.error));
        return;
      case 'token':
      case 'second_try':
        return;
    }
  };
}
