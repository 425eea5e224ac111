// The whole service for a benchmark, in a process of its own: real stores, real key, real log (to a file). What is left out by
// BENCH_WITHOUT (audit, metrics, limits) shows what it costs.

import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/clock.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { createService } from '../../../src/compose/service/service.ts';
import { loadConfig } from '../../../src/config.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { importInto } from '../../../test/support/registry/import-dump.ts';
import { countNothing, recordNothing } from './left-out.ts';

const directory = mkdtempSync(join(process.env['BENCH_DISK'] ?? tmpdir(), 'confere-bench-'));
const config = loadConfig({
  cwd: directory,
  env: {
    ...process.env,
    CONFERE_PORT: '0',
    // Nodes that share a database have one.
    CONFERE_SECRETS_DIR: process.env['CONFERE_SECRETS_DIR'] ?? join(directory, 'secrets'),
    CONFERE_DATA_DIR: process.env['CONFERE_DATA_DIR'] ?? join(directory, 'data'),
  },
});
const dump = process.env['BENCH_DUMP'];
if (dump !== undefined) await importInto(join(config.data_dir, 'registry'), dump);
const isWithout = (part: string) => (process.env['BENCH_WITHOUT'] ?? '').split(',').includes(part);
const service = await createService(config, {
  logDescriptor: openSync(join(directory, 'log'), 'a'),
  ...(process.env['BENCH_SOURCES'] === 'in-process' ? { liveSources: createSandboxSources(systemClock) } : {}),
  ...(isWithout('audit') ? { record: recordNothing } : {}),
  ...(isWithout('metrics') ? { metrics: countNothing } : {}),
});
const port = await service.listen({ host: '127.0.0.1', port: 0 });
const stores = await openStores(config, systemClock);
const rate = isWithout('limits') ? null : { requests: 1_000_000_000, windowSeconds: 60 };
const { key } = await stores.manageKeys.create({
  name: 'bench',
  mode: process.env['BENCH_MODE'] === 'live' ? 'live' : 'test',
  rate,
  scopes: ['verify:cpf', 'verify:cnpj', 'read:company', 'read:usage'],
});
process.send?.({ port, key });
process.on('disconnect', () => {
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});
process.on('message', () => {
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
  process.send?.({ all: all.user + all.system, main: main.user + main.system });
});
