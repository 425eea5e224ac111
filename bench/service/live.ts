// `npm run bench live`: what a production request costs. Live keys, three parties over HTTP in a process of their own, a registry on
// disk, audit, limits and metrics; beside it fifty lines of `fetch` that do nothing but ask and add up. Then the same under an open
// loop of 200 a second, where nothing waits for a core.

import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { summarize } from '../../test/reliability/load/pace.ts';
import { measureHttp } from '../support/load/http-rounds.ts';
import { runOpenLoop, toVerification } from '../support/load/open-loop.ts';
import { prepareVerifications } from '../support/load/verifications.ts';
import { print } from '../support/print.ts';
import { median } from '../support/rounds.ts';
import { type BenchServer, startServer } from '../support/servers/child.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const openLoop = { perSecond: 200, seconds: Number(process.env['BENCH_SECONDS'] ?? 8), warmUpSeconds: 3 };

export async function run(folder: string): Promise<void> {
  const { env, toPeople, toCompanies } = await prepareVerifications(folder);
  const parties = await startServer('three-parties.ts');
  const origin = `http://127.0.0.1:${parties.port}`;
  const own = await startServer('own-lines.ts', { BENCH_PARTIES: origin });
  const live = { ...env, BENCH_SOURCES: 'over-http', CONFERE_CONFIG: writeSources(folder, origin) };
  const confere = await startServer('confere-server.ts', live);
  const withoutAudit = await startServer('confere-server.ts', { ...live, BENCH_WITHOUT: 'audit' });
  print(`${rounds} rounds, load of the machine ${loadavg()[0]?.toFixed(1)}`);
  for (const connections of [64, 256]) {
    const closedLoop = { rounds, connections, polls: false };
    const path = (operation: string) => `${operation}, ${connections} connections`;
    await measureHttp({
      ...{ ...closedLoop, bare: own, whole: confere, path: path('/v1/verify/cpf'), toRequests: toPeople },
      names: { bare: 'fifty lines', whole: 'confere' },
    });
    const names = { bare: 'without audit', whole: 'confere' };
    const beside = { ...closedLoop, bare: withoutAudit, whole: confere, names };
    await measureHttp({ ...beside, path: path('/v1/verify/cpf'), toRequests: toPeople, goal: 0.7 });
    await measureHttp({ ...beside, path: path('/v1/verify/cnpj'), toRequests: toCompanies, goal: 0.88 });
  }
  await measureOpenLoop({ 'fifty lines': own, confere, 'without audit': withoutAudit });
  for (const server of [own, confere, withoutAudit, parties]) server.stop();
}

function writeSources(folder: string, origin: string): string {
  const toSource = (name: string, facts: readonly string[]) => ({
    base_url: origin,
    // A busy machine is no outage of a party.
    deadline_ms: 28_000,
    request: { path: `/${name}`, headers: { 'X-Document': '{cpf}' } },
    mapping: Object.fromEntries(['cpf', ...facts].map((fact) => [fact, fact])),
  });
  const sources = {
    bureau_a: toSource('bureau_a', ['name', 'birth_date', 'registration', 'score']),
    bureau_b: toSource('bureau_b', ['name', 'pending_debts', 'score']),
    fraud_registry: toSource('fraud_registry', ['fraud_alert']),
  };
  const file = join(folder, 'confere.yaml');
  writeFileSync(file, stringify({ sources }));
  return file;
}

async function measureOpenLoop(servers: Readonly<Record<string, BenchServer>>): Promise<void> {
  print(`/v1/verify/cpf, ${openLoop.perSecond} a second whatever became of the ones before`);
  const seen = Object.entries(servers).map(([name, server]) => ({ name, server, turns: [] as Turn[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { server, turns } of seen) turns.push(await takeTurn(server, round));
  }
  for (const { name, turns } of seen) {
    const at = (figure: keyof Turn) => median(turns.map((turn) => turn[figure]));
    const latency = `p50 ${at('p50').toFixed(1)} ms, p99 ${at('p99').toFixed(1)} ms`;
    print(
      `  ${name.padEnd(13)} ${latency}, ${at('all').toFixed(0)} µs of processor each, ${at('main').toFixed(0)} on the thread that answers`,
    );
  }
}

interface Turn {
  readonly p50: number;
  readonly p99: number;
  readonly all: number;
  readonly main: number;
}

async function takeTurn(server: BenchServer, seed: number): Promise<Turn> {
  const before = await server.cpuMicros();
  const { latenciesMs, outcomes } = await runOpenLoop({ ...openLoop, requests: [toVerification(server)], seed });
  const after = await server.cpuMicros();
  if (Object.keys(outcomes).some((outcome) => outcome !== '200')) {
    throw new Error(`Not every operation was answered: ${JSON.stringify(outcomes)}`);
  }
  const requests = openLoop.perSecond * (openLoop.seconds + openLoop.warmUpSeconds);
  const { p50, p99 } = summarize(latenciesMs);
  return { p50, p99, all: (after.all - before.all) / requests, main: (after.main - before.main) / requests };
}
