// The dump that a benchmark of the registry works on: made for it, or taken from BENCH_DUMPS, where a folder is named by its size. And the
// live registry that an import makes of it.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { openRegistryTools } from '../../../src/compose/commands/registry/registry.ts';
import { loadConfig } from '../../../src/config.ts';

export async function prepareDump(folder: string, establishments: number): Promise<string> {
  const shown = establishments.toLocaleString('en');
  const given = process.env['BENCH_DUMPS'];
  if (given !== undefined && existsSync(join(given, String(establishments)))) {
    process.stdout.write(`A dump of ${shown} establishments was there\n`);
    return join(given, String(establishments));
  }
  const dump = join(folder, `dump-${establishments}`);
  process.stdout.write(`Making a dump of ${shown} establishments…\n`);
  await makeDump({ establishments, folder: dump, seed: 1, threads: availableParallelism() });
  const bytes = readdirSync(dump).reduce((sum, name) => sum + statSync(join(dump, name)).size, 0);
  process.stdout.write(`${(bytes / 1e6).toFixed(0)} MB of zips\n`);
  return dump;
}

/** As the command imports it, into the data directory that `env` names. */
export async function importDump(folder: string, dump: string, env: Record<string, string>, factsOnly = false) {
  const tools = await openRegistryTools(loadConfig({ cwd: folder, env }));
  const { signal } = new AbortController();
  await tools.importDump({ paths: [dump], overridden: [], signal, onProgress: () => {}, factsOnly });
}
