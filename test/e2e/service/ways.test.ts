// The ways through the house as src/README.md draws them, against what really ran.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { confere, createKey, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { get, post, postTable } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { openToTraces, readCalls, traceCalls } from '../../support/service/trace.ts';

const page = readFileSync(join(import.meta.dirname, '../../../src/README.md'), 'utf8');

/** The files in the first column of the table under this heading. */
function listDrawn(way: string): string[] {
  const section = page.split(`\n## ${way}\n`)[1]?.split('\n#')[0] ?? '';
  const cells = [...section.matchAll(/^\| (`.+?`) \|/gm)].map((match) => match[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => `${match[1]}.ts`));
}

/** Where the work is done that the drawing tells of: a file here that was called has its place in it. */
const heart = /^(?:app\/(?:verify|batches\/run)|domain\/person|http\/routes|registry\/import)\//;

/** By the sources, whose files are drawn. */
let home: Home;
const [dump, coverage] = [createOutputDirectory('dump'), createOutputDirectory('calls')];
let simulator: Simulator;
let service: RunningProcess;
let key: string;

beforeAll(async () => {
  simulator = await startParties();
  home = { ...createSimulatedHome(simulator), bySources: true };
  await makeDump({ establishments: 500, folder: dump, seed: 8 });
  const traced = { ...home, env: { ...home.env, NODE_V8_COVERAGE: coverage } };
  expect(await confere(traced, 'registry', 'import', dump)).toMatchObject({ code: 0 });
  const scopes = ['--scope', 'verify:cpf', 'verify:cnpj', 'verify:batch'];
  key = (await createKey(home, '--mode', 'live', '--rate', 'unlimited', ...scopes)).key;
  service = await startProcess({ ...home, env: { ...home.env, ...openToTraces } });
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

async function verify(what: string, body: object): Promise<void> {
  expect((await post(`${service.address}/v1/verify/${what}`, body, { key })).status).toBe(200);
}

async function runBatch(): Promise<void> {
  const { body } = await postTable(`${service.address}/v1/batches`, `cpf\n${completeCpf('700000002')}\n`, { key });
  const read = async () => (await get(`${service.address}/v1/batches/${body.id}`, { key })).body;
  await expect.poll(read).toMatchObject({ status: 'completed' });
}

const ways: readonly [string, () => Promise<Set<string>>][] = [
  ['CPF', () => traceCalls(service, () => verify('cpf', { cpf: completeCpf('700000001') }))],
  ['CNPJ', () => traceCalls(service, () => verify('cnpj', { cnpj: completeCnpj('000000000001') }))],
  ['Batch row', () => traceCalls(service, runBatch)],
  ['Import', async () => readCalls(coverage)],
];

test.each(ways)(
  '%s: every file that is drawn was called, and every one that does the work is drawn',
  async (way, trace) => {
    await expect.poll(async () => (await fetch(`${service.address}/readyz`)).status).toBe(200);
    const called = await trace();
    const drawn = listDrawn(way);
    expect(drawn.length).toBeGreaterThan(8);
    expect(drawn.filter((file) => !called.has(file))).toEqual([]);
    expect([...called].filter((file) => heart.test(file) && !drawn.includes(file))).toEqual([]);
  },
);
