// A link to a Redis of a test, under names of its own.

import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/clock.ts';
import { parseRedisAddress } from '../../../src/stores/redis/address.ts';
import { openRedisLink, type RedisLink, type RedisLinkOptions } from '../../../src/stores/redis/link.ts';

interface TestLink extends Partial<Omit<RedisLinkOptions, 'address'>> {
  readonly port?: number;
  readonly address?: string;
}

/** Answers may take long: the machine of a test has other work. Those that test the waiting say how long. */
export function openTestLink({ port, address, ...options }: TestLink): Promise<RedisLink> {
  return openRedisLink({
    address: parseRedisAddress(address ?? `redis://127.0.0.1:${port}`),
    node: randomUUID(),
    answerMsMax: 20_000,
    nodesMin: 1,
    clock: systemClock,
    random: () => 0.5,
    onChange: () => {},
    ...options,
  });
}
