// The synthetic dump, read back by a reader of its own: plain, slow, and written without a look at the generator.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { isCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { isCpf } from '../../../src/domain/numbers/cpf.ts';
import { readExpected } from '../../support/registry/expected-answers.ts';

const root = mkdtempSync(join(tmpdir(), 'confere-dump-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('a dump of 3,000 establishments', () => {
  const folder = join(root, 'all');
  let files: Map<string, { member: string; text: string }>;
  let companies: string[][];
  let establishments: string[][];
  let simples: string[][];

  beforeAll(async () => {
    await makeDump({ establishments: 3000, folder });
    files = await readDump(folder);
    companies = rowsOf(files, 'Empresas');
    establishments = rowsOf(files, 'Estabelecimentos');
    simples = rowsOf(files, 'Simples');
  });

  it('has the published file names, and members that all carry the extraction date', () => {
    const parts = Array.from({ length: 10 }, (_, part) => part);
    const lookups = ['Cnaes', 'Motivos', 'Municipios', 'Naturezas', 'Paises', 'Qualificacoes'];
    expect([...files.keys()].sort()).toEqual(
      [
        ...parts.map((part) => `Empresas${part}.zip`),
        ...parts.map((part) => `Estabelecimentos${part}.zip`),
        ...parts.map((part) => `Socios${part}.zip`),
        'Simples.zip',
        ...['Lucro Real.zip', 'Lucro Presumido.zip', 'Lucro Arbitrado.zip', 'Imunes e Isentas.zip'],
        ...lookups.map((name) => `${name}.zip`),
      ].sort(),
    );
    expect(files.get('Estabelecimentos3.zip')?.member).toBe('K3241.K03200Y3.D61010.ESTABELE');
    expect(files.get('Empresas0.zip')?.member).toBe('K3241.K03200Y0.D61010.EMPRECSV');
    expect(files.get('Socios9.zip')?.member).toBe('K3241.K03200Y9.D61010.SOCIOCSV');
    expect(files.get('Simples.zip')?.member).toBe('F.K03200$W.SIMPLES.CSV.D61010');
    expect(files.get('Motivos.zip')?.member).toBe('F.K03200$Z.D61010.MOTICSV');
  });

  it('has the published columns, every field in quotes, in uneven parts without order', () => {
    expect(new Set(companies.map((row) => row.length))).toEqual(new Set([7]));
    expect(new Set(establishments.map((row) => row.length))).toEqual(new Set([30]));
    expect(new Set(simples.map((row) => row.length))).toEqual(new Set([7]));
    const part0 = rowsOf(files, 'Estabelecimentos0').map((row) => row[0] as string);
    expect(part0.length / establishments.length).toBeCloseTo(0.41, 1);
    const rising = part0.filter((one, index) => index > 0 && one > (part0[index - 1] as string)).length;
    expect(rising / part0.length).toBeGreaterThan(0.4);
    expect(rising / part0.length).toBeLessThan(0.6);
  });

  it('has partners of every kind, with what the real files write for nobody, twice and of strangers', () => {
    const partners = rowsOf(files, 'Socios');
    expect(new Set(partners.map((row) => row.length))).toEqual(new Set([11]));
    expect(partners.length / companies.length).toBeGreaterThan(0.3);
    expect(partners.length / companies.length).toBeLessThan(0.5);
    expect(new Set(partners.map((row) => row[1]))).toEqual(new Set(['1', '2', '3']));
    expect(partners.filter((row) => row[1] === '2').every((row) => /^\*{3}\d{6}\*{2}$/.test(row[3] as string))).toBe(
      true,
    );
    expect(partners.filter((row) => row[7] === '***000000**').length / partners.length).toBeGreaterThan(0.9);
    expect(partners.some((row) => row[7] === '***000000**' && row[9] !== '00')).toBe(true);
    expect(partners.some((row) => row[4] === '36')).toBe(true);
    const lines = partners.map((row) => row.join(';'));
    expect(new Set(lines).size).toBeLessThan(lines.length);
    const roots = new Set(companies.map((row) => row[0]));
    expect(partners.some((row) => !roots.has(row[0] as string))).toBe(true);
  });

  it('spreads the rows of one root over parts without relation', () => {
    const companyRoots = new Set(rowsOf(files, 'Empresas0').map((row) => row[0]));
    const both = rowsOf(files, 'Estabelecimentos0').filter((row) => companyRoots.has(row[0])).length;
    expect(both / rowsOf(files, 'Estabelecimentos0').length).toBeLessThan(0.5);
  });

  it('has good check digits in every number, letters in some, and one company for every establishment', () => {
    const numbers = establishments.map((row) => row.slice(0, 3).join(''));
    expect(numbers.every(isCnpj)).toBe(true);
    expect(numbers.some((number) => /[A-Z]/.test(number.slice(0, 8)))).toBe(true);
    expect(numbers.some((number) => /[A-Z]/.test(number.slice(8, 12)))).toBe(true);
    const roots = new Set(companies.map((row) => row[0]));
    expect(establishments.every((row) => roots.has(row[0]))).toBe(true);
    expect(new Set(numbers).size).toBe(3000);
  });

  it('holds every defect that the real dumps were seen with', () => {
    const names = companies.map((row) => row[1] as string);
    const everyField = establishments.flat();
    const tradeNames = establishments.map((row) => row[4] as string);
    const seen = (fields: string[], pattern: RegExp): boolean => fields.some((field) => pattern.test(field));
    for (const pattern of [/;/, /\n/, /"/, /\0/, /\\/, /[À-ü]/, /[\x80-\x9f]/, / {3}/]) {
      expect(seen(names, pattern), `${pattern} in a legal name`).toBe(true);
      expect(seen(everyField, pattern), `${pattern} in an establishment`).toBe(true);
    }
    for (const pattern of [/;/, /\n/, /"/, /\0/]) expect(seen(tradeNames, pattern)).toBe(true);
    expect(names.filter((name) => isCpf(/\d{11}$/.exec(name)?.[0] ?? '')).length / names.length).toBeCloseTo(0.36, 1);
    expect(tradeNames.some((name) => isCpf(/\d{11}$/.exec(name)?.[0] ?? ''))).toBe(true);
    expect(seen(names, /^\d\d\.\d{3}\.\d{3} /)).toBe(true);
    const emptyDates = ['', '0', '00000000'];
    expect(emptyDates.every((empty) => establishments.some((row) => row[10] === empty))).toBe(true);
    expect(emptyDates.every((empty) => simples.some((row) => row[6] === empty))).toBe(true);
    expect(simples.some((row) => row[4] === 'S' && (row[6] as string) > '20261010')).toBe(true);
    expect(simples.some((row) => row[4] === '')).toBe(true);
    expect(establishments.some((row) => !['01', '02', '03', '04', '08'].includes(row[5] as string))).toBe(true);
    expect(establishments.some((row) => row[3] === '1' && row[1] === '0002')).toBe(true);
    expect(establishments.some((row) => row[3] === '2' && row[1] === '0001')).toBe(true);
    expect(establishments.some((row) => row[28] !== '' && row[29] !== '')).toBe(true);
    for (const rows of [companies, establishments, simples]) {
      expect(rows.length).toBeGreaterThan(new Set(rows.map(String)).size);
    }
  });

  it('holds a root twice with one blank name, blank row first and blank row last, and roots without any name', () => {
    const namesByRoot = Map.groupBy(companies, (row) => row[0]);
    const firstNamed = [...namesByRoot.values()]
      .map((rows) => rows.map((row) => row[1] !== ''))
      .filter((named) => named.includes(true) && named.includes(false));
    expect(new Set(firstNamed.map((named) => named[0]))).toEqual(new Set([true, false]));
    expect([...namesByRoot.values()].some((rows) => rows.every((row) => row[1] === ''))).toBe(true);
  });

  it('has no Simples row for about 28 % of the roots', () => {
    const roots = new Set(companies.map((row) => row[0]));
    expect(1 - new Set(simples.map((row) => row[0])).size / roots.size).toBeCloseTo(0.28, 1);
  });

  it('weighs per row about what the real files weigh', () => {
    const bytesPerRow = (prefix: string, rows: string[][]): number =>
      [...files].filter(([name]) => name.startsWith(prefix)).reduce((sum, [, { text }]) => sum + text.length, 0) /
      rows.length;
    expect(Math.abs(bytesPerRow('Empresas', companies) - 79)).toBeLessThan(8);
    expect(Math.abs(bytesPerRow('Estabelecimentos', establishments) - 234)).toBeLessThan(24);
    expect(Math.abs(bytesPerRow('Simples', simples) - 63)).toBeLessThan(2);
  });

  it('comes with the answers that follow from its rows, numbers that are absent included', () => {
    const legalNames = new Map<string, string>();
    for (const [companyRoot = '', name = ''] of companies) if (name !== '') legalNames.set(companyRoot, name);
    const rows = new Map(establishments.map((row) => [row.slice(0, 3).join(''), row]));
    const simplesRows = new Map(simples.map((row) => [row[0], row]));
    const answers = readExpected(folder);
    expect(answers.length).toBeGreaterThan(2000);
    expect(answers.filter(({ expected }) => expected === null).length).toBeGreaterThan(500);
    for (const { cnpj, expected } of answers) {
      expect(isCnpj(cnpj)).toBe(true);
      const row = rows.get(cnpj);
      if (row === undefined) {
        expect(expected).toBeNull();
        continue;
      }
      const [, , , , mei, , meiUntil = ''] = simplesRows.get(row[0]) ?? [];
      expect(expected).toEqual({
        cnpj,
        legalName: cleaned(legalNames.get(row[0] as string) ?? ''),
        tradeName: cleaned(row[4] as string),
        status:
          { '01': 'annulled', '02': 'active', '03': 'suspended', '04': 'unfit', '08': 'closed' }[row[5] as string] ??
          'unknown',
        foundationDate: isoDate(row[10] as string),
        meiOpted: mei === 'S',
        meiExcludedOn: mei === 'S' ? isoDate(meiUntil) : null,
        headOffice: row[3] === '1',
        specialSituation: row[28] !== '',
      });
    }
  });

  it('never writes a CPF into the expected answers', () => {
    expect(readFileSync(join(folder, 'expected.jsonl'), 'utf8')).not.toMatch(/(?<![0-9A-Z])\d{11}(?!\d)/);
  });

  it('counts its rows in the summary', () => {
    expect(JSON.parse(readFileSync(join(folder, 'expected-summary.json'), 'utf8'))).toMatchObject({
      data_as_of: '2026-10-10',
      establishments: 3000,
      companies: new Set(companies.map((row) => row[0])).size,
      rows: { establishments: establishments.length, companies: companies.length, simples: simples.length },
    });
  });
});

describe('the generator', () => {
  it('writes the same bytes for the same seed, in one thread or two, and others for another seed', async () => {
    const sizes = { establishments: 60_000, level: 1 };
    await makeDump({ ...sizes, folder: join(root, 'one') });
    await makeDump({ ...sizes, folder: join(root, 'two'), threads: 2 });
    await makeDump({ ...sizes, folder: join(root, 'other'), seed: 2 });
    expect(hashOf(join(root, 'two'))).toBe(hashOf(join(root, 'one')));
    expect(hashOf(join(root, 'other'))).not.toBe(hashOf(join(root, 'one')));
  });

  it('writes ZIP64 members that both yauzl and unzip accept', async () => {
    const folder = join(root, 'zip64');
    await makeDump({ establishments: 500, folder, zip64FromBytes: 0 });
    expect((await readDump(folder)).size).toBe(41);
    const unzip = findUnzip();
    if (unzip === undefined) return;
    for (const name of readdirSync(folder)) if (name.endsWith('.zip')) execFileSync(unzip, ['-tq', join(folder, name)]);
  });

  it('leaves out what is malformed when told so, and keeps branches, letters and names with a CPF', async () => {
    const folder = join(root, 'none');
    await makeDump({ establishments: 3000, folder, defects: false });
    const files = await readDump(folder);
    const lines = [...files].flatMap(([name, { text }]) =>
      /^(Emp|Est|Sim)/.test(name) ? text.trimEnd().split('\n') : [],
    );
    expect(
      lines.every(
        (line) => [6, 29].includes(line.split(';').length - 1) && !/[\0\\]|""[^;]/.test(line.replaceAll('""', '"";')),
      ),
    ).toBe(true);
    expect(lines.length).toBe(new Set(lines).size);
    expect(rowsOf(files, 'Empresas').every((row) => row[1] !== '')).toBe(true);
    expect(rowsOf(files, 'Empresas').some((row) => /\d{11}$/.test(row[1] as string))).toBe(true);
    expect(rowsOf(files, 'Estabelecimentos').some((row) => /[A-Z]/.test(row[1] as string))).toBe(true);
  });

  it('refuses a size that cannot hold every defect', async () => {
    await expect(makeDump({ establishments: 10, folder: join(root, 'tiny') })).rejects.toThrow('500 to');
  });
});

/** Reads every zip whole and checks its CRC, which yauzl leaves to its caller. */
async function readDump(folder: string): Promise<Map<string, { member: string; text: string }>> {
  const files = new Map<string, { member: string; text: string }>();
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.zip'))) {
    const zip = await openPromise(join(folder, name));
    for await (const entry of zip.eachEntry()) {
      const content = await buffer(await zip.openReadStreamPromise(entry));
      expect(crc32(content), `CRC of ${name}`).toBe(entry.crc32);
      files.set(name, { member: entry.fileName, text: content.toString('latin1') });
    }
  }
  return files;
}

function rowsOf(files: ReadonlyMap<string, { text: string }>, prefix: string): string[][] {
  return [...files].filter(([name]) => name.startsWith(prefix)).flatMap(([, { text }]) => parseRows(text));
}

/** One character at a time; fails on a field that is not quoted. */
function parseRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '"') throw new Error(`a field without quotes at ${at}`);
    let field = '';
    for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
      if (text[at] === '"') at++;
      field += text[at];
    }
    row.push(field);
    if (text[at + 1] === '\n') {
      rows.push(row);
      row = [];
    } else if (text[at + 1] !== ';') throw new Error(`neither ; nor a line end at ${at}`);
    at += 2;
  }
  return rows;
}

function cleaned(name: string): string | null {
  const tidy = name.replace(/[\0-\x20\x7f-\x9f]+/g, ' ').trim();
  return tidy === '' ? null : tidy.replace(/\d{3}(\d{6})\d{2}$/, '***$1**');
}

function isoDate(text: string): string | null {
  // Years like 202 and 4100 are slips.
  return /^(?:18|19|20|21)\d{6}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

function findUnzip(): string | undefined {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' });
    return 'unzip';
  } catch {
    return undefined;
  }
}
