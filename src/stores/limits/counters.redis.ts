// Counters that several machines share in Redis or Valkey. What comes under one name in one turn of the event loop is one question. What
// was last heard of every window is remembered: where Redis cannot be asked, counting goes on from there, each node within its share of
// what is left. When Redis is back, each node adds what it counted alone.

import type { Clock } from '../../app/clock.ts';
import { andThen, type Eventual } from '../../app/eventual.ts';
import type { CountedWindow, Counters } from '../../app/limits.ts';
import type { RedisLink } from '../redis/link.ts';

interface KnownWindow {
  count: number;
  endsAtMs: number;
  /** `untold` counts the hits that this node has counted and not yet reported. */
  untold: number;
}

/** Events of one name that are asked about together. */
interface Gathering {
  events: number;
  windowMs: number;
  /** The window after all of them; undefined where Redis did not answer. */
  readonly counted: Promise<CountedWindow | undefined>;
  readonly settle: (counted: Eventual<CountedWindow | undefined>) => void;
}

interface RedisCountersOptions {
  readonly link: RedisLink;
  /** Keeps one set of names apart from the others. */
  readonly set: string;
  readonly clock: Clock;
  /** More windows than this are not remembered, those that opened first being forgotten first. */
  readonly windowsMax: number;
  /** Hears of every event that was counted without Redis. */
  readonly onAlone: () => void;
  /** In place of the server's clock, for tests. */
  readonly findTime?: () => number;
}

export function createRedisCounters(options: RedisCountersOptions): Counters {
  const { link, set, clock, windowsMax, onAlone, findTime = () => '' } = options;
  const windows = new Map<string, KnownWindow>();
  const gathered = new Map<string, Gathering>();

  /** Gathers the hits until every arrived request has begun. A busy key would otherwise cost Redis and this process a question for each request. */
  function gather(name: string): Gathering {
    let gathering = gathered.get(name);
    if (gathering === undefined) {
      const { promise, resolve } = Promise.withResolvers<CountedWindow | undefined>();
      gathering = { events: 0, windowMs: 0, counted: promise, settle: resolve };
      if (gathered.size === 0) setImmediate(askAll);
      gathered.set(name, gathering);
    }
    return gathering;
  }

  function askAll(): void {
    const all = [...gathered];
    gathered.clear();
    for (const [name, gathering] of all) gathering.settle(ask(name, gathering));
  }

  function ask(name: string, { windowMs, events }: Gathering): Eventual<CountedWindow | undefined> {
    const open = findOpen(name);
    const untold = open?.untold ?? 0;
    if (open !== undefined) open.untold = 0;
    return andThen(link.ask('confereHit', `${set}:${name}`, windowMs, events + untold, findTime()), (reply) => {
      const counted = findCounted(reply);
      if (counted !== undefined) remember(name, counted);
      else if (open !== undefined) open.untold += untold;
      return counted;
    });
  }

  function findOpen(name: string): KnownWindow | undefined {
    const window = windows.get(name);
    return window !== undefined && clock.monotonicMs() < window.endsAtMs ? window : undefined;
  }

  function keep(name: string, window: KnownWindow): void {
    if (!windows.delete(name) && windows.size >= windowsMax) {
      // A Map keeps the order of insertion. A tenth at a time, or every new name of a flood would cost a search.
      let tooMany = Math.ceil(windowsMax / 10);
      for (const oldest of windows.keys()) {
        if (tooMany-- <= 0) break;
        windows.delete(oldest);
      }
    }
    windows.set(name, window);
  }

  function remember(name: string, { count, resetsInMs }: CountedWindow): void {
    const known = windows.get(name);
    const endsAtMs = clock.monotonicMs() + resetsInMs;
    if (known === undefined) keep(name, { count, endsAtMs, untold: 0 });
    else Object.assign(known, { count, endsAtMs });
  }

  /** Each event stands for one on every node, so that all of them together keep to the limit. */
  function countAlone(name: string, windowMs: number, events: number): CountedWindow {
    onAlone();
    let window = findOpen(name);
    if (window === undefined) {
      window = { count: 0, endsAtMs: clock.monotonicMs() + windowMs, untold: 0 };
      keep(name, window);
    }
    // What is given back of events that Redis counted was counted once.
    const isCountedThere = events < 0 && window.untold <= 0;
    window.count = Math.max(0, window.count + events * (isCountedThere ? 1 : link.nodes()));
    window.untold += events;
    return toCounted(window);
  }

  function toCounted({ count, endsAtMs }: KnownWindow): CountedWindow {
    return { count, resetsInMs: Math.max(1, Math.round(endsAtMs - clock.monotonicMs())) };
  }

  return {
    hit(name, windowMs, events = 1) {
      if (!link.isReachable()) return countAlone(name, windowMs, events);
      const gathering = gather(name);
      gathering.windowMs = windowMs;
      gathering.events += events;
      const place = gathering.events;
      return gathering.counted.then((counted) => {
        if (counted === undefined) return countAlone(name, windowMs, events);
        // Each is told the count as it was after itself, as if they had come one by one.
        return { count: counted.count - gathering.events + place, resetsInMs: counted.resetsInMs };
      });
    },
    peek(name) {
      const asked = link.ask('confereHit', `${set}:${name}`, 0, 0, findTime());
      return andThen(asked, (reply) => {
        const open = findOpen(name);
        const counted = findCounted(reply);
        if (counted === undefined) return open === undefined ? { count: 0, resetsInMs: 0 } : toCounted(open);
        return { ...counted, count: counted.count + (open?.untold ?? 0) };
      });
    },
  };
}

function findCounted(reply: unknown): CountedWindow | undefined {
  if (!Array.isArray(reply)) return undefined;
  const [count, resetsInMs] = reply.map(Number);
  return count === undefined || resetsInMs === undefined ? undefined : { count, resetsInMs };
}
