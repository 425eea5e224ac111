// The whole service for a benchmark, in a process of its own: real stores, real key, real log (to a file).

import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { createService } from '../../src/compose/service.ts';
import { openVault } from '../../src/compose/vault.ts';
import { loadConfig } from '../../src/config.ts';

const directory = mkdtempSync(join(tmpdir(), 'confere-bench-'));
const config = loadConfig({
  cwd: directory,
  env: {
    ...process.env,
    CONFERE_PORT: '0',
    CONFERE_SECRETS_DIR: join(directory, 'secrets'),
    CONFERE_DATA_DIR: process.env['CONFERE_DATA_DIR'] ?? join(directory, 'data'),
  },
});
const service = await createService(config, { logDescriptor: openSync(join(directory, 'log'), 'a') });
const port = await service.listen({ host: '127.0.0.1', port: 0 });
const vault = await openVault(config, systemClock);
const rate = { requests: 1_000_000_000, windowSeconds: 60 };
const { key } = await vault.manageKeys.create({
  name: 'bench',
  mode: process.env['BENCH_MODE'] === 'live' ? 'live' : 'test',
  rate,
  scopes: ['verify:cpf', 'verify:cnpj', 'read:company'],
});
process.send?.({ port, key });
process.on('disconnect', () => {
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system });
});
