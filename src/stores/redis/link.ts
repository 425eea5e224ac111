// The way to Redis with an end: every question is answered within some tens of milliseconds or not at all. After one without an
// answer, no other is asked until Redis has shown that it is back. Whoever gets no answer goes on by its share.

import type { Clock } from '../../app/clock.ts';
import type { Eventual } from '../../app/eventual.ts';
import { toBackoffMs } from '../../app/waiting/backoff.ts';
import type { RedisAddress } from './address.ts';
import { connectRedis } from './connect.ts';
import type { RedisScripts } from './scripts.ts';

export interface RedisLink {
  /** Returns undefined at once while Redis is unreachable, and later if Redis does not answer in time. `key` gets the prefix. */
  ask(script: keyof RedisScripts, key: string, ...args: readonly (string | number)[]): Eventual<unknown>;
  isReachable(): boolean;
  /** Counts the nodes that share the limits, including this one, as far as was last known. */
  nodes(): number;
  close(): void;
}

export interface RedisLinkOptions {
  readonly address: RedisAddress;
  /** `node` identifies this process and differs from that of any other. */
  readonly node: string;
  readonly answerMsMax: number;
  /** The limits assume this number of nodes if Redis has not stated more. */
  readonly nodesMin: number;
  readonly clock: Clock;
  /** 0 <= result < 1 */
  readonly random: () => number;
  readonly onChange: (isReachable: boolean) => void;
  /** The link calls this if another program has stored a value of another type under one of our names. `set` is the first part of the name. */
  readonly onForeign?: (set: string) => void;
  /** The link reports for every question how long it took, or how long the caller waited for it. */
  readonly onAsked?: (durationMs: number) => void;
}

const beatEveryMs = 5_000;
/** A node that was silent for so long is gone. */
const aliveMs = 20_000;
const probeMsMin = 100;
const probeMsMax = 1_000;
/** Redis answers and refuses: it is there, and every other name is good. */
const foreign = Symbol('foreign');
/** A start waits so long for the first answer, and then goes on without. */
const firstAnswerMsMax = 1_000;

export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { address, node, answerMsMax, nodesMin, clock, random, onChange, onForeign, onAsked } = options;
  const client = connectRedis(address, random);
  let isUp = false;
  let isClosed = false;
  let nodes = nodesMin;
  /** `probes` counts the probes since Redis last answered. */
  let probes = 0;
  let timer: NodeJS.Timeout | undefined;

  function send(script: keyof RedisScripts, key: string, args: readonly (string | number)[], msMax: number) {
    return new Promise<unknown>((resolve) => {
      // When this process itself was busy, the answer may lie in the socket already: it gets one more turn to be read.
      const timeout = setTimeout(() => setImmediate(() => resolve(undefined)), msMax);
      const settle = (reply: unknown): void => {
        clearTimeout(timeout);
        resolve(reply ?? undefined);
      };
      try {
        client[script](`${address.prefix}:${key}`, ...args).then(settle, (error: unknown) =>
          settle(error instanceof Error && /^WRONGTYPE\b/.test(error.message) ? foreign : undefined),
        );
      } catch {
        settle(undefined);
      }
    });
  }

  async function beat(): Promise<void> {
    const reply = await send('confereBeat', 'nodes', [node, aliveMs, ''], isUp ? answerMsMax : probeMsMax);
    if (isClosed) return;
    if (typeof reply === 'number') nodes = Math.max(nodesMin, reply, 1);
    setUp(typeof reply === 'number');
    plan();
  }

  function plan(): void {
    clearTimeout(timer);
    probes = isUp ? 0 : probes + 1;
    const ms = isUp
      ? beatEveryMs
      : toBackoffMs(probes, { firstMs: probeMsMin, maxMs: probeMsMax }) * (0.5 + random() / 2);
    timer = setTimeout(() => void beat(), ms).unref();
  }

  function setUp(isUpNow: boolean): void {
    if (isUp === isUpNow) return;
    isUp = isUpNow;
    onChange(isUp);
  }

  function lose(): void {
    if (!isUp || isClosed) return;
    setUp(false);
    plan();
  }

  const firstAnswer = new Promise<void>((resolve) => {
    const giveUp = setTimeout(resolve, firstAnswerMsMax);
    client.once('ready', () => {
      void beat().then(() => {
        clearTimeout(giveUp);
        resolve();
      });
    });
  });
  client.on('close', lose);
  await firstAnswer;
  if (!isUp) plan();
  return {
    ask(script, key, ...args) {
      if (!isUp) return undefined;
      const askedAtMs = clock.monotonicMs();
      return send(script, key, args, answerMsMax).then((reply) => {
        onAsked?.(clock.monotonicMs() - askedAtMs);
        if (reply === undefined) lose();
        if (reply !== foreign) return reply;
        onForeign?.(key.split(':', 1)[0] ?? '');
        return undefined;
      });
    },
    isReachable: () => isUp,
    nodes: () => nodes,
    close() {
      isClosed = true;
      clearTimeout(timer);
      client.disconnect();
    },
  };
}
