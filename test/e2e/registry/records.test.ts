// Whole records from files as the Receita writes them: every column, every defect, and what is wrong with the files themselves.

import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CompanyRecord } from '../../../src/domain/company/company-record.ts';
import { type CnpjRoot, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { rollBackRegistry, verifyRegistry } from '../../../src/registry/maintenance.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import {
  company,
  type DumpRows,
  establishment,
  fullCompany,
  fullEstablishment,
  fullSimples,
  partner,
  simples,
  toRow,
  writeDump,
} from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';

const { newFolder, importRows } = createRegistryFolders();
const nobody = ['***000000**', '', '00'] as const;

const tables = {
  CNAECSV: [
    toRow('0111301', 'Cultivo de arroz'),
    toRow('4781400', 'Comércio varejista de vestuário'),
    toRow('8888888', 'Atividade não informada'),
  ],
  MOTICSV: [toRow('00', 'SEM MOTIVO'), toRow('01', 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA')],
  MUNICCSV: [toRow('7107', 'SAO PAULO'), toRow('9707', 'EXTERIOR')],
  NATJUCSV: [toRow('2062', 'Sociedade Empresária Limitada'), toRow('2135', 'Empresário (Individual)')],
  PAISCSV: [toRow('105', 'BRASIL'), toRow('249', 'ESTADOS UNIDOS')],
  QUALSCSV: [
    toRow('00', 'Não informada'),
    toRow('49', 'Sócio-Administrador'),
    toRow('22', 'Sócio'),
    toRow('50', 'Empresário'),
    toRow('14', 'Mãe'),
    toRow('17', 'Procurador'),
  ],
};

async function recordIn(directory: string, base: string): Promise<CompanyRecord> {
  const registry = openRegistry(directory);
  try {
    const lookup = await registry.records.find(completeCnpj(base));
    if (lookup.kind !== 'found') throw new Error(`${base} was ${lookup.kind}`);
    return lookup.record;
  } finally {
    await registry.close();
  }
}

async function importOne(rows: Partial<DumpRows>): Promise<CompanyRecord> {
  const { directory } = await importRows({
    establishments: [establishment({ base: '123456780001' })],
    companies: [company('12345678', 'ACME LTDA')],
    partners: [],
    tables,
    ...rows,
  });
  return recordIn(directory, '123456780001');
}

describe('a whole record', () => {
  it('holds no CPF in clear, whichever column somebody wrote it into', async () => {
    const [cpf, punctuated] = ['12345678909', '123.456.789-09'];
    const columns = {
      8: `DOVER ${cpf}`,
      14: `RUA ${punctuated}`,
      15: cpf,
      16: `CASA DE ${cpf} FUNDOS`,
      17: `BAIRRO ${cpf}`,
      27: `MARIA.${cpf}@MAIL.EXAMPLE`,
    };
    const record = await importOne({
      establishments: [
        establishment({ base: '123456780001', tradeName: `MARIA ${cpf}`, specialSituation: `DE ${cpf}`, columns }),
      ],
      companies: [toRow('12345678', `MARIA SILVA ${cpf}`, '2135', '50', '0,00', '01', `CIDADE ${cpf} - SP`)],
      partners: [
        toRow('12345678', '2', `MARIA ${cpf}`, cpf, '22', '20010203', '', cpf, `ANA ${punctuated}`, '14', '5'),
      ],
    });
    const text = JSON.stringify(record);
    expect(text).not.toMatch(/12345678909|123\.456\.789-09/);
    expect(record.contacts.email).toBe('maria.***456789**@mail.example');
    expect(text.match(/\*{3}456789\*{2}/g)).toHaveLength(14);
  });

  it('holds every column of the four files, codes beside their texts', async () => {
    const record = await importOne({
      establishments: [
        // A column of each kind that is cleaned on its way.
        fullEstablishment('123456780001', { 15: 'S/N', 16: 'SALA   2; ANDAR 3', 18: '1310100', 21: '011' }),
      ],
      companies: [fullCompany('12345678')],
      simples: [fullSimples('12345678')],
      partners: [
        partner('12345678', '3', 'FOREIGN INC', '', '22', '20200202', '249', '***654321**', 'JOAO DA SILVA', '17', '0'),
        partner('12345678', '2', 'MARIA 28001238938', '***123456**', '49', '19620101', '', ...nobody, '5'),
        partner('12345678', '1', 'HOLDING LTDA', '11222333000181', '22', '20210101', '', ...nobody, '0'),
      ],
    });
    expect(record).toEqual({
      cnpj: completeCnpj('123456780001'),
      legalName: 'ACME LTDA',
      tradeName: 'ACME',
      headOffice: true,
      status: 'closed',
      statusCode: '08',
      statusSince: '2015-02-09',
      statusReason: { code: '01', text: 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA' },
      foundationDate: '1999-12-31',
      specialSituation: { text: 'FALIDO', since: '2023-05-10' },
      mainActivity: { code: '0111301', text: 'Cultivo de arroz' },
      otherActivities: [
        { code: '4781400', text: 'Comércio varejista de vestuário' },
        { code: '0111301', text: 'Cultivo de arroz' },
      ],
      address: {
        streetKind: 'AVENIDA',
        street: 'BRASIL',
        number: 'S/N',
        complement: 'SALA 2; ANDAR 3',
        district: 'CENTRO',
        postalCode: '01310100',
        state: 'SP',
        municipality: { tomCode: '7107', ibgeCode: '3550308', name: 'SAO PAULO' },
        cityAbroad: 'DOVER',
        country: { code: '249', text: 'ESTADOS UNIDOS' },
      },
      contacts: {
        phone: { areaCode: '11', number: '32345678' },
        secondPhone: { areaCode: '21', number: '98765432' },
        fax: { areaCode: '11', number: '1234567' },
        email: 'contato@acme.example',
      },
      legalNature: { code: '2062', text: 'Sociedade Empresária Limitada' },
      size: { code: '03', text: 'EMPRESA DE PEQUENO PORTE' },
      capital: '999999999999.99',
      responsibleQualification: { code: '49', text: 'Sócio-Administrador' },
      federativeEntity: 'SAO PAULO - SP',
      simples: { opted: false, optedOn: '2007-07-01', excludedOn: '2008-12-31' },
      mei: { opted: false, optedOn: '2009-01-01', excludedOn: '2008-12-31' },
      taxRegimes: null,
      partners: [
        {
          kind: 'person',
          name: 'MARIA ***012389**',
          document: '***123456**',
          qualification: { code: '49', text: 'Sócio-Administrador' },
          joinedOn: '1962-01-01',
          country: null,
          representative: null,
          ageBand: { code: '5', fromYears: 41, toYears: 50 },
        },
        {
          kind: 'foreign',
          name: 'FOREIGN INC',
          document: null,
          qualification: { code: '22', text: 'Sócio' },
          joinedOn: '2020-02-02',
          country: { code: '249', text: 'ESTADOS UNIDOS' },
          representative: {
            document: '***654321**',
            name: 'JOAO DA SILVA',
            qualification: { code: '17', text: 'Procurador' },
          },
          ageBand: null,
        },
        {
          kind: 'company',
          name: 'HOLDING LTDA',
          document: '11222333000181',
          qualification: { code: '22', text: 'Sócio' },
          joinedOn: '2021-01-01',
          country: null,
          representative: null,
          ageBand: null,
        },
      ],
      partnersTotal: 3,
      partnersMissing: null,
      establishments: 1,
      headOfficeCnpj: completeCnpj('123456780001'),
      asPublished: { postalCode: '1310100' },
    } satisfies CompanyRecord);
  });

  it('keeps a company and an establishment with names of over 255 bytes: cut, counted, and never in a CPF', async () => {
    const [legal, trade] = ['A'.repeat(300), `${'LOJA '.repeat(50)}12345678909 ${'B'.repeat(2500)}`];
    const { directory, counts } = await importRows({
      establishments: [establishment({ base: '123456780001', tradeName: trade })],
      companies: [company('12345678', legal)],
      partners: [partner('12345678', '2', 'P'.repeat(400), '***123456**', '49', '19620101', '', ...nobody, '5')],
      tables,
    });
    const record = await recordIn(directory, '123456780001');
    expect(record.legalName).toBe('A'.repeat(255));
    expect(record.tradeName).toBe(`${'LOJA '.repeat(50)}***`);
    expect(record.partners?.[0]?.name).toBe('P'.repeat(255));
    expect([counts.cut_names, counts.rejected_rows]).toEqual([2, 0]);
  });

  it('passes on the mark of an office that is neither head office nor branch', async () => {
    const odd = async (mark: string) =>
      (await importOne({ establishments: [establishment({ base: '123456780001', columns: { 3: mark } })] }))
        .asPublished;
    expect(await odd('3')).toEqual({ officeKind: '3' });
    expect(await odd('')).toEqual({ officeKind: '' });
    expect(await odd('2')).toBeUndefined();
  });

  it('has the tax regimes by year, each once, of the whole company', async () => {
    const taxRegimes = [
      '2021,12.345.678/0001-95,0,LUCRO PRESUMIDO,1\n',
      '2020,12.345.678/0001-95,0,"LUCRO REAL",2\n',
      '2021,12.345.678/0001-95,0,LUCRO PRESUMIDO,1\n',
      '2020,12.345.678/0001-95,11.222.333/0001-81,REGIME NOVO,1\r\n',
      '2019,99.999.999/0001-91,,LUCRO REAL,1\n',
    ];
    const { directory, records, counts } = await importRows({
      establishments: ['0001', '0002'].map((branch) => establishment({ base: `12345678${branch}` })),
      companies: [company('12345678', 'ACME LTDA')],
      partners: [],
      tables,
      taxRegimes,
    });
    const expected = [
      { year: 2020, form: 'REGIME NOVO', bookkeepings: 1, scpCnpj: '11.222.333/0001-81' },
      { year: 2020, form: 'LUCRO REAL', bookkeepings: 2, scpCnpj: null },
      { year: 2021, form: 'LUCRO PRESUMIDO', bookkeepings: 1, scpCnpj: null },
    ];
    expect((await recordIn(directory, '123456780001')).taxRegimes).toEqual(expected);
    expect((await recordIn(directory, '123456780002')).taxRegimes).toEqual(expected);
    expect((await recordIn(directory, '900000000001')).taxRegimes).toEqual([]);
    expect(records?.counts).toMatchObject({ tax_regimes: 3, duplicate_tax_regimes: 1, tax_regimes_without_company: 1 });
    expect(counts.rows.tax_regimes).toBe(5);
  });

  it('has no tax regimes where none of their files is there, and refuses a set with some of them', async () => {
    expect((await importOne({})).taxRegimes).toBeNull();
    const dump = writeDump(newFolder(), { taxRegimes: [] });
    rmSync(join(dump, 'Lucro Real.csv'));
    await expect(importInto(newFolder(), dump)).rejects.toThrow(/Lucro Real is missing/);
  });

  it('refuses rows of another form than that of a tax regime, and counts them', async () => {
    const dump = writeDump(newFolder(), { taxRegimes: ['2021,1234,0,LUCRO REAL,1\n', '2021;12.345.678/0001-95\n'] });
    await expect(importInto(newFolder(), dump)).rejects.toThrow(/2 of \d+ rows could not be read/);
  });

  it('names a country that the table lacks and another official table has', async () => {
    const establishments = [establishment({ base: '123456780001', columns: { 9: '359' } })];
    expect((await importOne({ establishments })).address.country).toEqual({ code: '359', text: 'MAN, ILHA DE' });
  });

  it('reads whatever stands for nothing as nothing', async () => {
    const record = await importOne({
      establishments: [
        establishment({
          base: '123456780001',
          startedOn: '',
          address: '',
          columns: {
            6: '0',
            7: '00',
            9: '',
            11: '8888888',
            12: '',
            18: '',
            19: '',
            20: '',
            21: '0',
            22: '0',
            23: '0000',
            24: '00000000',
            25: '',
            26: '',
          },
        }),
      ],
      companies: [toRow('12345678', 'ACME LTDA', '8885', '00', '', '00', ' ')],
    });
    expect(record).toMatchObject({
      statusSince: null,
      statusReason: null,
      foundationDate: null,
      mainActivity: null,
      otherActivities: [],
      contacts: { phone: null, secondPhone: null, fax: null, email: null },
      legalNature: null,
      size: null,
      capital: null,
      responsibleQualification: null,
      federativeEntity: null,
      simples: null,
      mei: null,
      partners: [],
    });
    expect(Object.values(record.address).every((value) => value === null)).toBe(true);
  });

  it('keeps what cannot be read out of the record and counts it, and never drops the row for it', async () => {
    const { directory, counts, records } = await importRows({
      establishments: [
        establishment({
          base: '123456780001',
          startedOn: '02020315',
          columns: {
            6: '41000101',
            7: 'XX',
            11: '123',
            12: '4781400,99,0111301',
            18: '123',
            19: 'XX',
            20: '71',
            22: 'ABC',
            24: '123456789',
            27: 'NAO TEM',
          },
        }),
      ],
      companies: [toRow('12345678', 'ACME LTDA', '20-6', '4', '1.000,00', '9', '')],
      partners: [partner('12345678', '9', '', 'XYZ', '4', '20209999', '', '1234', '', '', 'A')],
      tables,
    });
    const record = await recordIn(directory, '123456780001');
    expect(record).toMatchObject({
      statusSince: null,
      statusReason: null,
      mainActivity: null,
      foundationDate: null,
      capital: null,
      size: null,
    });
    expect(record.otherActivities.map(({ code }) => code)).toEqual(['4781400', '0111301']);
    expect(record.address).toMatchObject({ postalCode: null, state: null, municipality: null });
    expect(record.contacts).toEqual({ phone: null, secondPhone: null, fax: null, email: null });
    expect(record.partners).toEqual([
      {
        kind: 'unknown',
        name: null,
        document: null,
        qualification: null,
        joinedOn: null,
        country: null,
        representative: null,
        ageBand: null,
      },
    ]);
    expect(counts).toMatchObject({ rejected_rows: 0, unreadable_dates: 1 });
    expect(records?.counts).toMatchObject({
      unreadable_days: 2,
      unreadable_codes: 10,
      unusable_postal_codes: 1,
      unusable_phones: 2,
      unusable_emails: 1,
      unusable_documents: 2,
    });
  });

  it('cleans hostile text, and cuts what is longer than any real one', async () => {
    const { directory, records } = await importRows({
      establishments: [
        establishment({
          base: '123456780001',
          columns: {
            13: 'A\0\x1b[31mB',
            14: '\xe2\x80\xaeRUA\x85"X";\n',
            16: 'X'.repeat(10_240),
            17: `${' '.repeat(300)}CENTRO`,
          },
        }),
      ],
      companies: [company('12345678', 'ACME LTDA')],
      partners: [partner('12345678', '2', 'N'.repeat(10_240), '***123456**', '49', '20200101', '', ...nobody, '5')],
      tables,
    });
    const record = await recordIn(directory, '123456780001');
    expect(record.address).toMatchObject({
      streetKind: 'A [31mB',
      street: 'â ®RUA "X";',
      complement: 'X'.repeat(255),
      district: 'CENTRO',
    });
    expect(record.partners?.[0]).toMatchObject({ name: 'N'.repeat(255), document: '***123456**' });
    expect(records?.counts.oversized_texts).toBe(2);
  });

  it('keeps codes that the tables lack, without a text, and reports each with its uses', async () => {
    const { directory, records } = await importRows({
      establishments: [
        establishment({
          base: '123456780001',
          columns: { 7: '32', 9: '452', 11: '7777777', 12: '7777777,4781400', 20: '0001' },
        }),
      ],
      companies: [toRow('12345678', 'ACME LTDA', '9999', '36', '1,00', '01', '')],
      partners: [],
      tables,
    });
    const record = await recordIn(directory, '123456780001');
    expect(record).toMatchObject({
      statusReason: { code: '32', text: null },
      mainActivity: { code: '7777777', text: null },
      otherActivities: [{ code: '7777777', text: null }, { code: '4781400' }],
      legalNature: { code: '9999', text: null },
      responsibleQualification: { code: '36', text: null },
      address: {
        country: { code: '452', text: null },
        municipality: { tomCode: '0001', ibgeCode: '1100106', name: null },
      },
      capital: '1.00',
    });
    expect(records?.counts.codes_without_text).toEqual({
      reasons: { '32': 1 },
      countries: { '452': 1 },
      activities: { '7777777': 2 },
      municipalities: { '0001': 1 },
      legalNatures: { '9999': 1 },
      qualifications: { '36': 1 },
    });
  });
});

describe('partners', () => {
  it('are told apart by all columns: only whole repeated rows are dropped, wherever they stand', async () => {
    const twin = ['12345678', '2', 'JOSE SILVA', '***123456**', '22', '20200101', '', ...nobody, '5'];
    const record = await importOne({
      partners: [
        partner(...twin),
        partner(...twin),
        partner(...twin.with(5, '20200102')),
        partner(...twin.with(10, '6')),
        partner(...twin.with(9, '05')),
        partner('12345678', '3', 'A', '', '22', '20200101', '249', ...nobody, '0'),
        partner('12345678', '3', 'B', '', '22', '20200101', '249', ...nobody, '0'),
      ],
    });
    expect(record.partners).toHaveLength(6);
    expect(
      record.partners?.filter(({ name }) => name === 'JOSE SILVA').map(({ representative }) => representative),
    ).toEqual([null, null, null, null]);
  });

  it('are masked even where the files show a whole CPF', async () => {
    const record = await importOne({
      partners: [partner('12345678', '2', 'ANA', '28001238938', '49', '20200101', '', '28001238938', 'BIA', '14', '1')],
    });
    expect(record.partners?.[0]).toMatchObject({
      document: '***012389**',
      representative: { document: '***012389**' },
    });
    expect(JSON.stringify(record)).not.toContain('28001238938');
  });

  it('of companies that are not there are counted and left out', async () => {
    const { records } = await importRows({
      establishments: [establishment({ base: '123456780001' })],
      companies: [company('12345678', 'ACME LTDA')],
      partners: [partner('55555555', '2', 'ANA', '***123456**', '49', '20200101', '', ...nobody, '5')],
      tables,
    });
    expect(records?.counts).toMatchObject({ partners: 10, partners_without_company: 1, duplicate_partners: 0 });
  });

  it('are not an empty list but unknown where the files had none', async () => {
    const { directory, records } = await importRows({ companies: [], tables });
    expect(await recordIn(directory, '900000000001')).toMatchObject({
      partners: null,
      partnersMissing: 'not_imported',
    });
    expect(records?.partners).toBe(false);
  });

  it('are refused where only some of their files are there', async () => {
    const dump = writeDump(newFolder(), { partners: [], tables });
    rmSync(join(dump, 'K3241.K03200Y4.D60808.SOCIOCSV'));
    await expect(importInto(newFolder(), dump)).rejects.toThrow(/not complete: Socios4 is missing/);
  });
});

describe('a company with many establishments', () => {
  it('has its own facts in each of them, its head office by its mark, and a list in the order of branches', async () => {
    const branches = Array.from({ length: 400 }, (_, index) => String(index + 1).padStart(4, '0'));
    const { directory } = await importRows({
      establishments: branches.map((branch) =>
        establishment({
          base: `12345678${branch}`,
          headOffice: branch === '0002' ? '1' : '2',
          tradeName: `LOJA ${branch}`,
        }),
      ),
      companies: [toRow('12345678', 'REDE SA', '2062', '49', '5,00', '05', '')],
      partners: [partner('12345678', '2', 'ANA', '***123456**', '49', '20200101', '', ...nobody, '5')],
      tables,
    });
    const registry = openRegistry(directory);
    try {
      for (const branch of branches) {
        const lookup = await registry.records.find(completeCnpj(`12345678${branch}`));
        expect(lookup).toMatchObject({
          kind: 'found',
          record: {
            tradeName: `LOJA ${branch}`,
            capital: '5.00',
            establishments: 400,
            headOfficeCnpj: completeCnpj('123456780002'),
            partners: [{ name: 'ANA' }],
          },
        });
      }
      const page = await registry.records.listEstablishments('12345678' as CnpjRoot, '0398', 10);
      expect(page).toMatchObject({
        kind: 'found',
        total: 400,
        next: null,
        establishments: [{ tradeName: 'LOJA 0399' }, { tradeName: 'LOJA 0400' }],
      });
    } finally {
      await registry.close();
    }
  });
});

describe('tables', () => {
  it('that are missing, or have other columns, leave codes without texts and are named', async () => {
    const { MOTICSV: _, ...others } = tables;
    const { directory, records } = await importRows({
      partners: [],
      tables: { ...others, NATJUCSV: [toRow('2062', 'Limitada', 'X')] },
    });
    expect(records?.counts.missing_tables).toEqual(['reasons', 'legalNatures']);
    expect(await recordIn(directory, '900000000001')).toMatchObject({ legalNature: { code: '2135', text: null } });
  });

  it('of IBGE codes may be given, in the form of the Receita or of the Tesouro, and are refused when cut short', async () => {
    const municipalities = (line: (tom: string, ibge: string) => string, count: number): string => {
      const path = join(newFolder(), '..', `municipalities-${count}-${line('a', 'b').length}.csv`);
      const pairs = Array.from({ length: count }, (_, index) => line(String(index + 1), String(3_000_000 + index)));
      writeFileSync(path, `codigo;outro\r\n${pairs.join('\r\n')}`, 'latin1');
      return path;
    };
    const receita = municipalities((tom, ibge) => `${tom};${ibge};NOME;NOME;SP`, 7200);
    const tesouro = municipalities(
      (tom, ibge) => `${tom.padStart(4, '0')};46395000000139;SAO PAULO          ;SP;${ibge}`,
      7200,
    );
    for (const municipalitiesFile of [receita, tesouro]) {
      const { directory } = await importRows({ partners: [], tables }, {}, { municipalitiesFile });
      expect((await recordIn(directory, '900000000001')).address.municipality).toMatchObject({
        tomCode: '7107',
        ibgeCode: '3007106',
      });
    }
    const cut = municipalities((tom, ibge) => `${tom};${ibge}`, 100);
    await expect(importRows({ tables }, {}, { municipalitiesFile: cut })).rejects.toThrow(
      /holds 100 pairs of codes.*5,571/,
    );
  });
});

describe('the second file', () => {
  const rows: DumpRows = {
    establishments: [establishment({ base: '123456780001' })],
    companies: [company('12345678', 'ACME LTDA')],
    simples: [simples('12345678', 'S')],
    partners: [],
    tables,
  };
  const liveFolder = (directory: string): string => {
    const { live } = JSON.parse(readFileSync(join(directory, 'live.json'), 'utf8')) as { live: string };
    return join(directory, 'snapshots', live);
  };

  it('is left out by facts-only: records are unavailable with a reason, and verification is whole', async () => {
    const { directory, records } = await importRows(rows, {}, { factsOnly: true });
    expect(records).toBeUndefined();
    expect(readdirSync(liveFolder(directory)).filter((name) => name.includes('records'))).toEqual([]);
    const registry = openRegistry(directory);
    expect(registry.find(completeCnpj('123456780001'))).toMatchObject({ kind: 'found', company: { meiOpted: true } });
    expect(await registry.records.find(completeCnpj('123456780001'))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('without records'),
    });
    expect(registry.status()).toMatchObject({ readiness: 'ready', recordsProblem: null });
    await registry.close();
  });

  it('changes nothing in the first one', async () => {
    // One thread, so that the order of the partitions in the file is no accident.
    const whole = await importRows(rows, {}, { threads: 1 });
    const facts = await importRows(rows, {}, { threads: 1, factsOnly: true });
    for (const file of ['blocks.dat', 'index.dat'])
      expect(readFileSync(join(liveFolder(whole.directory), file))).toEqual(
        readFileSync(join(liveFolder(facts.directory), file)),
      );
  });

  it.each(['records.dat', 'records-index.dat', 'tables.json'])(
    'damaged in %s: records are unavailable, verification goes on',
    async (file) => {
      const { directory } = await importRows(rows);
      const path = join(liveFolder(directory), file);
      const bytes = readFileSync(path);
      const intact = Buffer.from(bytes);
      for (let at = 5; at < bytes.length; at += 64) bytes[at] = (bytes[at] as number) ^ 1;
      writeFileSync(path, bytes);
      const events: string[] = [];
      const registry = openRegistry(directory, { onEvent: ({ kind }) => events.push(kind) });
      expect(registry.find(completeCnpj('123456780001'))).toMatchObject({ kind: 'found' });
      expect(registry.find(completeCnpj('999999990001'))).toMatchObject({ kind: 'not_found' });
      expect(await registry.records.find(completeCnpj('123456780001'))).toEqual({
        kind: 'unavailable',
        reason: expect.stringContaining(file),
      });
      expect(await registry.records.listEstablishments('12345678' as CnpjRoot, undefined, 5)).toMatchObject({
        kind: 'unavailable',
      });
      expect(events).toContain('records_failed');
      await vi.waitFor(() => expect(events).toContain('verification_passed'), { timeout: 60_000 });
      expect(registry.status()).toMatchObject({ readiness: 'ready', recordsProblem: expect.stringContaining(file) });
      await registry.close();
      expect(() => verifyRegistry(directory, createManualClock(), () => {})).toThrow(/records .* are damaged/);
      writeFileSync(path, intact);
      verifyRegistry(directory, createManualClock(), () => {});
    },
  );

  it('of another snapshot is noticed', async () => {
    const first = await importRows(rows);
    const second = await importRows({
      ...rows,
      companies: [toRow('12345678', 'ACME LTDA', '2062', '49', '7,00', '05', '')],
    });
    copyFileSync(join(liveFolder(first.directory), 'records.dat'), join(liveFolder(second.directory), 'records.dat'));
    const registry = openRegistry(second.directory);
    expect(await registry.records.find(completeCnpj('123456780001'))).toMatchObject({ kind: 'unavailable' });
    await registry.close();
  });

  it('is switched and rolled back together with the first', async () => {
    const { directory } = await importRows(rows);
    const before = liveFolder(directory);
    const changed = { ...rows, companies: [toRow('12345678', 'ACME LTDA', '2062', '49', '7,00', '05', '')] };
    await importInto(directory, writeDump(newFolder(), changed));
    expect(await recordIn(directory, '123456780001')).toMatchObject({ capital: '7.00' });
    rollBackRegistry(directory, createManualClock());
    expect(liveFolder(directory)).toBe(before);
    expect(await recordIn(directory, '123456780001')).toMatchObject({ capital: '1000.00' });
  });
});
