// Sealed answers that several machines share in Redis or Valkey, for as long as its own clock allows. What it says is never believed for its
// own sake: whoever asks opens the seal. While it is away nobody waits for it.

import { type AnswerStore, answerBytesMax, type KeptAnswer } from '../../app/verify/ports.ts';
import type { RedisAddress } from '../redis/address.ts';
import { askRedisOnce } from '../redis/ask-once.ts';
import type { RedisLink } from '../redis/link.ts';

/** Redis holds the answer as text. */
const textLengthMax = Math.ceil((answerBytesMax * 4) / 3);

/** Answers may take this share of Redis's memory. The rest is left to the limits, which could not be counted if answers took all of it. */
const shareOfMemoryMax = 0.75;

export function createRedisAnswers(link: RedisLink): AnswerStore {
  return {
    async find(name) {
      const reply = await link.ask('confereFindAnswer', toAnswerKey(name), textLengthMax);
      return reply === undefined ? { kind: 'unreachable' } : readReply(reply);
    },
    async keep(name, sealed, lifeMs) {
      if (sealed.length > answerBytesMax) return 'too_large';
      const text = Buffer.from(sealed).toString('base64url');
      const reply = await link.ask('confereKeepAnswer', toAnswerKey(name), text, Math.ceil(lifeMs), shareOfMemoryMax);
      return reply === undefined ? 'unreachable' : reply === 1 ? 'kept' : 'no_room';
    },
  };
}

function readReply(reply: unknown): KeptAnswer {
  if (!Array.isArray(reply)) return { kind: 'damaged' };
  const [text, lifeMs] = reply as readonly unknown[];
  if (lifeMs === 0) return { kind: 'none' };
  if (typeof text !== 'string' || text.length > textLengthMax || typeof lifeMs !== 'number' || !(lifeMs > 0))
    return { kind: 'damaged' };
  return { kind: 'found', sealed: Buffer.from(text, 'base64url'), lifeMs };
}

function toAnswerKey(name: string): string {
  return `answers:${name}`;
}

const forgettingMsMax = 3_000;

/**
 * Deletes the answers under these names, or only looks, and returns their number, for a command. Returns undefined if Redis did not answer for all.
 */
export function askRedisAnswers(
  act: 'delete' | 'look',
  address: RedisAddress,
  names: readonly string[],
): Promise<number | undefined> {
  return askRedisOnce(address, forgettingMsMax, async (client, toFullKey) => {
    // One by one: in a cluster each lies on its own node.
    const keys = names.map((name) => toFullKey(toAnswerKey(name)));
    const counts = await Promise.all(keys.map((key) => (act === 'delete' ? client.del(key) : client.exists(key))));
    return counts.reduce((sum, count) => sum + count, 0);
  });
}

const sweepingMsMax = 60_000;
const keysAtOnce = 500;

interface SweptAnswers {
  readonly rows: number;
  /** `older` counts the answers that `isNewest` refused. */
  readonly older: number;
}

/** Looks at every answer of this installation for a command. Returns undefined if Redis did not answer for all, or refuses to list its keys. */
export async function sweepRedisAnswers(
  act: 'delete' | 'look',
  address: RedisAddress,
  isNewest: (name: string, sealed: Uint8Array) => boolean,
): Promise<SweptAnswers | undefined> {
  // Where it is away nobody waits for as long as a sweep may take.
  const isThere = await askRedisOnce(address, forgettingMsMax, (client, toFullKey) =>
    client.exists(toFullKey(toAnswerKey(''))),
  );
  if (isThere === undefined) return undefined;
  return askRedisOnce(address, sweepingMsMax, async (client, toFullKey) => {
    const prefix = toFullKey(toAnswerKey(''));
    const pattern = `${prefix.replaceAll(/[*?[\]\\]/g, '\\$&')}*`;
    let [rows, older] = [0, 0];
    const look = async (key: string): Promise<void> => {
      // What is no text was put there by somebody else, and is none of ours.
      const text = await client.get(key).catch((error: Error) => refuseOther(error));
      if (text === null) return;
      rows++;
      if (isNewest(key.slice(prefix.length), Buffer.from(text, 'base64url'))) return;
      older++;
      if (act === 'delete') await client.del(key);
    };
    for (const node of 'nodes' in client ? client.nodes('master') : [client]) {
      let cursor = '';
      while (cursor !== '0') {
        const [next, keys] = await node.scan(cursor || '0', 'MATCH', pattern, 'COUNT', keysAtOnce);
        await Promise.all(keys.map(look));
        cursor = next;
      }
    }
    return { rows, older };
  });
}

function refuseOther(error: Error): null {
  if (error.message.startsWith('WRONGTYPE')) return null;
  throw error;
}
