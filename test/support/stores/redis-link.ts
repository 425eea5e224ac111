// A link to a Redis of a test, under names of its own.

import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/clock.ts';
import { parseRedisAddress, type RedisAddress } from '../../../src/stores/redis/address.ts';
import { openRedisLink, type RedisLink, type RedisLinkOptions } from '../../../src/stores/redis/link.ts';

interface TestLink extends Partial<Omit<RedisLinkOptions, 'address'>> {
  readonly port?: number;
  readonly address?: string | RedisAddress;
  /** That Redis is not there yet is what the test is about. */
  readonly isAbsent?: boolean;
}

/** Answers may take long, the first one included: the machine of a test has other work. Those that test the waiting say how long. */
export async function openTestLink({ port, address, isAbsent = false, ...options }: TestLink): Promise<RedisLink> {
  const link = await openRedisLink({
    address: typeof address === 'object' ? address : parseRedisAddress(address ?? `redis://127.0.0.1:${port}`),
    node: randomUUID(),
    answerMsMax: 20_000,
    nodesMin: 1,
    clock: systemClock,
    random: () => 0.5,
    onChange: () => {},
    ...options,
  });
  while (!isAbsent && options.answerMsMax === undefined && !link.isReachable()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return link;
}
