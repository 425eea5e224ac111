// `confere registry export`: lists of companies from the command line.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { csvHeader, recordFields } from '../../../src/domain/company/forms/record-document.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { recordedRows } from '../../support/registry/recorded-companies.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { confere, createHome } from '../../support/service/process.ts';
import { parseLines } from '../../support/texts.ts';

const home = createHome();
const data = home.env['CONFERE_DATA_DIR'] as string;
const run = (...args: string[]) => confere(home, 'registry', 'export', ...args);

beforeAll(async () => {
  await importInto(join(data, 'registry'), writeDump(join(home.directory, 'dump'), recordedRows));
});

test('writes every record as a line of JSON, whole, to the standard output', async () => {
  const { code, stdout, stderr } = await run();
  const lines = parseLines(stdout);
  expect(code).toBe(0);
  expect(lines).toHaveLength(14);
  expect(Object.keys(lines[0])).toEqual(recordFields);
  expect(stderr).toMatch(/14 of 14 establishments as of 2026-08-08, .* written\.\n$/);
  // What is left out of answers is left out here.
  expect(stdout).not.toMatch(/28001238938|SEGREDO|CRIANCA|EXAMPLE/i);
});

test('writes those for which all conditions hold', async () => {
  const only = async (...conditions: string[]) =>
    parseLines((await run('--where', ...conditions)).stdout)
      .map(({ cnpj }) => cnpj)
      .sort();
  const [first, second, third] = ['123456780001', '123456780002', '123456780003'].map(completeCnpj);
  expect(await only('root=12345678')).toEqual([first, second, third]);
  expect(await only('root=12345678', 'status=active')).toEqual([first, second]);
  expect(await only('uf=RJ')).toEqual([first]);
  expect(await only('municipio=3304557', 'size=micro')).toEqual([first]);
  expect(await only('cnae=6204000')).toEqual(['19131243000197']);
  expect(await only('nature=3999', 'opened=2013-10-03')).toEqual(['19131243000197']);
  expect(await only('opened=2021-06-01..')).toEqual([third]);
  expect(await only('uf=AC')).toEqual([]);
});

test('writes a CSV file that appears whole, for its owner only, and replaces none unless told to', async () => {
  const out = join(home.directory, 'list.csv');
  expect((await run('--where', 'root=12345678', '--out', out)).code).toBe(0);
  const [header, ...rows] = readFileSync(out, 'utf8').trimEnd().split('\n');
  expect(`${header}\n`).toBe(csvHeader);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain(`"'=CMD(""X"")"`);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  writeFileSync(out, 'mine');
  const refused = await run('--out', out);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `${out} already exists. Give another name, or --force to replace it.\n`,
  ]);
  expect(readFileSync(out, 'utf8')).toBe('mine');
  expect(await run('--out', out, '--force')).toMatchObject({ code: 0 });
  expect(existsSync(`${out}.part`)).toBe(false);
});

test('stands in the audit as an act of the operator', async () => {
  const { stdout } = await confere(home, 'audit', 'list', '--kind', 'act', '--json');
  expect(stdout).toContain('registry_exported');
});

test.each([
  [['--where', 'uf=XX'], /uf takes two letters/],
  [['--where', 'estado=SP'], /the names are uf, municipio/],
  [['--where', 'uf=SP', 'uf=RJ'], /Write uf once/],
  [['--format', 'xml'], /Allowed choices are ndjson, csv/],
])('refuses %j with a sentence and exit code 2', async (args, sentence) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
});

test('without records says what to do, and leaves no file', async () => {
  const empty = createHome();
  const out = join(empty.directory, 'list.ndjson');
  const { code, stderr } = await confere(empty, 'registry', 'export', '--out', out);
  expect([code, existsSync(out)]).toEqual([1, false]);
  expect(stderr).toMatch(/No registry has been imported.*confere registry status/);
  expect(readdirSync(empty.directory).filter((name) => name.startsWith('list'))).toEqual([]);
});
