// `npm run bench workers`: the service with one process and with two, in turns: how much they serve, and how much for each second
// of processor, which several processes must not waste.

import { join } from 'node:path';
import { percentile, runLoad } from '../support/load/load.ts';
import { anybody } from '../support/load/verifications.ts';
import { median } from '../support/rounds.ts';
import { type ServiceProcesses, startService } from '../support/servers/service-processes.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 3_000);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 64);
const warmUpRequests = 40_000;
const goal = 0.95;

export async function run(folder: string): Promise<void> {
  const one = await startService(join(folder, 'one'), 1);
  const two = await startService(join(folder, 'two'), 2);
  for (const { path, toRequests } of anybody) {
    const contestants = {
      one: { service: one, sent: toRequests(one.key) },
      two: { service: two, sent: toRequests(two.key) },
    };
    for (const { service, sent } of Object.values(contestants)) {
      for (let requests = 0; requests < warmUpRequests * service.workers; )
        requests += (await measure(service, sent)).requests;
    }
    const results: { one: Measured; two: Measured }[] = [];
    for (let round = 0; round < rounds; round++) {
      const first = await measure(one, contestants.one.sent);
      results.push({ one: first, two: await measure(two, contestants.two.sent) });
    }
    report(path, results);
  }
  await one.stop();
  await two.stop();
}

function report(path: string, results: readonly { one: Measured; two: Measured }[]): void {
  process.stdout.write(`${path}\n`);
  for (const name of ['one', 'two'] as const) {
    const middle = (value: (measured: Measured) => number) => median(results.map((result) => value(result[name])));
    process.stdout.write(
      `  ${name} worker${name === 'one' ? ' ' : 's'} ${Math.round(middle((m) => m.perSecond))} req/s, ` +
        `p99 ${middle((m) => m.p99).toFixed(1)} ms, ${Math.round(middle((m) => m.perCpuSecond))} requests per second of processor\n`,
    );
  }
  const ratio = (value: (measured: Measured) => number) => median(results.map((r) => value(r.two) / value(r.one)));
  process.stdout.write(
    `  two against one: throughput ${ratio((m) => m.perSecond).toFixed(2)}, ` +
      `requests per second of processor ${ratio((m) => m.perCpuSecond).toFixed(3)} (goal ${goal})\n`,
  );
}

interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99: number;
  readonly perCpuSecond: number;
}

async function measure(service: ServiceProcesses, sent: readonly Buffer[]): Promise<Measured> {
  const before = service.cpuSeconds();
  const result = await runLoad({
    port: service.port,
    connections: connections * service.workers,
    durationMs: roundMs,
    toRequest: (index) => sent[index % sent.length] as Buffer,
  });
  const perCpuSecond = result.requests / (service.cpuSeconds() - before);
  if (result.notOk > 0) throw new Error(`${result.notOk} answers were not 200`);
  return { ...result, p99: percentile(result.latencies, 0.99), perCpuSecond };
}
