// `npm run bench audit`: what the audit costs, and what metrics and limits cost: the same service with and without them, live
// keys, sources in the process, a registry on disk, rounds that take turns. Records are durable before answers leave.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './support/child.ts';
import { measureHttp } from './support/http-rounds.ts';
import { prepareVerifications } from './support/verifications.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
/** Enough to have the next group waiting while one is on its way to the disk: what is measured is work, not waiting. */
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 256);

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-audit-'));
  const { env, toPeople, toCompanies } = await prepareVerifications(folder);
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
  for (const { goals, ...contest } of contests) {
    await measureHttp({ ...contest, path: '/v1/verify/cpf', goal: goals.cpf, toRequests: toPeople });
    await measureHttp({ ...contest, path: '/v1/verify/cnpj', goal: goals.cnpj, toRequests: toCompanies });
    contest.bare.stop();
    contest.whole.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}
