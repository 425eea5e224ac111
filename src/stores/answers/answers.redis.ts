// Sealed answers that several machines share in Redis or Valkey, for as long as its own clock allows. What it says is never believed for its
// own sake: whoever asks opens the seal. While it is away nobody waits for it.

import { type AnswerStore, answerBytesMax, type KeptAnswer } from '../../app/verify/ports.ts';
import type { RedisAddress } from '../redis/address.ts';
import { askRedisOnce } from '../redis/ask-once.ts';
import type { RedisLink } from '../redis/link.ts';

/** In Redis it is text. */
const textLengthMax = Math.ceil((answerBytesMax * 4) / 3);

/** Of the memory that Redis may use: the rest is left to the limits, which could no longer be counted if answers took all of it. */
const shareOfMemoryMax = 0.75;

export function createRedisAnswers(link: RedisLink): AnswerStore {
  return {
    async find(name) {
      const reply = await link.ask('confereFindAnswer', toKey(name), textLengthMax);
      return reply === undefined ? { kind: 'unreachable' } : toKept(reply);
    },
    async keep(name, sealed, lifeMs) {
      if (sealed.length > answerBytesMax) return 'too_large';
      const text = Buffer.from(sealed).toString('base64url');
      const reply = await link.ask('confereKeepAnswer', toKey(name), text, Math.ceil(lifeMs), shareOfMemoryMax);
      return reply === undefined ? 'unreachable' : reply === 1 ? 'kept' : 'no_room';
    },
  };
}

function toKept(reply: unknown): KeptAnswer {
  if (!Array.isArray(reply)) return { kind: 'damaged' };
  const [text, lifeMs] = reply as readonly unknown[];
  if (lifeMs === 0) return { kind: 'none' };
  if (typeof text !== 'string' || text.length > textLengthMax || typeof lifeMs !== 'number' || !(lifeMs > 0))
    return { kind: 'damaged' };
  return { kind: 'found', sealed: Buffer.from(text, 'base64url'), lifeMs };
}

function toKey(name: string): string {
  return `answers:${name}`;
}

const forgettingMsMax = 3_000;

/** For a command: deletes what lies under these names, or only looks, and says how many did. Undefined where Redis did not answer for all. */
export function askRedisAnswers(
  act: 'delete' | 'look',
  address: RedisAddress,
  names: readonly string[],
): Promise<number | undefined> {
  return askRedisOnce(address, forgettingMsMax, async (client, toFullKey) => {
    // One by one: in a cluster each lies on its own node.
    const keys = names.map((name) => toFullKey(toKey(name)));
    const counts = await Promise.all(keys.map((key) => (act === 'delete' ? client.del(key) : client.exists(key))));
    return counts.reduce((sum, count) => sum + count, 0);
  });
}
