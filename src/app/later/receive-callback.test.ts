import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createReceiveCallback } from './receive-callback.ts';

it('a name that nobody has is proved like one that calls back, and refused even by a good proof', async () => {
  let proved = 0;
  const isProved = () => {
    proved++;
    return true;
  };
  const window = { count: 1, resetsInMs: 1_000 };
  const counters = { hit: () => window, peek: () => window };
  const receive = createReceiveCallback({
    ...{ rates: counters, failures: counters, failuresPerMinuteMax: 9, clock: createManualClock() },
    parties: new Map([['reports', { perMinuteMax: 9, isProved, findOrder: async () => 'o-1' }]]),
    wake: () => expect.fail('nobody may be woken'),
  });
  const callback = { source: 'nobody', headers: {}, body: new Uint8Array(), address: '192.0.2.1', requestId: 'req_1' };
  await expect(receive(callback)).rejects.toThrow();
  expect(proved).toBe(1);
});
