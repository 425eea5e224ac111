// `npm run bench lookup`: one company out of a large snapshot, with random numbers of which 10 % are absent. First the read alone
// against SQLite with a text key and PostgreSQL over its local socket, then `verify/cnpj` over HTTP against a bare Fastify route.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../scripts/make-dump/values/random.ts';
import { systemClock } from '../../src/clock.ts';
import { type Cnpj, completeCnpj } from '../../src/domain/numbers/cnpj.ts';
import { openCompanyRegistry } from '../../src/registry/live-registry.ts';
import { measureHttp } from '../support/load/http-rounds.ts';
import { toPost } from '../support/load/load.ts';
import { print } from '../support/print.ts';
import { importDump, prepareDump } from '../support/registry/dump.ts';
import { type LookupTable, loadLookupTables, walkSnapshot } from '../support/registry/lookup-tables.ts';
import { median, takeTurns } from '../support/rounds.ts';
import { startServer } from '../support/servers/child.ts';

const establishments = Number(process.env['BENCH_ESTABLISHMENTS'] ?? 4_000_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const keysWanted = Math.min(200_000, establishments / 2);
const missShare = 0.1;

export async function run(folder: string): Promise<void> {
  const data = join(folder, 'data');
  await prepare(folder, data);
  const directory = join(data, 'registry');
  const numbers = pickNumbers(directory);
  await measureReads(folder, directory, numbers);
  await measureService(data, numbers);
}

async function prepare(folder: string, data: string): Promise<void> {
  const dump = await prepareDump(folder, establishments);
  const env = { CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: join(folder, 'secrets') };
  await importDump(folder, dump, env);
  if (dump.startsWith(folder)) rmSync(dump, { recursive: true });
}

function pickNumbers(directory: string): Cnpj[] {
  const random = new Random().restart(1);
  const present: Cnpj[] = [];
  const share = (keysWanted * (1 - missShare)) / establishments;
  for (const { cnpj } of walkSnapshot(directory)) if (random.chance(share)) present.push(cnpj);
  const known = new Set<string>(present);
  const numbers: Cnpj[] = [...present];
  while (numbers.length < keysWanted) {
    const absent = completeCnpj(`${String(random.below(100_000_000)).padStart(8, '0')}0999`);
    if (!known.has(absent)) numbers.push(absent);
  }
  for (let index = numbers.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [numbers[index], numbers[other]] = [numbers[other] as Cnpj, numbers[index] as Cnpj];
  }
  return numbers;
}

async function measureReads(folder: string, directory: string, numbers: readonly Cnpj[]): Promise<void> {
  const registry = openCompanyRegistry({ directory, clock: systemClock, onEvent: () => {}, verifyBeforeReady: false });
  const ours: LookupTable = {
    name: 'confere',
    goal: undefined,
    find: (cnpj) => registry.find(cnpj).kind === 'found',
    close: () => registry.close(),
  };
  const tables = [ours, ...(await loadLookupTables(folder, directory))];
  const measures = tables.map(
    (table) => [table.name, () => timeLookups(table, numbers.slice(0, table.lookups ?? numbers.length))] as const,
  );
  const micros = await takeTurns(rounds, Object.fromEntries(measures));
  const own = median(micros.get('confere') ?? []);
  for (const { name, goal } of tables) {
    const time = median(micros.get(name) ?? []);
    const ratio = goal === undefined ? '' : `, confere is ${(time / own).toFixed(1)} x as fast (goal ${goal})`;
    print(`${name.padEnd(12)} ${time.toFixed(2)} µs a lookup${ratio}`);
  }
  for (const table of tables) await table.close();
}

/** Mean microseconds. An answer that comes at once is not waited for, as in the service. */
async function timeLookups(table: LookupTable, numbers: readonly Cnpj[]): Promise<number> {
  let found = 0;
  const start = process.hrtime.bigint();
  for (const number of numbers) {
    const answer = table.find(number);
    if (answer === true || (answer !== false && (await answer))) found++;
  }
  const micros = Number(process.hrtime.bigint() - start) / 1000 / numbers.length;
  if (Math.abs(found / numbers.length - (1 - missShare)) > 0.02)
    throw new Error(`${table.name} found ${found} of ${numbers.length}`);
  return micros;
}

async function measureService(data: string, numbers: readonly Cnpj[]): Promise<void> {
  const bare = await startServer('bare-server.ts');
  const whole = await startServer('confere-server.ts', { BENCH_MODE: 'live', CONFERE_DATA_DIR: data });
  const bodies = numbers.map((cnpj) => `{"cnpj":"${cnpj}"}`);
  const path = '/v1/verify/cnpj';
  const toRequests = (key: string) => bodies.map((body) => toPost(path, key, body));
  await measureHttp({ bare, whole, path, goal: 0.75, toRequests, rounds });
  bare.stop();
  whole.stop();
}
