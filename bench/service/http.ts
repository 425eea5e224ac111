// `npm run bench http`: the whole service against a bare Fastify route with the same schemas, interleaved in one run.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type HttpRatios, measureHttp } from '../support/load/http-rounds.ts';
import { toGet } from '../support/load/load.ts';
import { anybody } from '../support/load/verifications.ts';
import { median } from '../support/rounds.ts';
import { startServer } from '../support/servers/child.ts';
import { type ColdStart, measureColdStart } from '../support/servers/cold-start.ts';
import { startLiveRecords } from '../support/servers/live-records.ts';

/** One pair of processes is one throw of the dice: two of the same code may differ by a fifth. */
const pairs = Number(process.env['BENCH_PAIRS'] ?? 5);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const root = join(import.meta.dirname, '../..');
const starts = Number(process.env['BENCH_STARTS'] ?? 5);

const goals = { '/v1/verify/cnpj': 0.85, '/v1/verify/cpf': 0.8 };
const operations = anybody.map((operation) => ({ ...operation, goal: goals[operation.path] }));

export async function run(folder: string): Promise<void> {
  const byPath = new Map(operations.map(({ path }): [string, HttpRatios[]] => [path, []]));
  for (let pair = 1; pair <= pairs; pair++) {
    process.stdout.write(`pair ${pair} of ${pairs}\n`);
    const bare = await startServer('bare-server.ts');
    const whole = await startServer('confere-server.ts');
    for (const { path, goal, toRequests } of operations) {
      byPath.get(path)?.push(await measureHttp({ bare, whole, path, goal, toRequests, rounds }));
    }
    bare.stop();
    whole.stop();
  }
  process.stdout.write(`the median of ${pairs} pairs, and from the least to the greatest\n`);
  for (const { path, goal } of operations) {
    const ratios = byPath.get(path) ?? [];
    const told = (['throughput', 'processor', 'thread'] as const).map(
      (kind) => `${kind} ${toSpread(ratios.map((each) => each[kind]))}`,
    );
    process.stdout.write(`  ${path}: ${told.join(', ')} (goal ${goal})\n`);
  }
  await measureRecords(folder);

  // Without its list of files a bundle does not run.
  rmSync(join(root, 'node_modules/.cache/confere-program/made-of'), { force: true });
  await measureStarts('from the sources, as after an edit');
  execFileSync(process.execPath, [join(root, 'scripts/bundle-checkout.ts')], { stdio: 'inherit' });
  await measureStarts('from the bundle, as after npm ci and in a release');
}

async function measureStarts(what: string): Promise<void> {
  const coldStarts: ColdStart[] = [];
  for (let count = 0; count < starts; count++) coldStarts.push(await measureColdStart());
  const firstAnswerMs = median(coldStarts.map((start) => start.firstAnswerMs));
  const idleMegabytes = median(coldStarts.map((start) => start.idleMegabytes));
  process.stdout.write(`npm start ${what}, median of ${starts}\n`);
  process.stdout.write(`  first answer after ${(firstAnswerMs / 1000).toFixed(2)} s (goal under 0.8)\n`);
  process.stdout.write(`  ${idleMegabytes.toFixed(0)} MB resident when idle (goal under 120)\n`);
}

/** Out of a registry on the disk: of the sandbox, drawing the company would be most of the time. */
async function measureRecords(folder: string): Promise<void> {
  const { bare, whole, numbers } = await startLiveRecords(folder);
  for (const [path, asked] of [
    ['GET /v1/companies/{cnpj}, every time another', numbers],
    ['GET /v1/companies/{cnpj}, 500 companies again and again', numbers.slice(0, 500)],
  ] as const) {
    const toRequests = (key: string) => asked.map((cnpj) => toGet(`/v1/companies/${cnpj}`, key));
    await measureHttp({ bare, whole, path, goal: 0.5, toRequests, rounds });
  }
  bare.stop();
  whole.stop();
}

function toSpread(values: readonly number[]): string {
  return `${median(values).toFixed(3)} (${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)})`;
}
