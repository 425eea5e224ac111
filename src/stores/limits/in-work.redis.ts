// How many requests of each name are in work on all machines, in Redis or Valkey. What a node has let in lasts for half a minute and is
// prolonged while it is in work: what a node had that died is free again after that.

import type { Clock } from '../../app/clock.ts';
import { andThen } from '../../app/eventual.ts';
import type { InWork } from '../../app/limits.ts';
import type { RedisLink } from '../redis/link.ts';

interface Entry {
  /** The value is undefined if this node admitted the work alone. */
  readonly id: string | undefined;
  /** The node last reported at this time that the work is still here. */
  toldAtMs: number;
}

interface RedisInWorkOptions {
  readonly link: RedisLink;
  /** `node` identifies this process and differs from that of any other. */
  readonly node: string;
  readonly clock: Clock;
  /** In place of the server's clock, for tests. */
  readonly findTime?: () => number;
}

const lastsMs = 30_000;
const prolongEveryMs = 10_000;

export function createRedisInWork(options: RedisInWorkOptions): InWork & { close(): void } {
  const { link, node, clock, findTime = () => '' } = options;
  const inside = new Map<string, Entry[]>();
  let lastId = 0;
  const timer = setInterval(prolong, prolongEveryMs).unref();

  function prolong(): void {
    const nowMs = clock.monotonicMs();
    for (const [name, entries] of inside) {
      for (const entry of entries) {
        if (entry.id === undefined || nowMs - entry.toldAtMs < prolongEveryMs) continue;
        entry.toldAtMs = nowMs;
        void link.ask('confereStay', toInWorkKey(name), entry.id, lastsMs, findTime());
      }
    }
  }

  function add(name: string, id: string | undefined): true {
    const entry = { id, toldAtMs: clock.monotonicMs() };
    const entries = inside.get(name);
    if (entries === undefined) inside.set(name, [entry]);
    else entries.push(entry);
    return true;
  }

  return {
    enter(name, limit) {
      const id = `${node}:${++lastId}`;
      return andThen(link.ask('confereEnter', toInWorkKey(name), id, limit, lastsMs, findTime()), (reply) => {
        if (reply === 1) return add(name, id);
        if (reply !== undefined) return false;
        // Its share of the limit, and what it has in work already is part of that.
        const here = inside.get(name)?.length ?? 0;
        return here < Math.ceil(limit / link.nodes()) && add(name, undefined);
      });
    },
    leave(name) {
      const entries = inside.get(name);
      const entry = entries?.pop();
      if (entries?.length === 0) inside.delete(name);
      // Where it cannot be told, it ends by itself.
      if (entry?.id !== undefined) void link.ask('confereLeave', toInWorkKey(name), entry.id);
    },
    close: () => clearInterval(timer),
  };
}

function toInWorkKey(name: string): string {
  return `in-work:${name}`;
}
