// `npm run bench shared-store`: the service on PostgreSQL against the same service on its own files, records durable in both before
// answers leave, rounds that take turns. The server is the benchmark's own and runs on the same cores.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../test/support/machine.ts';
import { noPostgres, startPostgres } from '../test/support/postgres.ts';
import { startServer } from './support/child.ts';
import { measureHttp } from './support/http-rounds.ts';
import { prepareVerifications } from './support/verifications.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 256);

export async function run(): Promise<void> {
  if (findPostgres() === undefined) {
    process.stdout.write(`Left out: ${noPostgres}\n`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'confere-shared-'));
  const server = await startPostgres({ fsync: 'on', shared_buffers: '256MB', max_wal_size: '4GB' });
  const { service: store } = await server.createDatabase();
  const { env, toPeople, toCompanies } = await prepareVerifications(folder);
  process.stdout.write(
    `${rounds} rounds, ${connections} connections, load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  );
  const contest = {
    bare: await startServer('confere-server.ts', env),
    whole: await startServer('confere-server.ts', { ...env, CONFERE_STORE: store }),
    names: { bare: 'on its own files', whole: 'on PostgreSQL' },
    rounds,
    connections,
    polls: false,
  };
  await measureHttp({ ...contest, path: '/v1/verify/cpf', goal: 0.5, toRequests: toPeople });
  await measureHttp({ ...contest, path: '/v1/verify/cnpj', goal: 0.7, toRequests: toCompanies });
  contest.bare.stop();
  contest.whole.stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
