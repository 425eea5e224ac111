// `npm run bench audit`: what the audit costs, and what metrics and limits cost: the same service with and without them, live
// keys, sources in the process, a registry on disk, rounds that take turns. Records are durable before answers leave.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeCpf } from '../src/domain/cpf.ts';
import { startServer } from './support/child.ts';
import { prepareDump } from './support/dump.ts';
import { measureHttp } from './support/http-rounds.ts';
import { toPost } from './support/load.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
/** Enough to have the next group waiting while one is on its way to the disk: what is measured is work, not waiting. */
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 256);
const establishments = 20_000;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-audit-'));
  const dump = await prepareDump(folder, establishments);
  const companies = readCompanies(join(dump, 'expected.jsonl'));
  const people = Array.from({ length: 5_000 }, (_, index) => toCpf(index));
  const env = {
    BENCH_MODE: 'live',
    BENCH_SOURCES: 'in-process',
    BENCH_DUMP: dump,
    // A busy machine is no overload of the service.
    CONFERE_LIMITS_WAIT_MS_MAX: '60000',
    CONFERE_AUDIT_DEADLINE_MS: '30000',
  };
  process.stdout.write(
    `${rounds} rounds, ${connections} connections, load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  );

  const start = async (without: string) => ({
    bare: await startServer('confere-server.ts', { ...env, BENCH_WITHOUT: without }),
    whole: await startServer('confere-server.ts', env),
    names: { bare: `without ${without}`, whole: 'with' },
    rounds,
    connections,
    // The second core is for the thread of the audit, as it is where the clients are elsewhere.
    polls: false,
  });
  const contests = [
    { ...(await start('audit')), goals: { cpf: 0.85, cnpj: 0.95 } },
    { ...(await start('metrics,limits')), goals: { cpf: 0.95, cnpj: 0.95 } },
  ];
  const toPeople = (key: string) => people.map((cpf) => toPost('/v1/verify/cpf', key, `{"cpf":"${cpf}"}`));
  const toCompanies = (key: string) => companies.map((cnpj) => toPost('/v1/verify/cnpj', key, `{"cnpj":"${cnpj}"}`));
  for (const { goals, ...contest } of contests) {
    await measureHttp({ ...contest, path: '/v1/verify/cpf', goal: goals.cpf, toRequests: toPeople });
    await measureHttp({ ...contest, path: '/v1/verify/cnpj', goal: goals.cnpj, toRequests: toCompanies });
    contest.bare.stop();
    contest.whole.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}

function readCompanies(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { cnpj: string }).cnpj);
}

/** Never one of the sandbox's fixed people, some of whom take their time. */
function toCpf(index: number): string {
  return completeCpf(String(100_000_000 + index * 7_919).padStart(9, '0'));
}
