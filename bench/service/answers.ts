// `npm run bench answers`: what an answer of a source costs out of this process, out of the Redis that nodes share, and by asking the party,
// and what a look in Redis adds where it finds nothing. One question after the other, in turns; no goal, the figures are for who decides.

import { loadavg } from 'node:os';
import type { AnswerStore } from '../../src/app/verify/ports.ts';
import { systemClock } from '../../src/clock.ts';
import type { PersonQuery } from '../../src/domain/person/evidence.ts';
import { startSimulator } from '../../src/sim/server.ts';
import { createHttpSources } from '../../src/sources/create-http-sources.ts';
import type { CacheParts } from '../../src/sources/kept-answers.ts';
import { getSources } from '../../src/sources/read/read-sources.ts';
import { createMemoryAnswers } from '../../src/stores/answers/answers.memory.ts';
import { createRedisAnswers } from '../../src/stores/answers/answers.redis.ts';
import { createQuery } from '../../test/support/parties/implied.ts';
import { findSimulatorSecret, writeSimulatedConfig } from '../../test/support/parties/simulated-sources.ts';
import { openTestLink } from '../../test/support/stores/redis-link.ts';
import { hasRedis, startRedis } from '../../test/support/stores/redis-server.ts';
import { print } from '../support/print.ts';
import { median } from '../support/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const peopleCount = 300;

/** Keeps nothing, so that what lies behind it is asked every time. */
const forgetful: AnswerStore = { find: async () => ({ kind: 'none' }), keep: async () => 'kept' };

export async function run(folder: string): Promise<void> {
  if (!hasRedis) {
    process.stdout.write('Left out: no redis-server is installed here\n');
    return;
  }
  await using opened = new AsyncDisposableStack();
  const redis = await startRedis();
  opened.defer(() => redis.close());
  const simulator = await startSimulator({ clock: systemClock, port: 0 });
  opened.defer(() => simulator.close());
  const link = await openTestLink({ port: redis.port });
  opened.defer(() => link.close());
  const shared = createRedisAnswers(link);
  const [secret, lookOnly] = [Buffer.alloc(32, 1), { ...shared, keep: forgetful.keep }];

  const open = async (cacheSeconds: number, parts: Omit<CacheParts, 'secret'>) => {
    const settings = { fraud_registry: { cache_seconds: cacheSeconds, deadline_ms: 28_000 } };
    const file = writeSimulatedConfig(folder, simulator, { fraud_registry: 'pix-dict' }, settings);
    const sources = createHttpSources({
      sources: await getSources({ file, findVariable: findSimulatorSecret }),
      clock: systemClock,
      random: () => 0.5,
      cache: { secret: () => secret, ...parts },
    });
    opened.defer(() => sources.close());
    const source = sources.people?.find(({ name }) => name === 'fraud_registry');
    if (source === undefined) throw new Error('The file describes a fraud registry');
    return (query: PersonQuery) => source.ask(query, AbortSignal.timeout(60_000));
  };
  const near = createMemoryAnswers(systemClock);
  const ways = {
    'this process': await open(3_600, { near }),
    'shared, a hit': await open(3_600, { near: forgetful, shared }),
    'the party': await open(0, { near: forgetful }),
    'shared, a miss, then the party': await open(3_599, { near: forgetful, shared: lookOnly }),
  };
  const people = Array.from({ length: peopleCount * 2 }, (_, index) => createQuery(index));
  const known: PersonQuery[] = [];
  for (const query of people) {
    // Of some the party cannot say all that it is asked for: such answers are not kept.
    for (const ask of Object.values(ways)) await ask(query);
    if ((await ways['this process'](query)).cached && known.length < peopleCount) known.push(query);
  }

  const micros = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  const processor = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, ask] of Object.entries(ways)) {
      const isHit = name === 'this process' || name === 'shared, a hit';
      const before = process.cpuUsage();
      for (const query of known) {
        const startedMs = performance.now();
        const { cached } = await ask(query);
        micros.get(name)?.push((performance.now() - startedMs) * 1000);
        if (cached !== isHit) throw new Error(`${name}: an answer came another way`);
      }
      const { user, system } = process.cpuUsage(before);
      processor.get(name)?.push((user + system) / known.length);
    }
  }
  print(`${rounds} rounds of ${known.length} people, one after the other, load ${loadavg()[0]?.toFixed(1)}`);
  print('  time and processor of this process, in which the party is simulated as well; Redis has one of its own');
  const middle = (figures: ReadonlyMap<string, number[]>, name: string) => median(figures.get(name) ?? []);
  const show = (figures: ReadonlyMap<string, number[]>, name: string) => {
    const [own, party] = [middle(figures, name), middle(figures, 'the party')];
    return `${own.toFixed(0).padStart(5)} µs (${(own / party).toFixed(2)} of asking)`;
  };
  for (const name of Object.keys(ways)) print(`  ${name.padEnd(31)} ${show(micros, name)}, ${show(processor, name)}`);
}
