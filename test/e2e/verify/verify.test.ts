// `confere verify` against real services and real parties that count how often they are asked.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openZipParts } from '../../../src/bulk/xlsx/zip-parts.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { confere, createKey, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { startVerify, type VerifyRun } from '../../support/service/verify-run.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { parseLines } from '../../support/texts.ts';
import { writeXlsx } from '../../support/xlsx.ts';

let simulator: Simulator;
let home: Home;
let key: { id: string; key: string };
/** Of all tests but the one that stops it. */
let service: RunningProcess;
const runs: VerifyRun[] = [];

beforeAll(async () => {
  simulator = await startParties();
  home = createSimulatedHome(simulator);
  key = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
  service = await startProcess(home);
});

afterEach(async () => {
  for (const { child } of runs.splice(0)) child.kill('SIGKILL');
  await simulator.reset();
});

afterAll(async () => {
  await service.stop('SIGKILL');
  await simulator.close();
});

let people = 0;
/** Nobody is in two tables, so that calls can be counted. */
function writeTable(folder: string, count: number) {
  const cpfs = Array.from({ length: count }, () => completeCpf(String(300_000_000 + people++)));
  const path = join(folder, 'customers.csv');
  writeFileSync(path, `id;cpf;cidade\n${cpfs.map((cpf, index) => `${index};${cpf};São Paulo\n`).join('')}`);
  return { cpfs, path };
}

function verify(at: Home, ...args: string[]): VerifyRun {
  const run = startVerify(at, args);
  runs.push(run);
  return run;
}

const withKey = (more: Record<string, string> = {}): Home => ({
  ...home,
  env: { ...home.env, CONFERE_API_KEY: key.key, ...more },
});
const callsOf = (cpfs: readonly string[]) =>
  cpfs.map((cpf) => Object.values(parties).map((party) => simulator.callsFor(party, cpf)));
const asked = (cpfs: readonly string[]) => cpfs.filter((cpf) => simulator.callsFor(parties.bureau_a, cpf) > 0).length;
const slowly = (ms = 60) => simulator.set(parties.bureau_a, { latency: { kind: 'fixed', ms } });

function expectWhole(out: string, cpfs: readonly string[]): void {
  const [head, ...rows] = readFileSync(out, 'utf8').trimEnd().split('\n');
  expect(head).toMatch(/^id;cpf;cidade;confere_line;confere_outcome;/);
  expect(rows.map((row) => row.split(';').slice(0, 5))).toEqual(
    cpfs.map((cpf, index) => [String(index), cpf, 'São Paulo', String(index + 2), 'answered']),
  );
}

describe('a run that is killed with kill -9', () => {
  test('or by Ctrl-C goes on where it was, and no party is asked twice about a row', async () => {
    const folder = createTemporaryFolder('verify');
    const { cpfs, path } = writeTable(folder, 60);
    const out = join(folder, 'results.csv');
    const { address } = service;
    // So slow, and killed so early, that no run can end before it is killed.
    await slowly(400);
    const args = [path, '--out', out, '--url', address, '--concurrency', '4'];
    const ends: number[] = [];
    for (const [share, signal] of [
      [0.1, 'SIGKILL'],
      [0.2, 'SIGINT'],
      [0.3, 'SIGKILL'],
    ] as const) {
      const run = verify(withKey(), ...args);
      await expect.poll(() => asked(cpfs), { interval: 50 }).toBeGreaterThan(cpfs.length * share);
      run.child.kill(signal);
      ends.push((await run.done).code);
      expect(existsSync(out)).toBe(false);
    }
    await slowly(20);
    const { code, stderr } = await verify(withKey(), ...args).done;
    expect(ends).toEqual([137, 130, 137]);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Going on after \d+ rows of an earlier run/);
    expect(stderr).toContain('60 rows, 60 answered');
    expectWhole(out, cpfs);
    expect(callsOf(cpfs)).toEqual(cpfs.map(() => [1, 1, 1]));
    for (const left of ['part', 'journal', 'lock']) expect(existsSync(`${out}.${left}`)).toBe(false);
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  test('writes a spreadsheet that is whole, with each row asked about once', async () => {
    const folder = createTemporaryFolder('verify');
    const { cpfs } = writeTable(folder, 40);
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = cpfs.map((cpf, index) => `<row r="${index + 2}">${text(`A${index + 2}`, cpf)}</row>`);
    const path = writeXlsx(join(folder, 'customers.xlsx'), {
      sheet: `<row r="1">${text('A1', 'CPF')}</row>${rows.join('')}`,
    });
    const out = join(folder, 'results.xlsx');
    await slowly(400);
    const args = [path, '--out', out, '--url', service.address, '--concurrency', '4'];
    const run = verify(withKey(), ...args);
    await expect.poll(() => asked(cpfs), { interval: 50 }).toBeGreaterThan(cpfs.length * 0.2);
    run.child.kill('SIGKILL');
    await run.done;
    await slowly(20);
    const { code, stderr } = await verify(withKey(), ...args).done;
    expect(code, stderr).toBe(0);
    expect(callsOf(cpfs)).toEqual(cpfs.map(() => [1, 1, 1]));
    const parts = await openZipParts(out);
    let xml = '';
    for await (const piece of parts.read('xl/worksheets/sheet1.xml')) xml += piece;
    parts.close();
    const answered = [...xml.matchAll(/<c r="A(\d+)".*?<t>(\d{11})<.*?>answered<.*?<c r="F\1".*?>(\d{11})</g)];
    expect(answered.map(([, line, asWritten, answer]) => [Number(line), asWritten, answer])).toEqual(
      cpfs.map((cpf, index) => [index + 2, cpf, cpf]),
    );
    for (const left of ['part', 'journal', 'lock', 'whole']) expect(existsSync(`${out}.${left}`)).toBe(false);
  });

  test('does not go on beside another run, nor with another input or other columns', async () => {
    const folder = createTemporaryFolder('verify');
    const { cpfs, path } = writeTable(folder, 60);
    const out = join(folder, 'results.csv');
    const { address } = service;
    // So slow that the run is not over while the others are refused.
    await slowly(3000);
    const args = [path, '--out', out, '--url', address, '--concurrency', '2'];
    const run = verify(withKey(), ...args);
    await expect.poll(() => asked(cpfs), { interval: 50 }).toBeGreaterThan(2);
    const beside = await verify(withKey(), ...args).done;
    expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining('Another run writes to')]);
    run.child.kill('SIGKILL');
    await run.done;
    const other = await verify(withKey(), ...args, '--name', 'cidade').done;
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('are others now')]);
    writeFileSync(path, readFileSync(path, 'utf8').replace('id;cpf', 'no;cpf'));
    const changed = await verify(withKey(), ...args).done;
    expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('the input is another one now')]);
  });
});

test('a service that is gone in the middle is waited for, and nothing is lost or asked twice', async () => {
  const folder = createTemporaryFolder('verify');
  const { cpfs, path } = writeTable(folder, 60);
  const out = join(folder, 'results.csv');
  const first = await startProcess(home);
  await slowly();
  const run = verify(withKey(), path, '--out', out, '--url', first.address, '--concurrency', '4');
  await expect.poll(() => asked(cpfs), { interval: 50 }).toBeGreaterThan(20);
  await first.stop('SIGTERM');
  await expect.poll(() => run.errors()).toContain('waiting: ');
  const second = await startProcess({ ...home, env: { ...home.env, CONFERE_PORT: String(first.port) } });
  onTestFinished(() => void second.stop('SIGKILL'));
  const { code, stderr } = await run.done;
  expect(code, stderr).toBe(0);
  expectWhole(out, cpfs);
  expect(callsOf(cpfs)).toEqual(cpfs.map(() => [1, 1, 1]));
});

test('a key that is revoked in the middle stops the run with a sentence, and another one goes on', async () => {
  const folder = createTemporaryFolder('verify');
  const { cpfs, path } = writeTable(folder, 60);
  const out = join(folder, 'results.csv');
  const { address } = service;
  // So slow that the run is not over before the key is revoked.
  await slowly(400);
  const doomed = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
  const args = [path, '--out', out, '--url', address, '--concurrency', '4'];
  const run = verify(withKey({ CONFERE_API_KEY: doomed.key }), ...args);
  await expect.poll(() => asked(cpfs), { interval: 50 }).toBeGreaterThan(8);
  await confere(home, 'keys', 'revoke', doomed.id);
  const stopped = await run.done;
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toMatch(
    /refuses \(invalid_api_key\): .*\nNothing is lost: run the same command again to resume\.\n$/,
  );
  await slowly(20);
  const file = join(folder, 'key.txt');
  writeFileSync(file, `${key.key}\n`);
  const { code, stderr } = await verify(home, ...args, '--key-file', file).done;
  expect(code, stderr).toBe(0);
  expectWhole(out, cpfs);
  expect(callsOf(cpfs)).toEqual(cpfs.map(() => [1, 1, 1]));
});

test('the limit of a key is kept to, and costs nothing but time', async () => {
  const folder = createTemporaryFolder('verify');
  const { cpfs, path } = writeTable(folder, 40);
  const { address } = service;
  const slow = await createKey(home, '--mode', 'live', '--rate', '10/s');
  const out = join(folder, 'results.csv');
  const { code, stderr } = await verify(withKey({ CONFERE_API_KEY: slow.key }), path, '--out', out, '--url', address)
    .done;
  expect(code, stderr).toBe(0);
  expectWhole(out, cpfs);
  expect(callsOf(cpfs)).toEqual(cpfs.map(() => [1, 1, 1]));
});

test('rows that are the same are asked once and answered alike', async () => {
  const folder = createTemporaryFolder('verify');
  const { cpfs } = writeTable(folder, 1);
  const path = join(folder, 'twice.csv');
  writeFileSync(path, `cpf\n${`${cpfs[0]}\n`.repeat(20)}`);
  const { address } = service;
  const { code, stdout } = await verify(withKey(), path, '--url', address).done;
  const ids = new Set(
    stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').at(-1)),
  );
  expect([code, ids.size, callsOf(cpfs)]).toEqual([0, 1, [[1, 1, 1]]]);
});

test('without a service, CPFs are asked of the configured sources, with the audit and the limits of a key', async () => {
  // The last of the tests: from here on there is none.
  await service.stop('SIGKILL');
  const folder = createTemporaryFolder('verify');
  const { cpfs, path } = writeTable(folder, 5);
  const out = join(folder, 'results.ndjson');
  const keyless = await verify(home, path, '--out', out).done;
  expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('CONFERE_API_KEY')]);
  const { code, stderr, stdout } = await verify(withKey(), path, '--out', out, '--json', '--purpose', 'credit').done;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 5,
    answered: 5,
    source_calls: { bureau_a: 5, bureau_b: 5, fraud_registry: 5 },
  });
  const lines = parseLines(readFileSync(out, 'utf8'));
  expect(lines.map((line) => line.cpf)).toEqual(cpfs);
  const { stdout: audit } = await confere(home, 'audit', 'show', lines[0].confere.answer.request_id, '--json');
  expect(audit).toContain('"credit"');
});
