// One operation of the service against a bare Fastify route with the same schemas, in rounds that take turns.

import { median } from '../rounds.ts';
import type { BenchServer } from '../servers/child.ts';
import { percentile, runLoad } from './load.ts';

const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 3_000);
const connectionsUsually = 32;
const warmUpRequests = Number(process.env['BENCH_WARM_UP'] ?? 30_000);

interface HttpContest {
  readonly bare: BenchServer;
  readonly whole: BenchServer;
  /** What is measured, for the report. */
  readonly path: string;
  /** Lowest share of the bare route's throughput, where there is such a goal. */
  readonly goal?: number;
  /** The requests as they go over the wire, with the key of each server. */
  readonly toRequests: (key: string) => readonly Buffer[];
  readonly rounds: number;
  readonly connections?: number;
  /** Whether the generator waits without sleeping, and so takes a core for itself. */
  readonly polls?: boolean;
  /** What the two are, for the report. */
  readonly names?: { readonly bare: string; readonly whole: string };
}

/** Of the whole to the bare: by requests a second, by the processor that each takes, and by that of the thread that answers. */
export interface HttpRatios {
  readonly throughput: number;
  readonly processor: number;
  readonly thread: number;
}

export async function measureHttp({
  bare,
  whole,
  path,
  goal,
  toRequests,
  rounds,
  ...rest
}: HttpContest): Promise<HttpRatios> {
  const { connections = connectionsUsually, polls = true, names = { bare: 'bare', whole: 'whole' } } = rest;
  const load = { connections, polls };
  await warmUp(bare, toRequests(bare.key), load);
  await warmUp(whole, toRequests(whole.key), load);
  const results: { bare: Measured; whole: Measured }[] = [];
  for (let round = 0; round < rounds; round++) {
    results.push({
      bare: await measure(bare, toRequests(bare.key), load),
      whole: await measure(whole, toRequests(whole.key), load),
    });
  }
  const ratio = median(results.map((result) => result.whole.perSecond / result.bare.perSecond));
  const cpuRatio = median(results.map((result) => result.bare.cpuMicros / result.whole.cpuMicros));
  const mainRatio = median(results.map((result) => result.bare.mainMicros / result.whole.mainMicros));
  const show = (name: 'bare' | 'whole') =>
    `${names[name].padEnd(5)} ${Math.round(median(results.map((r) => r[name].perSecond)))} req/s, ` +
    `p50 ${median(results.map((r) => r[name].p50)).toFixed(2)} and p99 ${median(results.map((r) => r[name].p99)).toFixed(2)} ms, ` +
    `${median(results.map((r) => r[name].cpuMicros)).toFixed(1)} µs of processor each, ` +
    `${median(results.map((r) => r[name].mainMicros)).toFixed(1)} on the thread that answers`;
  const generator = median(results.map((result) => result.whole.generatorMicros));
  process.stdout.write(`${path}\n  ${show('bare')}\n  ${show('whole')}; the generator took ${generator.toFixed(1)}\n`);
  process.stdout.write(
    `  throughput ratio ${ratio.toFixed(3)}${goal === undefined ? '' : ` (goal ${goal})`}, processor ratio ${cpuRatio.toFixed(3)}, of the thread that answers ${mainRatio.toFixed(3)}\n`,
  );
  return { throughput: ratio, processor: cpuRatio, thread: mainRatio };
}

/** By requests, not by time: a service that runs for days is compiled, and a slow machine must not compare the compilers. */
async function warmUp(server: BenchServer, sent: readonly Buffer[], load: Load): Promise<void> {
  for (let requests = 0; requests < warmUpRequests; ) requests += (await measure(server, sent, load)).requests;
}

interface Load {
  readonly connections: number;
  readonly polls: boolean;
}

interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** For each request, by all threads and by the one that answers. */
  readonly cpuMicros: number;
  readonly mainMicros: number;
  /** What the generator itself takes of the cores that the server has. */
  readonly generatorMicros: number;
}

async function measure(server: BenchServer, sent: readonly Buffer[], load: Load): Promise<Measured> {
  const before = await server.cpuMicros();
  const ownBefore = process.cpuUsage();
  const result = await runLoad({
    ...load,
    port: server.port,
    durationMs: roundMs,
    toRequest: (index) => sent[index % sent.length] as Buffer,
  });
  const own = process.cpuUsage(ownBefore);
  const after = await server.cpuMicros();
  const cpuMicros = (after.all - before.all) / result.requests;
  const mainMicros = (after.main - before.main) / result.requests;
  if (result.notOk > 0) throw new Error(`${result.notOk} answers were not 200`);
  return {
    requests: result.requests,
    perSecond: result.perSecond,
    p50: percentile(result.latencies, 0.5),
    p99: percentile(result.latencies, 0.99),
    cpuMicros,
    mainMicros,
    generatorMicros: (own.user + own.system) / result.requests,
  };
}
