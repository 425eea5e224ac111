// `npm run bench http`: the whole service against a bare Fastify route with the same schemas, interleaved in one run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeCnpj } from '../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../src/domain/numbers/cpf.ts';
import { startServer } from './support/child.ts';
import { type ColdStart, measureColdStart } from './support/cold-start.ts';
import { measureHttp } from './support/http-rounds.ts';
import { startLiveRecords } from './support/live-records.ts';
import { toGet, toPost } from './support/load.ts';
import { median } from './support/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6);
const starts = Number(process.env['BENCH_STARTS'] ?? 5);

const operations = [
  { path: '/v1/verify/cnpj', goal: 0.75, toBody: (n: number) => `{"cnpj":"${completeCnpj(`${toDigits(n, 8)}0001`)}"}` },
  { path: '/v1/verify/cpf', goal: 0.7, toBody: (n: number) => `{"cpf":"${completeCpf(toDigits(n, 9))}"}` },
];

export async function run(): Promise<void> {
  const bare = await startServer('bare-server.ts');
  const whole = await startServer('confere-server.ts');
  for (const { path, goal, toBody } of operations) {
    const bodies = Array.from({ length: 5_000 }, (_, index) => toBody(index));
    const toRequests = (key: string) => bodies.map((body) => toPost(path, key, body));
    await measureHttp({ bare, whole, path, goal, toRequests, rounds });
  }
  bare.stop();
  whole.stop();
  await measureRecords();

  const coldStarts: ColdStart[] = [];
  for (let count = 0; count < starts; count++) coldStarts.push(await measureColdStart());
  const firstAnswerMs = median(coldStarts.map((start) => start.firstAnswerMs));
  const idleMegabytes = median(coldStarts.map((start) => start.idleMegabytes));
  process.stdout.write(`npm start, median of ${starts}\n`);
  process.stdout.write(`  first answer after ${(firstAnswerMs / 1000).toFixed(2)} s (goal under 1.5)\n`);
  process.stdout.write(`  ${idleMegabytes.toFixed(0)} MB resident when idle (goal under 150)\n`);
}

/** Out of a registry on the disk: of the sandbox, drawing the company would be most of the time. */
async function measureRecords(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-http-'));
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
  rmSync(folder, { recursive: true, force: true });
}

function toDigits(n: number, length: number): string {
  return String((n * 7_919 + 12_345) % 10 ** length).padStart(length, '0');
}
