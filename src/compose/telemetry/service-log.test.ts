import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import type { RequestRecord } from '../../http/connections/request-record.ts';
import type { LogFields, Logger } from '../../telemetry/logger.ts';
import { createServiceLog } from './service-log.ts';

function start() {
  const events: (LogFields & { event: string })[] = [];
  const requests: LogFields[] = [];
  const logger: Logger = {
    write: (_level, event, fields = {}) => events.push({ event, ...fields }),
    writeRequest: (_level, fields) => requests.push(fields),
    flush: () => {},
  };
  const clock = createManualClock();
  return { log: createServiceLog(logger, clock), clock, events, requests };
}

const stranger: RequestRecord = {
  requestId: 'req_1',
  method: 'GET',
  route: null,
  status: 404,
  durationMs: 1.2345678,
  keyId: null,
  outcome: null,
  failure: new AppError('not_found'),
};

describe('the lines of requests', () => {
  it('without a key are limited, and those that were left out are counted in the log', () => {
    const { log, clock, events, requests } = start();
    for (let request = 0; request < 2_000; request++) log.request(stranger);
    expect([requests.length, events]).toEqual([500, []]);
    clock.advance(1_000);
    log.request(stranger);
    expect(requests).toHaveLength(501);
    expect(events).toEqual([{ event: 'requests_not_logged', count: 1_500 }]);
  });

  it('with a key, and faults of the service, are always written', () => {
    const { log, requests } = start();
    for (let request = 0; request < 600; request++) log.request(stranger);
    for (let request = 0; request < 600; request++) log.request({ ...stranger, keyId: 'key_1' });
    log.request({ ...stranger, status: 500 });
    expect(requests).toHaveLength(500 + 600 + 1);
  });

  it('hold the duration in whole microseconds, and what is inside of a failure only where it says more than its code', () => {
    const { log, requests } = start();
    log.request(stranger);
    log.request({ ...stranger, failure: new AppError('internal_error', { internal: 'the disk' }) });
    expect(requests).toMatchObject([
      { duration_ms: 1.235, code: 'not_found', internal: null },
      { code: 'internal_error', internal: 'the disk' },
    ]);
  });
});

it('a key that was changed by other means is told ten times at once, then once a minute', () => {
  const { log, clock, events } = start();
  for (let request = 0; request < 100; request++) log.keyFault('key_1' as KeyId);
  expect(events).toHaveLength(10);
  expect(events[0]).toMatchObject({ event: 'key_fault', key_id: 'key_1' });
  clock.advance(60_000);
  for (let request = 0; request < 100; request++) log.keyFault('key_1' as KeyId);
  expect(events).toHaveLength(11);
});

it('dropped connections are told with every reason and their sum', () => {
  const { log, events } = start();
  log.droppedConnections({ noRoom: 3, clientShare: 2, gaveWay: 1 });
  expect(events).toEqual([
    {
      event: 'connections_dropped',
      count: 6,
      internal: "3 for want of a free connection, 2 beyond one client's share, 1 idle ones gave way",
    },
  ]);
});
