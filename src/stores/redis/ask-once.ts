// One question of a command to Redis: a command lives too short for a link that reconnects and counts.

import { parseRedisAddress } from './address.ts';
import type { RedisClient } from './connect.ts';
import { connectRedis } from './connect.ts';

/** `toKey` puts the installation's prefix before a name. Undefined where Redis did not answer in time. */
export async function askRedisOnce<Answer>(
  address: string,
  answerMsMax: number,
  question: (client: RedisClient, toKey: (name: string) => string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const parsed = parseRedisAddress(address);
  const client = connectRedis(parsed, () => 0.5);
  try {
    return await new Promise((resolve) => {
      setTimeout(resolve, answerMsMax, undefined).unref();
      client.once('ready', () => {
        question(client, (name) => `${parsed.prefix}:${name}`).then(resolve, () => resolve(undefined));
      });
    });
  } finally {
    client.disconnect();
  }
}
