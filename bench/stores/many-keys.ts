// `npm run bench many-keys`: a start, a page of the list, an unknown web page, and the commands that read all keys or their usage, with a
// million API keys, beside a thousand.

import { execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { systemClock } from '../../src/clock.ts';
import { openStores } from '../../src/compose/parts/stores.ts';
import { loadConfig } from '../../src/config.ts';
import { print } from '../support/print.ts';
import { median } from '../support/rounds.ts';
import { measureColdStart } from '../support/servers/cold-start.ts';

const sizes = [1_000, Number(process.env['BENCH_KEYS'] ?? 1_000_000)];
const starts = Number(process.env['BENCH_STARTS'] ?? 3);
const pages = 200;
const pageRows = 100;
const strangers = 5_000;

export async function run(folder: string): Promise<void> {
  for (const size of sizes) {
    const home = join(folder, String(size));
    const settings = { CONFERE_DATA_DIR: join(home, 'data'), CONFERE_SECRETS_DIR: join(home, 'secrets') };
    const environment = { ...process.env, ...settings };
    const confere = (words: string[], output: 'pipe' | number = 'pipe') =>
      execFileSync(process.execPath, [join(import.meta.dirname, '../../src/cli/main.js'), ...words], {
        env: environment,
        stdio: ['ignore', output, 'inherit'],
      });
    confere(['keys', 'create', '--name', 'shop', '--mode', 'test', '--cors-origin', 'https://shop.example']);
    multiply(join(home, 'data/confere.db'), size);

    const startMs: number[] = [];
    for (let count = 0; count < starts; count++) startMs.push((await measureColdStart({ home })).firstAnswerMs);
    const { pageMs, strangerUs } = await measureStore(home, environment);
    const timeCommand = (...words: string[]) => {
      const before = performance.now();
      confere(words, openSync(join(home, 'listed'), 'w'));
      return ((performance.now() - before) / 1_000).toFixed(1);
    };
    print(
      `${size} keys: start to the first answer ${median(startMs).toFixed(0)} ms (goal under 1,500), a page of ${pageRows} ` +
        `${pageMs.toFixed(2)} ms (goal under 50), an unknown web page ${strangerUs.toFixed(1)} µs (goal under 100), ` +
        `keys list ${timeCommand('keys', 'list')} s, keys list --since-restore ${timeCommand('keys', 'list', '--since-restore')} s, ` +
        `usage of every key ${timeCommand('usage', '--csv')} s`,
    );
  }
}

/** Copies of the one key under other ids and hashes: nobody asks with them, so that their checksums do not matter. */
function multiply(file: string, size: number): void {
  const database = new Database(file);
  database.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${size - 1})
    INSERT INTO api_keys (id, hash, name, mode, scopes, rate_requests, rate_window_seconds, cors_origins, created_at_ms, checksum)
    SELECT printf('key_%018x', n), printf('%043d', n), name, mode, scopes, rate_requests, rate_window_seconds,
      'https://shop' || n || '.example', created_at_ms - n, checksum FROM api_keys, numbers WHERE name = 'shop'`);
  // Each was used once this month.
  database.exec(`INSERT INTO usage_requests (day, key_id, count, last_at_ms)
    SELECT strftime('%Y-%m-%d', 'now', '-3 hours'), id, 1, created_at_ms FROM api_keys`);
  database.close();
}

async function measureStore(
  home: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ pageMs: number; strangerUs: number }> {
  await using stores = await openStores(loadConfig({ env: environment, cwd: home }), systemClock);
  const pageTimes: number[] = [];
  let after: { readonly createdAtMs: number; readonly id: string } | undefined;
  for (let count = 0; count < pages; count++) {
    const before = performance.now();
    const page = await stores.keys.list({ limit: pageRows, after });
    pageTimes.push(performance.now() - before);
    after = page.at(-1);
    if (page.length < pageRows) break;
  }
  const before = performance.now();
  for (let count = 0; count < strangers; count++) {
    await stores.keys.hasWebOrigin(`https://${count}.stranger.example`, systemClock.nowMs());
  }
  return { pageMs: median(pageTimes), strangerUs: ((performance.now() - before) * 1_000) / strangers };
}
