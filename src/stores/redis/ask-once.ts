// One question of a command to Redis: a command lives too short for a link that reconnects and counts.

import type { RedisAddress } from './address.ts';
import type { RedisClient } from './connect.ts';
import { connectRedis } from './connect.ts';

/** `toKey` puts the installation's prefix before a name. Undefined where Redis did not answer in time. */
export async function askRedisOnce<Answer>(
  address: RedisAddress,
  answerMsMax: number,
  question: (client: RedisClient, toKey: (name: string) => string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const client = connectRedis(address, () => 0.5);
  try {
    return await new Promise((resolve) => {
      setTimeout(resolve, answerMsMax, undefined).unref();
      client.once('ready', () => {
        question(client, (name) => `${address.prefix}:${name}`).then(resolve, () => resolve(undefined));
      });
    });
  } finally {
    client.disconnect();
  }
}
