import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { LogFields, Logger } from '../../telemetry/logger.ts';
import { createSourceLog } from './source-log.ts';

function start() {
  const lines: (LogFields & { level: string; event: string })[] = [];
  const logger: Logger = {
    write: (level, event, fields = {}) => lines.push({ level, event, ...fields }),
    writeRequest: () => {},
    flush: () => {},
  };
  const clock = createManualClock();
  const tell = createSourceLog(logger, clock);
  const fail = (reason: UnavailableReason, source = 'bureau_a') => tell({ kind: 'failed', source, reason });
  return { lines, clock, tell, fail };
}

describe('the log of the parties', () => {
  it('tells used-up credit and refused credentials at once, as errors', () => {
    const { lines, fail } = start();
    fail('credit_exhausted');
    fail('authentication_failed');
    fail('timeout');
    expect(lines).toEqual([
      { level: 'error', event: 'source_failed', component: 'bureau_a', outcome: 'credit_exhausted' },
      { level: 'error', event: 'source_failed', component: 'bureau_a', outcome: 'authentication_failed' },
      { level: 'warn', event: 'source_failed', component: 'bureau_a', outcome: 'timeout' },
    ]);
  });

  it('writes one line a minute for each party and reason, and counts the others', () => {
    const { lines, clock, fail } = start();
    for (let call = 0; call < 500; call++) fail('timeout');
    fail('timeout', 'bureau_b');
    expect(lines).toHaveLength(2);
    clock.advance(60_000);
    fail('timeout');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatchObject({ component: 'bureau_a', internal: '499 more since the last such line' });
    clock.advance(60_000);
    fail('timeout');
    expect(lines[3]).not.toHaveProperty('internal');
  });

  it('tells what is wrong with shared answers, a line a minute, and nothing of hits, misses and a Redis that is away', () => {
    const { lines, tell } = start();
    const outcomes = ['hit', 'miss', 'kept', 'unreachable', 'late', 'damaged', 'too_large', 'no_room'] as const;
    for (let turn = 0; turn < 10; turn++)
      for (const outcome of outcomes) tell({ kind: 'shared_answer', source: 'bureau_a', outcome });
    expect(lines.map(({ level, event, outcome }) => [level, event, outcome])).toEqual(
      ['late', 'damaged', 'too_large', 'no_room'].map((outcome) => ['warn', 'shared_answer_fault', outcome]),
    );
  });

  it('tells a defect of ours by its kind and place, never by its message', () => {
    const { lines, tell } = start();
    tell({ kind: 'defect', source: 'bureau_a', error: new TypeError('529.982.247-25 is not a function') });
    expect(lines).toEqual([
      {
        level: 'error',
        event: 'source_defect',
        component: 'bureau_a',
        outcome: 'TypeError',
        internal: expect.stringContaining('source-log.test.ts'),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('529');
  });

  it('tells every change of a breaker once, and not each call that it refuses', () => {
    const { lines, tell, fail } = start();
    tell({ kind: 'breaker', source: 'bureau_a', state: 'open' });
    for (let call = 0; call < 10; call++) fail('circuit_open');
    tell({ kind: 'second_try', source: 'bureau_a', why: 'retry' });
    tell({ kind: 'breaker', source: 'bureau_a', state: 'closed' });
    expect(lines.map(({ level, outcome }) => [level, outcome])).toEqual([
      ['warn', 'open'],
      ['info', 'closed'],
    ]);
  });
});
