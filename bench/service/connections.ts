// `npm run bench connections`: how long a new client waits for its first answer beside many that are being served, as a
// multiple of what those wait; and how long a probe waits.

import { completeCpf } from '../../src/domain/numbers/cpf.ts';
import { percentile, runLoad, toPost } from '../support/load/load.ts';
import { runNewcomers } from '../support/load/newcomers.ts';
import { type BenchServer, startServer } from '../support/servers/child.ts';

const busyCounts = (process.env['BENCH_BUSY'] ?? '300,500').split(',').map(Number);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const newcomersPerSecond = Number(process.env['BENCH_NEWCOMERS'] ?? 40);
const probesPerSecond = 5;

export async function run(): Promise<void> {
  const server = await startServer('confere-server.ts', { CONFERE_SERVER_CONNECTIONS_MAX: '4096' });
  try {
    await measure(server, 32, 4);
    for (const busy of busyCounts) print(busy, await measure(server, busy, seconds));
  } finally {
    server.stop();
  }
}

interface Measured {
  readonly busy: Float64Array;
  readonly perSecond: number;
  readonly newcomers: Float64Array;
  readonly probes: Float64Array;
  readonly failed: number;
}

async function measure({ port, key }: BenchServer, connections: number, duration: number): Promise<Measured> {
  const requests = Array.from({ length: 1_000 }, (_, index) =>
    toPost('/v1/verify/cpf', key, `{"cpf":"${completeCpf(String(index * 7_919 + 12_345).padStart(9, '0'))}"}`),
  );
  const toRequest = (index: number) => requests[index % requests.length] as Buffer;
  const come = (request: string, perSecond: number) =>
    runNewcomers({ port, request, perSecond, seconds: duration - 1 });
  const [load, newcomers, probes] = await Promise.all([
    runLoad({ port, connections, durationMs: duration * 1000, toRequest }),
    come(String(requests[0]), newcomersPerSecond),
    come('GET /livez HTTP/1.1\r\nHost: bench\r\n\r\n', probesPerSecond),
  ]);
  if (load.notOk > 0) throw new Error(`${load.notOk} answers were not 200`);
  return {
    busy: load.latencies,
    perSecond: load.perSecond,
    newcomers: Float64Array.from(newcomers.firstAnswerMs),
    probes: Float64Array.from(probes.firstAnswerMs),
    failed: newcomers.failed + probes.failed,
  };
}

function print(connections: number, { busy, perSecond, newcomers, probes, failed }: Measured): void {
  const show = (times: Float64Array) =>
    `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, max ${percentile(times, 1).toFixed(0)} ms`;
  const ratio = percentile(newcomers, 0.5) / percentile(busy, 0.5);
  const lines = [
    `${connections} busy connections (${Math.round(perSecond)} req/s), ${newcomersPerSecond} new ones a second`,
    `  busy     ${show(busy)}`,
    `  new      ${show(newcomers)}, first answer after ${ratio.toFixed(1)} times the busy median (goal at most 3)`,
    `  /livez   ${show(probes)} (goal: max under 1000)`,
    `  not answered: ${failed}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
