// `npm run bench shared-store`: the service on PostgreSQL and Redis against the same service on its own files, records durable in
// both before answers leave, in turns: how much it serves, what both add to the time of an answer, and whether two nodes cost more
// processor than one. Both servers are the benchmark's own and run on the same cores.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { summarize } from '../../test/reliability/load/pace.ts';
import { findPostgres } from '../../test/support/machine.ts';
import { noPostgres } from '../../test/support/stores/postgres.ts';
import { hasRedis } from '../../test/support/stores/redis-server.ts';
import { measureHttp } from '../support/load/http-rounds.ts';
import { runLoad } from '../support/load/load.ts';
import { runOpenLoop, toVerification } from '../support/load/open-loop.ts';
import { prepareVerifications } from '../support/load/verifications.ts';
import { print } from '../support/print.ts';
import { median } from '../support/rounds.ts';
import { type BenchServer, startServer } from '../support/servers/child.ts';
import { type Effort, type SharedServers, startSharedServers } from '../support/servers/shared-servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 256);
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 3_000);
const openLoop = { perSecond: 200, seconds: 8, warmUpSeconds: 2 };
const parts = (process.env['BENCH_PARTS'] ?? 'throughput,latency,nodes').split(',');
const warmUpRequests = 30_000;

export async function run(folder: string): Promise<void> {
  if (findPostgres() === undefined || !hasRedis) {
    process.stdout.write(`Left out: ${hasRedis ? noPostgres : 'no redis-server is installed here'}\n`);
    return;
  }
  const servers = await startSharedServers();
  const { env, toPeople, toCompanies } = await prepareVerifications(folder);
  const sharedEnv = { ...env, ...servers.env, CONFERE_SECRETS_DIR: join(folder, 'secrets') };
  const own = await startServer('confere-server.ts', env);
  const shared = await startServer('confere-server.ts', sharedEnv);
  print(`${rounds} rounds, ${connections} connections, load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const contest = { bare: own, whole: shared, names: { bare: 'on its own files', whole: 'shared' }, polls: false };
  if (parts.includes('throughput')) {
    const people = { path: '/v1/verify/cpf', goal: 0.5, toRequests: toPeople };
    await measureHttp({ ...contest, ...people, rounds, connections });
    await reportEffort(servers, shared, toPeople(shared.key));
    const { records, record, evidence } = await servers.readAuditBytes();
    print(`  on the disk, of ${records} records: ${record} bytes each, ${evidence} more for its evidence`);
    await measureHttp({ ...contest, path: '/v1/verify/cnpj', goal: 0.7, toRequests: toCompanies, rounds, connections });
    await reportEffort(servers, shared, toCompanies(shared.key));
  }
  if (parts.includes('latency')) await measureLatency(servers, own, shared);
  if (parts.includes('nodes')) {
    const second = await startServer('confere-server.ts', sharedEnv);
    await measureNodes([shared, second], toPeople(shared.key));
    second.stop();
  }
  own.stop();
  shared.stop();
  await servers.close();
}

/** What the two servers do for a request. */
async function reportEffort(servers: SharedServers, { port }: BenchServer, sent: readonly Buffer[]): Promise<void> {
  const before = await servers.readEffort();
  const { requests } = await runLoad({
    port,
    connections,
    durationMs: roundMs,
    polls: false,
    toRequest: (index) => sent[index % sent.length] as Buffer,
  });
  printEffort(before, await servers.readEffort(), requests);
}

function printEffort(before: Effort, after: Effort, requests: number): void {
  const each = (name: keyof Effort) => (after[name] - before[name]) / requests;
  print(
    `  for a request: ${(each('postgres') * 1e6).toFixed(1)} µs of PostgreSQL's processor in ${each('transactions').toFixed(3)} transactions, ` +
      `${(each('redis') * 1e6).toFixed(1)} µs of Redis's in ${each('scripts').toFixed(3)} scripts`,
  );
}

let seed = 1;

/** An open loop: what a request waits counts from when it was due. */
async function measureLatency(servers: SharedServers, own: BenchServer, shared: BenchServer): Promise<void> {
  const before = await servers.readEffort();
  const latencies = { own: [] as number[], shared: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    latencies.own.push(...(await measureOpenLoop(own)));
    latencies.shared.push(...(await measureOpenLoop(shared)));
  }
  // Of all rounds together: one busy moment is one in a hundred of some hundred requests, but not of thousands.
  const all = { own: summarize(latencies.own), shared: summarize(latencies.shared) };
  const added = (figure: 'p50' | 'p99') => all.shared[figure] - all.own[figure];
  print(`/v1/verify/cpf at ${openLoop.perSecond} req/s, ${rounds} rounds of ${openLoop.seconds} s`);
  for (const name of ['own', 'shared'] as const)
    print(`  ${name.padEnd(6)} p50 ${all[name].p50.toFixed(2)} ms, p99 ${all[name].p99.toFixed(2)} ms`);
  // While the other one is measured these two have next to nothing to do.
  printEffort(
    before,
    await servers.readEffort(),
    rounds * openLoop.perSecond * (openLoop.seconds + openLoop.warmUpSeconds),
  );
  print(`  added: p50 ${added('p50').toFixed(2)} ms, p99 ${added('p99').toFixed(2)} ms (goal under 5)`);
}

async function measureOpenLoop(server: BenchServer): Promise<readonly number[]> {
  const requests = [toVerification(server)];
  const { latenciesMs, outcomes } = await runOpenLoop({ requests, ...openLoop, seed: seed++ });
  if (Object.keys(outcomes).join() !== '200') throw new Error(`Not all were answered: ${JSON.stringify(outcomes)}`);
  return latenciesMs;
}

/** By the processor that the nodes themselves take, user and system; each has its own connections. */
async function measureNodes(nodes: readonly BenchServer[], sent: readonly Buffer[]): Promise<void> {
  for (const node of nodes) {
    for (let requests = 0; requests < warmUpRequests; ) requests += (await measureTogether([node], sent)).requests;
  }
  const results: { one: Measured; two: Measured }[] = [];
  for (let round = 0; round < rounds; round++) {
    results.push({ one: await measureTogether(nodes.slice(0, 1), sent), two: await measureTogether(nodes, sent) });
  }
  print(`/v1/verify/cpf by one node and by two, ${rounds} rounds, ${connections} connections for each node`);
  for (const name of ['one', 'two'] as const) {
    const middle = (figure: keyof Measured) => Math.round(median(results.map((result) => result[name][figure])));
    print(`  ${name}: ${middle('perSecond')} req/s, ${middle('perCpuSecond')} requests per second of processor`);
  }
  const ratio = (figure: keyof Measured) => median(results.map(({ one, two }) => two[figure] / one[figure]));
  print(
    `  two against one: throughput ${ratio('perSecond').toFixed(2)}, ` +
      `requests per second of processor ${ratio('perCpuSecond').toFixed(3)} (goal 0.95)`,
  );
}

interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

async function measureTogether(nodes: readonly BenchServer[], sent: readonly Buffer[]): Promise<Measured> {
  const readMicros = async () =>
    (await Promise.all(nodes.map((node) => node.cpuMicros()))).reduce((sum, { all }) => sum + all, 0);
  const before = await readMicros();
  const results = await Promise.all(
    nodes.map(({ port }, turn) =>
      runLoad({
        port,
        connections,
        durationMs: roundMs,
        polls: false,
        // Each its own people.
        toRequest: (index) => sent[(index * nodes.length + turn) % sent.length] as Buffer,
      }),
    ),
  );
  const cpuSeconds = ((await readMicros()) - before) / 1e6;
  const notOk = results.reduce((sum, result) => sum + result.notOk, 0);
  if (notOk > 0) throw new Error(`${notOk} answers were not 200`);
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
  return { requests, perSecond, perCpuSecond: requests / cpuSeconds };
}
