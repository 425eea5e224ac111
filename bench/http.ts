// `npm run bench http`: the whole service against a bare Fastify route with the same schemas, interleaved in one run.

import { completeCnpj } from '../src/domain/cnpj.ts';
import { completeCpf } from '../src/domain/cpf.ts';
import { type BenchServer, startServer } from './support/child.ts';
import { percentile, runLoad, toPost } from './support/load.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const roundMs = Number(process.env['BENCH_ROUND_MS'] ?? 3_000);
const connections = 32;

const operations = [
  { path: '/v1/verify/cnpj', goal: 0.75, toBody: (n: number) => `{"cnpj":"${completeCnpj(`${toDigits(n, 8)}0001`)}"}` },
  { path: '/v1/verify/cpf', goal: 0.6, toBody: (n: number) => `{"cpf":"${completeCpf(toDigits(n, 9))}"}` },
];

export async function run(): Promise<void> {
  const bare = await startServer('bare-server.ts');
  const whole = await startServer('confere-server.ts');
  for (const { path, goal, toBody } of operations) {
    const bodies = Array.from({ length: 5_000 }, (_, index) => toBody(index));
    await measure(bare, path, bodies);
    await measure(whole, path, bodies);
    const results: { bare: Measured; whole: Measured }[] = [];
    for (let round = 0; round < rounds; round++) {
      results.push({ bare: await measure(bare, path, bodies), whole: await measure(whole, path, bodies) });
    }
    const ratio = median(results.map((result) => result.whole.perSecond / result.bare.perSecond));
    const cpuRatio = median(results.map((result) => result.bare.cpuMicros / result.whole.cpuMicros));
    const show = (name: 'bare' | 'whole') =>
      `${name.padEnd(5)} ${Math.round(median(results.map((r) => r[name].perSecond)))} req/s, ` +
      `p99 ${median(results.map((r) => r[name].p99)).toFixed(2)} ms, ` +
      `${median(results.map((r) => r[name].cpuMicros)).toFixed(1)} µs of processor each`;
    process.stdout.write(`${path}\n  ${show('bare')}\n  ${show('whole')}\n`);
    process.stdout.write(
      `  throughput ratio ${ratio.toFixed(3)} (goal ${goal}), processor ratio ${cpuRatio.toFixed(3)}\n`,
    );
  }
  bare.stop();
  whole.stop();
}

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  readonly cpuMicros: number;
}

async function measure(server: BenchServer, path: string, bodies: readonly string[]): Promise<Measured> {
  const requests = bodies.map((body) => toPost(path, server.key, body));
  const before = await server.cpuMicros();
  const result = await runLoad({
    port: server.port,
    connections,
    durationMs: roundMs,
    toRequest: (index) => requests[index % requests.length] as Buffer,
  });
  const cpuMicros = ((await server.cpuMicros()) - before) / result.requests;
  if (result.notOk > 0) throw new Error(`${result.notOk} answers were not 200`);
  return { perSecond: result.perSecond, p99: percentile(result.latencies, 0.99), cpuMicros };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function toDigits(n: number, length: number): string {
  return String((n * 7_919 + 12_345) % 10 ** length).padStart(length, '0');
}
