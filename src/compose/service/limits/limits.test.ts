import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { createLimitCoordinator, createOwnLimits } from './limits.ts';

const windowMs = 60_000;
const networks = Array.from({ length: 100_001 }, (_, index) => `network ${index}`);

test('a hundred thousand failing or unknown networks do not make a used-up key forget its requests', async () => {
  const limits = createOwnLimits(createManualClock());
  await limits.rates.hit('key_1', windowMs, 600);
  for (const network of networks) {
    limits.failures.hit(network, windowMs);
    limits.strangers.hit(network, windowMs);
  }
  expect((await limits.rates.hit('key_1', windowMs)).count).toBe(601);
});

test('nor where the limits are kept for several processes', async () => {
  const member = createLimitCoordinator(createManualClock(), 2)();
  await member.count('rates', [{ name: 'key_1', windowMs, events: 600 }]);
  for (const name of ['failures', 'strangers'] as const) {
    await member.count(
      name,
      networks.map((network) => ({ name: network, windowMs, events: 1 })),
    );
  }
  const [grant] = await member.count('rates', [{ name: 'key_1', windowMs, events: 1 }]);
  expect(grant?.count).toBeGreaterThan(600);
});
