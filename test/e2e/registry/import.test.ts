import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { importDraft } from '../../../src/app/datasets/import-draft.ts';
import type { ImportedSnapshot } from '../../../src/app/registry/import-registry.ts';
import { judgementNames } from '../../../src/app/registry/judge-draft.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { openImportSession } from '../../../src/registry/import/import-session.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { readExpected } from '../../support/registry/expected-answers.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, simples, writeDump } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, findIn, openRegistry } from '../../support/registry/registry-folders.ts';
import { parseLines } from '../../support/texts.ts';

const { newFolder, importRows: importBy } = createRegistryFolders();
/** A few rows are no work for a second thread. */
const importRows = (...[rows, rules]: Parameters<typeof importBy>) => importBy(rows, rules, { threads: 1 });

describe('a generated dump with every known defect', () => {
  const dump = newFolder();
  const directory = newFolder();
  const readSnapshot = (file: string): Buffer => {
    const [id] = readdirSync(join(directory, 'snapshots'));
    return readFileSync(join(directory, 'snapshots', id as string, file));
  };

  let byThree: ImportedSnapshot;
  beforeAll(async () => {
    await makeDump({ establishments: 5_000, folder: dump, seed: 5, zip64FromBytes: 0 });
    byThree = await importInto(directory, dump, { threads: 3 });
  });

  it('answers every sampled number as its rows say, and the absent ones as absent', async () => {
    const registry = openRegistry(directory);
    const answers = readExpected(dump);
    for (const { cnpj, expected, because } of answers) {
      const found = registry.find(cnpj);
      expect(found.kind === 'found' ? found.company : found.kind, because).toEqual(expected ?? 'not_found');
    }
    await registry.close();
    expect(answers.length).toBeGreaterThan(3000);
  });

  it('counts rows, companies and duplicates exactly', () => {
    const summary = JSON.parse(readFileSync(join(dump, 'expected-summary.json'), 'utf8'));
    const manifest = JSON.parse(readSnapshot('manifest.json').toString());
    expect(manifest.data_as_of).toBe(summary.data_as_of);
    const { taxRegimes, ...rows } = summary.rows;
    expect(manifest.counts).toMatchObject({
      rows: { ...rows, tax_regimes: taxRegimes },
      establishments: summary.establishments,
      companies: summary.companies,
      rejected_rows: 0,
      duplicate_establishments: summary.rows.establishments - summary.establishments,
      duplicate_companies: summary.rows.companies - summary.companies,
    });
  });

  it('leaves no CPF in clear anywhere in the snapshot', () => {
    const text = readSnapshot('blocks.dat').toString('latin1');
    expect(text.match(/(?<!\d)\d{11}(?!\d)/g)).toBeNull();
    expect(text.match(/\*\*\*\d{6}\*\*/g)?.length).toBeGreaterThan(1000);
  });

  it('gives the same result whatever the number of threads', async () => {
    const byOne = await importInto(newFolder(), dump, { threads: 1 });
    expect(byThree.counts).toEqual(byOne.counts);
    expect(byThree.bytes).toBe(byOne.bytes);
  });
});

describe('rows as the Receita writes them', () => {
  const base = '123456780001';
  const companies = [company('12345678', 'ACME')];

  it('reads semicolons, line breaks, quotes, backslashes and NULs inside fields', async () => {
    const { directory } = await importRows({
      establishments: [
        establishment({ base, tradeName: 'BAR "DO; ZÉ"\0', address: 'RUA "A";\n"B"\\;""' }),
        establishment({ base: '123456780002', headOffice: '2' }),
      ],
      companies: [company('12345678', 'SILVA\n& FILHOS \\ "IRMÃOS"')],
    });
    const legalName = 'SILVA & FILHOS \\ "IRMÃOS"';
    expect(await findIn(directory, base)).toMatchObject({ company: { tradeName: 'BAR "DO; ZÉ"', legalName } });
    expect(await findIn(directory, '123456780002')).toMatchObject({ company: { tradeName: null, legalName } });
  });

  it('maps each status code, and an unknown one to unknown with a count', async () => {
    const codes = {
      '01': 'annulled',
      '02': 'active',
      '03': 'suspended',
      '04': 'unfit',
      '08': 'closed',
      '05': 'unknown',
      '': 'unknown',
    };
    const bases = Object.keys(codes).map((code) => `1234567800${code.padStart(2, 'X')}`);
    const { directory, counts } = await importRows({
      establishments: Object.keys(codes).map((status, index) => establishment({ base: bases[index] ?? '', status })),
      companies,
    });
    expect(counts.unknown_statuses).toBe(2);
    for (const [index, status] of Object.values(codes).entries()) {
      expect(await findIn(directory, bases[index] ?? '')).toMatchObject({ company: { status } });
    }
  });

  it('takes the head office from its column, not from the branch number', async () => {
    const { directory } = await importRows({
      establishments: [
        establishment({ base, headOffice: '2' }),
        establishment({ base: '123456780002', headOffice: '1' }),
      ],
      companies,
    });
    expect(await findIn(directory, base)).toMatchObject({ company: { headOffice: false } });
    expect(await findIn(directory, '123456780002')).toMatchObject({ company: { headOffice: true } });
  });

  it('reads each kind of empty date as none, and counts a date that is no day', async () => {
    const dates = ['', '0', '00000000', '20260230', '19850101'];
    const bases = dates.map((_, index) => `12345678000${index + 1}`);
    const { directory, counts } = await importRows({
      establishments: dates.map((startedOn, index) => establishment({ base: bases[index] ?? '', startedOn })),
      companies,
    });
    const found = await Promise.all(bases.map((one) => findIn(directory, one)));
    expect(found.map((one) => one.kind === 'found' && one.company.foundationDate)).toEqual([
      null,
      null,
      null,
      null,
      '1985-01-01',
    ]);
    expect(counts.unreadable_dates).toBe(1);
  });

  it('knows MEI by the option and its exclusion date, and no Simples row as no MEI', async () => {
    const roots = ['11111111', '22222222', '33333333', '44444444', '55555555'];
    const { directory } = await importRows({
      establishments: roots.map((root) => establishment({ base: `${root}0001` })),
      companies: roots.map((root) => company(root, 'ACME')),
      simples: [
        simples('11111111', 'S'),
        simples('22222222', 'S', '20991231'),
        simples('33333333', 'N', '20210101'),
        simples('44444444', '', '0'),
      ],
    });
    const found = await Promise.all(roots.map((root) => findIn(directory, `${root}0001`)));
    expect(found.map((one) => one.kind === 'found' && [one.company.meiOpted, one.company.meiExcludedOn])).toEqual([
      [true, null],
      [true, '2099-12-31'],
      [false, null],
      [false, null],
      [false, null],
    ]);
  });

  it('keeps the row with a name where a root is there twice, and counts one of two equal establishments', async () => {
    const row = establishment({ base });
    const { directory, counts } = await importRows({
      establishments: [row, row],
      companies: [company('12345678', ''), company('12345678', 'ACME'), company('12345678', '')],
    });
    expect(counts).toMatchObject({
      duplicate_companies: 2,
      duplicate_establishments: 1,
      conflicting_establishments: 0,
    });
    expect(await findIn(directory, base)).toMatchObject({ company: { legalName: 'ACME' } });
  });

  it('keeps the same one of two rows that contradict each other, whatever their order', async () => {
    const [active, closed] = [establishment({ base, status: '02' }), establishment({ base, status: '08' })];
    const one = await importRows({ establishments: [active, closed], companies });
    const other = await importRows({ establishments: [closed, active], companies });
    expect(one.counts.conflicting_establishments).toBe(1);
    expect(await findIn(one.directory, base)).toEqual(await findIn(other.directory, base));
  });

  it('reads alphanumeric numbers, the first one issued among them', async () => {
    const { directory } = await importRows({
      establishments: [
        establishment({ base: '00000000E08G', headOffice: '2' }),
        establishment({ base: '12ABC34501DE', specialSituation: 'FALIDO' }),
      ],
      companies: [company('00000000', 'BANCO'), company('12ABC345', 'LETRAS')],
    });
    expect(completeCnpj('00000000E08G')).toBe('00000000E08G12');
    expect(await findIn(directory, '00000000E08G')).toMatchObject({
      company: { legalName: 'BANCO', headOffice: false, specialSituation: false },
    });
    expect(await findIn(directory, '12ABC34501DE')).toMatchObject({
      company: { legalName: 'LETRAS', specialSituation: true },
    });
    expect(await findIn(directory, '12ABC34501DF')).toMatchObject({ kind: 'not_found' });
  });

  it('finds each of thousands of branches, whose blocks repeat the company', async () => {
    const branches = Array.from({ length: 3000 }, (_, index) =>
      (index + 1).toString(36).toUpperCase().padStart(4, '0'),
    );
    const { directory } = await importRows({
      establishments: branches
        .map((branch) => establishment({ base: `98765432${branch}`, tradeName: `LOJA ${branch}` }))
        .reverse(),
      companies: [company('98765432', 'REDE')],
    });
    const registry = openRegistry(directory);
    for (const branch of branches) {
      const answer = registry.find(completeCnpj(`98765432${branch}`));
      expect(answer).toMatchObject({ company: { legalName: 'REDE', tradeName: `LOJA ${branch}` } });
    }
    expect(registry.find(completeCnpj('987654320000')).kind).toBe('not_found');
    expect(registry.find(completeCnpj('98765432ZZZZ')).kind).toBe('not_found');
    await registry.close();
  });

  it('reads the oddest rows in its fast way as in its plain one', async () => {
    const text = fc
      .array(
        fc.constantFrom(
          'A',
          'Ç',
          ' ',
          '  ',
          '"',
          ';',
          '\n',
          '\0',
          '\\',
          '\x96',
          '\xa0',
          '.',
          '1',
          '28001238938',
          '280.012.389-38',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    const date = fc.constantFrom(
      '',
      '0',
      '00000000',
      '20200229',
      '20210229',
      '00000101',
      '99991231',
      '2020010',
      '202001011',
      ' ',
      'X',
    );
    const branch = fc.string({ unit: fc.constantFrom(...'019AZ'), minLength: 4, maxLength: 4 });
    const row = fc.record({
      branch,
      tradeName: text,
      legalName: text,
      startedOn: date,
      meiUntil: date,
      special: text,
      code: text,
    });
    const rows = fc.sample(row, { numRuns: 400, seed: 1 });
    const roots = rows.map((_, index) => `77${String(index).padStart(6, '0')}`);
    // A small import samples all of its rows, reads each of them a second time in the plain way, and fails where they differ.
    const { counts } = await importRows(
      {
        establishments: rows.map((one, index) =>
          establishment({
            base: `${roots[index]}${one.branch}`,
            tradeName: one.tradeName,
            startedOn: one.startedOn,
            specialSituation: one.special,
            status: one.code.slice(0, 2),
            headOffice: one.code.slice(-1),
          }),
        ),
        companies: rows.map((one, index) => company(roots[index] ?? '', `NAME ${one.legalName}`)),
        simples: rows.map((one, index) => simples(roots[index] ?? '', one.code === '' ? 'S' : 'N', one.meiUntil)),
      },
      { overridden: judgementNames },
    );
    expect(counts).toMatchObject({ establishments: 410, rejected_rows: 0 });
  });

  it('tells in its progress that it gets too little of the processor', async () => {
    const clock = createManualClock();
    const shares: (number | undefined)[] = [];
    let elapsedMs = 0;
    const { signal } = new AbortController();
    const session = openImportSession({
      directory: newFolder(),
      paths: [writeDump(newFolder(), {})],
      clock: {
        nowMs: () => clock.nowMs(),
        monotonicMs: () => {
          elapsedMs += 6000;
          return elapsedMs;
        },
      },
      signal,
      onProgress: ({ starvedShare }) => shares.push(starvedShare),
      threads: 1,
      processorMs: () => elapsedMs / 100,
    });
    await importDraft(session, { overridden: [], signal });
    expect(shares[0]).toBeUndefined();
    expect(shares.at(-1)).toBeCloseTo(0.01);
  });

  it('lists unreadable rows by file and line without their content, and fails when they are too many', async () => {
    const dump = writeDump(newFolder(), {
      establishments: [
        establishment({ base, checkDigits: '00', tradeName: 'SECRET NAME' }),
        '"12345678";"0001"\n',
        '"1234567";"0001";"00"\n',
      ],
      companies: [company('lower678', 'SECRET NAME'), company('SECRET', 'X')],
    });
    const directory = newFolder();
    await expect(importInto(directory, dump)).rejects.toThrow(/5 of 26 rows could not be read/);
    const report = readFileSync(join(directory, 'rejected-rows.jsonl'), 'utf8');
    expect(report).not.toMatch(/SECRET|12345678|XXX/);
    const [companiesFile, establishmentsFile] = ['K3241.K03200Y0.D60808.EMPRECSV', 'K3241.K03200Y0.D60808.ESTABELE'];
    const listed = parseLines(report);
    expect(listed).toContainEqual({ file: establishmentsFile, line: 2, reason: 'invalid_check_digits' });
    expect(listed).toContainEqual({ file: establishmentsFile, line: 3, reason: 'wrong_column_count' });
    expect(listed).toContainEqual({ file: companiesFile, line: 2, reason: 'invalid_number' });
    expect(listed).toContainEqual({ file: companiesFile, line: 3, reason: 'invalid_number' });
    const draft = await importInto(directory, dump, { rules: { rejectedShareMax: 0.5 } });
    expect(draft.counts.rejected_rows).toBe(5);
  });
});
