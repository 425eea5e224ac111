// `npm run bench start`: from `npm start` to the first live company answer with a registry of the country's size, beside the same
// with a small one: what the size of the registry costs a start.

import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { makeDump } from '../../scripts/make-dump/make-dump.ts';
import { fillUpToCountry } from '../support/registry/national-snapshot.ts';
import { median } from '../support/rounds.ts';
import { measureColdStart } from '../support/servers/cold-start.ts';

const starts = Number(process.env['BENCH_STARTS'] ?? 5);
const goalSeconds = 1;

export async function run(folder: string): Promise<void> {
  const [small, country] = [join(folder, 'small'), join(folder, 'country')];
  const dump = join(folder, 'dump');
  await makeDump({ establishments: 20_000, folder: dump });
  confere(small, 'registry', 'import', dump);
  const { key } = JSON.parse(confere(small, 'keys', 'create', '--name', 'bench', '--mode', 'live', '--json'));
  const [line] = readFileSync(join(dump, 'expected.jsonl'), 'utf8').split('\n');
  const { cnpj } = JSON.parse(line ?? '') as { cnpj: string };
  cpSync(small, country, { recursive: true });
  const snapshots = join(country, 'data/registry/snapshots');
  fillUpToCountry(join(snapshots, readdirSync(snapshots)[0] as string));
  const isAnswered = (port: number) => isCompanyAnswered(port, key, cnpj);
  const seconds = { small: [] as number[], country: [] as number[] };
  for (let count = 0; count < starts; count++) {
    seconds.small.push((await measureColdStart({ home: small, isAnswered })).firstAnswerMs / 1000);
    seconds.country.push((await measureColdStart({ home: country, isAnswered })).firstAnswerMs / 1000);
  }
  const ratio = median(seconds.country.map((time, round) => time / (seconds.small[round] ?? Number.NaN)));
  process.stdout.write(
    `npm start to the first live company answer, median of ${starts}: ${median(seconds.country).toFixed(2)} s with an index of the country's size ` +
      `(goal under ${goalSeconds}), ${median(seconds.small).toFixed(2)} s with 20,000 establishments: ${ratio.toFixed(2)} x\n`,
  );
}

function confere(home: string, ...words: string[]): string {
  return execFileSync(process.execPath, [join(import.meta.dirname, '../../src/cli/main.js'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, CONFERE_DATA_DIR: join(home, 'data'), CONFERE_SECRETS_DIR: join(home, 'secrets') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function isCompanyAnswered(port: number, key: string, cnpj: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/v1/verify/cnpj',
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume();
        if (response.statusCode !== 200) process.stdout.write(`  (answered ${response.statusCode})\n`);
        resolve(response.statusCode === 200);
      },
    );
    asked.on('error', () => resolve(false));
    asked.end(JSON.stringify({ cnpj }));
  });
}
