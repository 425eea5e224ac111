// `npm run bench audit`: what the audit costs, with every intent and with the setting that leaves them out, and what metrics and limits cost: the same service with and without them, live
// keys, sources in the process, a registry on disk, rounds that take turns. Records are durable before answers leave.

import { loadavg } from 'node:os';
import { measureHttp } from '../support/load/http-rounds.ts';
import { prepareVerifications } from '../support/load/verifications.ts';
import { startServer } from '../support/servers/child.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
/** Enough to have the next group waiting while one is on its way to the disk: what is measured is work, not waiting. */
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 256);

export async function run(folder: string): Promise<void> {
  const { env, toPeople, toCompanies } = await prepareVerifications(folder);
  process.stdout.write(
    `${rounds} rounds, ${connections} connections, load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  );

  const start = async (without: string, settings: Readonly<Record<string, string>> = {}) => ({
    bare: await startServer('confere-server.ts', { ...env, BENCH_WITHOUT: without }),
    whole: await startServer('confere-server.ts', { ...env, ...settings }),
    names: { bare: `without ${without}`, whole: 'with' },
    rounds,
    connections,
    // The second core is for the thread of the audit, as it is where the clients are elsewhere.
    polls: false,
  });
  // More than the connections: no verification has an intent.
  const withoutIntents = { CONFERE_AUDIT_WITHOUT_INTENT_MAX: String(2 * connections) };
  const contests = [
    { begin: () => start('audit'), goals: { cpf: 0.85, cnpj: 0.95 } },
    { begin: () => start('audit', withoutIntents), goals: { cpf: 0.85, cnpj: null } },
    { begin: () => start('metrics,limits'), goals: { cpf: 0.95, cnpj: 0.95 } },
  ];
  for (const { goals, begin } of contests) {
    const contest = await begin();
    if (goals.cnpj === null) process.stdout.write(`audit.without_intent_max ${2 * connections}:\n`);
    await measureHttp({ ...contest, path: '/v1/verify/cpf', goal: goals.cpf, toRequests: toPeople });
    if (goals.cnpj !== null)
      await measureHttp({ ...contest, path: '/v1/verify/cnpj', goal: goals.cnpj, toRequests: toCompanies });
    contest.bare.stop();
    contest.whole.stop();
  }
}
