import { cpSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeSanctions, type Rows, toListCsv, writeListZip } from '../../test/support/lists/list-files.ts';
import { createListsPlace, type ListsPlace } from '../../test/support/lists/lists-place.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { importDraft } from '../app/datasets/import-draft.ts';
import { completeCnpj } from '../domain/numbers/cnpj.ts';
import { completeCpf, formatCpf } from '../domain/numbers/cpf.ts';
import { openListSession } from './list-session.ts';
import { ceis } from './lists/cgu/ceis.ts';
import { cepim } from './lists/cgu/cepim.ts';
import { cnep } from './lists/cgu/cnep.ts';
import { pep } from './lists/cgu/pep.ts';
import { mte } from './lists/mte.ts';
import { rollBackList } from './maintenance.ts';

const { signal } = new AbortController();
const dayMs = 86_400_000;

const ceisCsv = (rows: Rows) => toListCsv(ceis.layout, rows);
const person = completeCpf('300456789');
const other = completeCpf('311456780');

describe('a file as its publisher makes it', () => {
  test('of the CEIS becomes entries: names, number, dates, reach, and CPFs of third parties masked', async () => {
    const { put, zip, show } = createListsPlace();
    const odd = {
      number: '77',
      person_kind: 'F',
      document: person,
      name: '  MARIA   EXEMPLO ',
      name_by_authority: 'MARIA E. EXEMPLO',
      category: 'Inidoneidade - Lei de Licitações',
      legal_basis: 'ART. 87, INCISO IV, LEI 8.666/1993',
      process: '1/2024',
      from: '01/02/2024',
      until: '01/02/2026',
      reach: 'Sem Informação',
      authority: 'ÓRGÃO DE EXEMPLO',
      authority_state: 'DF',
      remarks: `Em conluio com "Fulano"; CPF ${other}\r\nsegunda linha`,
    };
    const imported = await put('ceis', zip('20261015_CEIS', ceisCsv([...makeSanctions(30), odd])));
    expect(imported).toMatchObject({ list: 'ceis', dataAsOf: '2026-10-15', counts: { rows: 31, entries: 31 } });
    expect(imported.counts).toMatchObject({ rejected: 0, unusable_documents: 0, unreadable_dates: 0 });
    expect(show('ceis:77')).toEqual({
      id: '77',
      kind: 'person',
      names: ['MARIA EXEMPLO', 'MARIA E. EXEMPLO'],
      weakNames: [],
      document: { kind: 'cpf', number: person },
      births: [],
      from: '2024-02-01',
      until: '2026-02-01',
      isUntilMinimum: true,
      category: 'Inidoneidade - Lei de Licitações',
      authority: 'ÓRGÃO DE EXEMPLO (DF)',
      process: '1/2024',
      reach: null,
      remarks: `Em conluio com "Fulano"; CPF ***${other.slice(3, 9)}** segunda linha`,
    });
    expect(show('ceis:1000')).toMatchObject({
      names: ['EXEMPLO 1000 COMÉRCIO LTDA'],
      until: null,
      isUntilMinimum: false,
    });
  });

  test('of the CNEP has the fine in its remarks', async () => {
    const { put, zip, show } = createListsPlace();
    const rows = [
      { number: '5', name: 'EXEMPLO SA', document: completeCnpj('112223330001'), category: 'Multa', fine: '1234,56' },
      {
        number: '6',
        name: 'OUTRO EXEMPLO SA',
        document: completeCnpj('112223340001'),
        category: 'Publicação',
        fine: '0,00',
      },
    ];
    await put('cnep', zip('20261015_CNEP', toListCsv(cnep.layout, rows)));
    expect(show('cnep:5')).toMatchObject({ category: 'Multa', remarks: 'Valor da multa: R$ 1234,56' });
    expect(show('cnep:6').remarks).toBeNull();
  });

  test('of the CEPIM has no numbers of its own: the same row has the same one in the next edition', async () => {
    const { put, zip, entriesOf } = createListsPlace();
    const row = {
      document: completeCnpj('112223330001'),
      name: 'ASSOCIAÇÃO EXEMPLO',
      agreement: '1',
      authority: 'MINISTÉRIO',
      reason: 'OMISSÃO',
    };
    const ids = () => entriesOf('cepim').map(({ id }) => id);
    await put('cepim', zip('20261015_CEPIM', toListCsv(cepim.layout, [row, { ...row, agreement: '2' }, row])));
    const first = ids();
    expect(new Set(first).size).toBe(3);
    expect(first[2]).toBe(`${first[0]}-2`);
    await put('cepim', zip('20261016_CEPIM', toListCsv(cepim.layout, [{ ...row, agreement: '2' }, row])));
    expect(ids()).toEqual([first[1], first[0]]);
  });

  test('of the PEP keeps six digits of the CPF, and is of the first day of its month', async () => {
    const { put, zip, entriesOf, statusOf, clock } = createListsPlace();
    const older = pep.layout.map((column) => ({ ...column, name: column.name.toUpperCase().replaceAll('_', ' ') }));
    const row = {
      document: '***.456.789-**',
      name: '(CUMULATIVAMENTE) JOSÉ EXEMPLO',
      function_code: 'VEREAD',
      function: 'VEREADOR',
      authority: 'MUN. DE EXEMPLO-SP',
      from: '01/01/2021',
      left: 'Não informada',
      until: '',
    };
    for (const [name, layout] of [
      ['202609_PEP', pep.layout],
      ['202610_PEP', older],
    ] as const) {
      const { dataAsOf } = await put('pep', zip(name, toListCsv(layout, [row])));
      expect(dataAsOf).toBe(`${name.slice(0, 4)}-${name.slice(4, 6)}-01`);
      expect(entriesOf('pep')).toMatchObject([
        {
          names: ['JOSÉ EXEMPLO'],
          document: { kind: 'masked_cpf', digits: '456789' },
          category: 'VEREADOR',
          until: null,
          remarks: null,
        },
      ]);
    }
    clock.advance(100 * dayMs);
    expect(statusOf('pep')).toMatchObject({ state: 'stale' });
  });

  test('extracted is the same as zipped, and the day may be told', async () => {
    const { put, file, statusOf } = createListsPlace();
    const path = file('copy.csv', ceisCsv(makeSanctions(3)));
    await expect(put('ceis', path)).rejects.toThrow(/does not say the day of its data.*--as-of/);
    expect(await put('ceis', path, { asOf: '2026-10-01' })).toMatchObject({ dataAsOf: '2026-10-01' });
    expect(statusOf('ceis')).toMatchObject({ state: 'stale', live: { entries: 3 } });
    await expect(put('ceis', path, { asOf: '2026-10-21' })).rejects.toThrow(/cannot be of 2026-10-21/);
    await expect(put('ceis', path, { asOf: '2026-02-30' })).rejects.toThrow(/or no day/);
  });
});

describe('the lists of other publishers', () => {
  test('the Cadastro de Empregadores is found between lines of text, and needs its day to be told', async () => {
    const { put, file, directory, entriesOf } = createListsPlace();
    const [head = '', ...rows] = [
      ...toListCsv(mte.layout, [
        {
          number: '1',
          year: '2023',
          state: 'MG',
          name: 'FULANO DE TAL',
          document: formatCpf(person),
          place: 'FAZENDA EXEMPLO',
          workers: '3',
          included: '05/04/2024',
        },
        {
          number: '2',
          name: 'EXEMPLO LTDA',
          document: '11.222.333/0001-81',
          included: '05/04/2024 a 10/05/2024, 09/04/2025',
        },
      ]).split('\r\n'),
    ];
    const csv = ['CADASTRO DE EMPREGADORES', 'Atualizado em outubro', head, ...rows.slice(0, 2), 'Fonte: MTE', ''].join(
      '\r\n',
    );
    const path = writeListZip(join(directory, '../mte.zip'), 'cadastro_de_empregadores.csv', csv);
    await expect(put('mte', path)).rejects.toThrow(/--as-of/);
    const { counts } = await put('mte', path, { asOf: '2026-10-01' });
    expect(counts).toMatchObject({ rows: 3, entries: 2, rejected: 1, unusable_documents: 0, unreadable_dates: 0 });
    expect(entriesOf('mte')).toMatchObject([
      { names: ['FULANO DE TAL'], document: { kind: 'cpf', number: person }, from: '2024-04-05', until: null },
      { from: '2024-04-05', remarks: 'Inclusão: 05/04/2024 a 10/05/2024, 09/04/2025' },
    ]);
    await expect(put('mte', file('mte.json', '{"value":[]}'), { asOf: '2026-10-02' })).rejects.toThrow(
      /cannot be read|no file of mte/,
    );
  });

  test('the lists of the Banco Central are read from the JSON of its service', async () => {
    const { put, file, entriesOf } = createListsPlace();
    const value = [
      {
        CPF: person,
        Nome: 'MARIA EXEMPLO',
        PAS: '1',
        Prazo_em_anos: 5,
        Inicio_do_cumprimento: '2024-01-31T00:00:00',
        Prazo_final_penalidade: '31/01/2029',
      },
      {
        CPF: other,
        Nome: 'JOSÉ EXEMPLO',
        PAS: '2',
        Prazo_em_anos: 3,
        Inicio_do_cumprimento: null,
        Prazo_final_penalidade: 'Consolidado',
      },
    ];
    const put1 = (text: string) =>
      put('bcb-inabilitados', file('quadro.json', Buffer.from(text)), { asOf: '2026-10-01' });
    const { counts } = await put1(JSON.stringify({ '@odata.context': 'x', value }));
    expect(counts).toMatchObject({ entries: 2, rejected: 0, unreadable_dates: 0 });
    expect(entriesOf('bcb-inabilitados')).toMatchObject([
      { from: '2024-01-31', until: '2029-01-31', category: 'Inabilitação', remarks: 'Prazo em anos: 5' },
      { from: null, until: null, remarks: expect.stringContaining('consolidado em outro registro') },
    ]);
    await expect(put1(JSON.stringify({ value }).slice(0, -20))).rejects.toThrow(/not JSON, or is cut short/);
    await expect(put1('{"error":"busy"}')).rejects.toThrow(/has no list `value`/);
    await expect(put1('{"value":[{"Nome":"X"}]}')).rejects.toThrow(/CPF, Prazo_final_penalidade are missing/);
  });
});

describe("a list of one's own", () => {
  test('takes a document or a name, why and until when, by Portuguese or English names', async () => {
    const { put, file, show, statusOf } = createListsPlace();
    const csv = `Nome,CPF,Motivo,Até\nMaria Exemplo,${person},Fraude em 2025,31/12/2027\nSó o Nome,,,\n,${other},,\n,123,,\n`;
    const imported = await put('own-fraude', file('minha.csv', Buffer.from(csv)));
    expect(imported).toMatchObject({ dataAsOf: '2026-10-20', counts: { rows: 4, entries: 3, rejected: 1 } });
    expect(statusOf('own-fraude')).toMatchObject({ state: 'current', stale_after_days: null, live: { entries: 3 } });
    const line = imported.rejectedReport && readFileSync(imported.rejectedReport, 'utf8');
    expect(line).toBe('{"line":5,"reason":"names_nobody"}\n');
    const numbered = `id;name;until\nA1;Maria Exemplo;2027-12-31\n`;
    await put('own-outra', file('outra.csv', numbered));
    expect(show('own-outra:A1')).toMatchObject({ names: ['Maria Exemplo'], until: '2027-12-31' });
  });

  test('says which rows have a name that nobody here reads, and no other one', async () => {
    const { put, file } = createListsPlace();
    const csv = 'id;nome\nA1;محمد علي حسن\nA2;ედუარდ შევარდნაძე\nA3;יעקב כהן\nA4;李明 (Li Ming)\n';
    const { counts, unreadNames } = await put('own-outra', file('outra.csv', Buffer.from(csv)));
    expect(counts).toMatchObject({ entries: 4, unread_names: 2 });
    expect(unreadNames).toEqual(['A1', 'A3']);
  });

  test('out of a spreadsheet has lost the zeros in front of its numbers, and gets them back', async () => {
    const { put, file, show } = createListsPlace();
    const cpf = completeCpf('004567890');
    const cnpj = completeCnpj('012223330001');
    const wrong = String((Number(cpf) + 1) % 1e11);
    const rows = [`1;${Number(cpf)};;A`, `2;;${Number(cnpj)};B`, `3;${wrong};;C`, `4;;${Number(cpf)};D`];
    await put('own-planilha', file('planilha.csv', `id;cpf;cnpj;nome\n${rows.join('\n')}\n`));
    const documents = [1, 2, 3, 4].map((id) => show(`own-planilha:${id}`).document);
    expect(documents).toEqual([
      { kind: 'cpf', number: cpf },
      { kind: 'cnpj', number: cnpj },
      { kind: 'unusable' },
      { kind: 'cpf', number: cpf },
    ]);
  });

  test('without a column that names anybody is refused, and so is a name that is none', async () => {
    const { put, file, directory } = createListsPlace();
    const path = file('list.csv', 'motivo;cidade\nx;y\n');
    await expect(put('own-a', path)).rejects.toThrow(/names no column with a document or a name/);
    const bare = file('bare.csv', `Maria Exemplo;${person}\n`);
    const said = await put('own-a', bare).catch((error: Error) => error.message);
    expect(said).toMatch(/names no column/);
    expect(`${said}${readFileSync(join(directory, 'own-a/last-import.json'), 'utf8')}`).not.toMatch(/Maria|\d{11}/);
    expect(() =>
      openListSession('/nowhere', { list: 'own-../x', paths: [path], asOf: undefined }, createManualClock(), []),
    ).toThrow(/There is no list "own-..\/x": known are ceis/);
  });
});

describe('what is wrong with rows', () => {
  test('is counted row by row, and costs no other row', async () => {
    const { put, zip } = createListsPlace();
    const [first = {}, second = {}] = makeSanctions(2);
    const rows = [
      { ...first, document: '1234567', person_kind: '' },
      { ...second, number: '1000', document: '', until: '01/01/0202' },
      { ...second, number: '1002', name: 'Sem Informação', document: '***.456.789-**' },
    ];
    const csv = `${ceisCsv(rows)}"half of a row";"2"\r\n${ceisCsv([{ ...second, number: '1003' }]).split('\r\n')[1]}\r\n`;
    const { counts, rejectedReport = '' } = await put('ceis', zip('20261015_CEIS', csv));
    expect(counts).toEqual({
      rows: 5,
      entries: 3,
      rejected: 2,
      left_out: 0,
      joined: 0,
      without_document: 1,
      unusable_documents: 1,
      unread_names: 0,
      unreadable_dates: 1,
      repeated_ids: 1,
    });
    const lines = readFileSync(rejectedReport, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { line: 4, reason: 'names_nobody' },
      { line: 5, reason: 'wrong_column_count' },
    ]);
  });
});

describe('a file that is not the list', () => {
  const refused = (what: string, make: (place: ListsPlace) => [string, string], message: RegExp) =>
    test(`${what} is refused, and the old list serves on`, async () => {
      const place = createListsPlace();
      const { put, zip, statusOf, directory } = place;
      const { id } = await put('ceis', zip('20261014_CEIS', ceisCsv(makeSanctions(60))));
      const [list, path] = make(place);
      await expect(put(list, path)).rejects.toThrow(message);
      const status = statusOf('ceis');
      expect(status).toMatchObject({ live: { id, problem: null }, last_import: { outcome: 'failed' } });
      expect(readdirSync(join(directory, 'ceis/snapshots'))).toEqual([id]);
      expect(existsSync(join(directory, 'ceis/incoming'))).toBe(false);
    });

  refused(
    'a web page in place of a zip',
    ({ file }) => ['ceis', file('20261015_CEIS.zip', '\n<!DOCTYPE html><html>')],
    /is a web page.*portaldatransparencia.gov.br\/download-de-dados\/ceis in a browser/,
  );
  refused(
    'a zip that was cut',
    ({ zip }) => {
      const path = zip('20261015_CEIS', ceisCsv(makeSanctions(60)));
      truncateSync(path, statSync(path).size - 100);
      return ['ceis', path];
    },
    /not a whole zip file/,
  );
  refused(
    'a zip whose content was changed',
    ({ zip }) => {
      const path = zip('20261015_CEIS', ceisCsv(makeSanctions(60)));
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] as number) & 0xff;
      writeFileSync(path, bytes);
      return ['ceis', path];
    },
    /is damaged|not a whole zip file/,
  );
  refused(
    'the file of another list',
    ({ zip }) => ['ceis', zip('20261015_CEPIM', toListCsv(cepim.layout, []))],
    /This is the file of cepim, and not of ceis/,
  );
  refused(
    'one with half of the entries',
    ({ zip }) => ['ceis', zip('20261015_CEIS', ceisCsv(makeSanctions(30)))],
    /30 entries.*has 60.*--force fewer_rows/s,
  );
  refused(
    'an older one',
    ({ zip }) => ['ceis', zip('20261013_CEIS', ceisCsv(makeSanctions(60)))],
    /--force older_data/,
  );
  refused('one with no entry', ({ zip }) => ['ceis', zip('20261015_CEIS', ceisCsv([]))], /no entry/);
  refused(
    'one with a column that moved',
    ({ zip }) => {
      const [first, ...more] = ceis.layout;
      return ['ceis', zip('20261015_CEIS', toListCsv([...more, first as (typeof more)[number]], makeSanctions(60)))];
    },
    /moved: .*--force columns/s,
  );
  refused(
    'one without a needed column',
    ({ zip }) => [
      'ceis',
      zip(
        '20261015_CEIS',
        toListCsv(
          ceis.layout.filter(({ key }) => key !== 'until'),
          makeSanctions(60),
        ),
      ),
    ],
    /DATA FINAL SANÇÃO is missing/,
  );
  refused(
    'one whose cells have moved under the same header',
    ({ zip }) => [
      'ceis',
      zip('20261015_CEIS', ceisCsv(makeSanctions(60).map((row) => ({ ...row, document: row['number'] ?? '' })))),
    ],
    /60 of 60 entries have a number that is no CPF or CNPJ.*--force unusable_documents/s,
  );
  refused(
    'one with as many rows and no document in any',
    ({ zip }) => [
      'ceis',
      zip('20261015_CEIS', ceisCsv(makeSanctions(60).map((row) => ({ ...row, document: 'Sem informação' })))),
    ],
    /60 entries with a CPF or CNPJ, and the file has it of only 0 of them.*--force fewer_rows/s,
  );
  refused(
    'one that shows only six digits of each CPF from now on',
    ({ zip }) => {
      const mask = (cpf = '') => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
      const rows = makeSanctions(60).map((row) =>
        row['person_kind'] === 'F' ? { ...row, document: mask(row['document']) } : row,
      );
      return ['ceis', zip('20261015_CEIS', ceisCsv(rows))];
    },
    /60 entries with a CPF or CNPJ, and the file has it of only 30 of them/,
  );
  refused(
    'one with something else in the column of names',
    ({ zip }) => {
      const rows = makeSanctions(60).map((row) => ({ ...row, name: row['process'] ?? '' }));
      return ['ceis', zip('20261015_CEIS', ceisCsv(rows))];
    },
    /60 entries with a name, and the file has it of only 0 of them.*--force fewer_rows/s,
  );
  refused(
    'a text that was cut',
    ({ file }) => {
      const csv = ceisCsv(makeSanctions(60));
      return ['ceis', file('20261015_CEIS.csv', csv.slice(0, csv.length - 80))];
    },
    /ends in the middle of a row: it is cut short/,
  );
  refused(
    'a zip whose content is not what it vouches for',
    ({ zip }) => {
      const path = zip('20261015_CEIS', ceisCsv(makeSanctions(60)));
      const bytes = readFileSync(path);
      const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
      bytes.writeUInt32LE(1, directory + 16);
      writeFileSync(path, bytes);
      return ['ceis', path];
    },
    /its CRC-32 does not match/,
  );
  refused(
    'one whose accents were encoded twice',
    ({ file }) => {
      const twice = Buffer.from(Buffer.from(ceisCsv(makeSanctions(60))).toString('latin1'));
      return ['ceis', file('20261015_CEIS.csv', twice)];
    },
    /CÓDIGO DA SANÇÃO.* are missing/,
  );
  refused('a file that is not there', ({ folder }) => ['ceis', join(folder, 'nothing.zip')], /^There is no file /);

  test('and is imported all the same by whoever names what speaks against it', async () => {
    const { put, zip, statusOf } = createListsPlace();
    await put('ceis', zip('20261014_CEIS', ceisCsv(makeSanctions(60))));
    const half = zip('20261013_CEIS', ceisCsv(makeSanctions(30)));
    const { overridden } = await put('ceis', half, { force: ['fewer_rows', 'older_data'] });
    expect(overridden.map(({ name }) => name)).toEqual(['older_data', 'fewer_rows']);
    expect(statusOf('ceis')).toMatchObject({
      live: { entries: 30, data_as_of: '2026-10-13' },
      previous: { entries: 60 },
    });
  });
});

test('a file in UTF-8 or UTF-16 is read as well as one in Latin-1', async () => {
  const { put, file, show } = createListsPlace();
  const csv = ceisCsv(makeSanctions(1));
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const mark = encoding === 'utf8' ? '' : '\ufeff';
    await put('ceis', file('20261015_CEIS.csv', Buffer.from(`${mark}${csv}`, encoding)));
    expect(show('ceis:1000').names).toEqual(['EXEMPLO 1000 COMÉRCIO LTDA']);
  }
});

test('a draft that is not on the disk as it was written does not go live', async () => {
  const { directory, clock, zip, statusOf } = createListsPlace();
  const path = zip('20261015_CEIS', ceisCsv(makeSanctions(3)));
  const session = openListSession(directory, { list: 'ceis', paths: [path], asOf: undefined }, clock, []);
  const build = async () => {
    const draft = await session.build();
    const written = join(directory, 'ceis/incoming', draft.id, 'entries.dat');
    writeFileSync(written, readFileSync(written, 'utf8').replace('1000', '2000'));
    return draft;
  };
  const spoilt = { ...session, build };
  await expect(importDraft(spoilt, { overridden: [], signal })).rejects.toThrow(/entries.dat is damaged/);
  expect(statusOf('ceis')).toMatchObject({ state: 'missing', last_import: { outcome: 'failed' } });
});

test('the edition of another list is damage', async () => {
  const { directory, put, zip, statusOf } = createListsPlace();
  const { id } = await put('ceis', zip('20261014_CEIS', ceisCsv(makeSanctions(3))));
  cpSync(join(directory, 'ceis'), join(directory, 'cnep'), { recursive: true });
  expect(statusOf('cnep')).toMatchObject({ state: 'damaged', live: { id, problem: expect.stringContaining('ceis') } });
});

describe('the edition before', () => {
  test('comes back by a rollback, which holds against the next import', async () => {
    const { put, zip, directory, clock, statusOf } = createListsPlace();
    await put('ceis', zip('20261014_CEIS', ceisCsv(makeSanctions(60))));
    const newer = zip('20261015_CEIS', ceisCsv(makeSanctions(61)));
    await put('ceis', newer);
    expect(rollBackList(directory, 'ceis', clock)).toMatchObject({ held: true, live: { entries: 60 } });
    await expect(put('ceis', newer)).rejects.toThrow(/--force rollback_hold/);
    await put('ceis', newer, { force: ['rollback_hold'] });
    expect(statusOf('ceis')).toMatchObject({ held: false, live: { entries: 61 }, previous: { entries: 60 } });
  });

  test('is the one to go back to where the live one is damaged, which no answer comes from', async () => {
    const { put, zip, directory, clock, show } = createListsPlace();
    await put('ceis', zip('20261014_CEIS', ceisCsv(makeSanctions(60))));
    const { id } = await put('ceis', zip('20261015_CEIS', ceisCsv(makeSanctions(61))));
    const path = join(directory, 'ceis/snapshots', id, 'entries.dat');
    writeFileSync(path, readFileSync(path, 'utf8').replace('EXEMPLO 1000', 'EXEMPLO 9000'));
    expect(() => show('ceis:1000')).toThrow(/entries.dat is damaged.*lists rollback ceis/);
    rollBackList(directory, 'ceis', clock);
    expect(show('ceis:1000').names).toEqual(['EXEMPLO 1000 COMÉRCIO LTDA']);
    expect(() => rollBackList(directory, 'ceis', clock)).toThrow(/not whole/);
  });
});

test('a list that was never imported is missing, and says so', () => {
  const { statusOf, show, directory } = createListsPlace();
  expect(statusOf('pep')).toMatchObject({ state: 'missing', live: null, last_import: null });
  expect(() => show('pep:1')).toThrow('The list pep has not been imported');
  expect(() => show('pep')).toThrow('LIST:ID');
  expect(() => rollBackList(directory, 'own-typo', createManualClock())).toThrow('own-typo has not been imported');
  expect(existsSync(directory)).toBe(false);
});

test('an import says what it makes of the edition before, and takes a second header for no entry', async () => {
  const { put, zip, entriesOf } = createListsPlace();
  const rows = makeSanctions(60);
  const [header = '', ...lines] = ceisCsv(rows).trimEnd().split(/\r?\n/);
  const first = await put('ceis', zip('20261014_CEIS', ceisCsv(rows)));
  expect(first.changes).toBeUndefined();
  const changed = lines.map((line, at) =>
    at === 0 ? line.replace(/Prefeitura|FULANO|[A-Z]{6,}/, 'OUTRO TEXTO') : line,
  );
  const twice = [header, ...changed.slice(0, 30), header, ...changed.slice(30, -2)].join('\r\n');
  const { changes, counts } = await put('ceis', zip('20261015_CEIS', `${twice}\r\n`));
  expect({ changes, rows: counts.rows }).toEqual({ changes: { added: 0, removed: 2, changed: 1 }, rows: 58 });
  expect(entriesOf('ceis')).toHaveLength(58);
  const again = await put('ceis', zip('20261016_CEIS', ceisCsv(rows)));
  expect(again.changes).toEqual({ added: 2, removed: 0, changed: 1 });
});

test('a corrected name is one change, also where the number of a row is made of what it says', async () => {
  const { put, zip } = createListsPlace();
  const toRow = (name: string, office = 'VEREADOR', digits = '456.789') => ({
    ...{ document: `***.${digits}-**`, name, function: office, authority: 'MUN. DE EXEMPLO-SP' },
    ...{ from: '01/01/2021', until: '31/12/2029' },
  });
  const rows = [
    toRow('MARIA DE SOUSA'),
    toRow('MARIA DE SOUSA', 'PREFEITA'),
    toRow('JOSE LUIS', 'VEREADOR', '111.222'),
  ];
  const csv = (all: Rows) => toListCsv(pep.layout, all);
  await put('pep', zip('202608_PEP', csv(rows)));
  const corrected = rows.map((row) => ({ ...row, name: row.name.replace('SOUSA', 'SOUZA') }));
  const one = await put('pep', zip('202609_PEP', csv(corrected)));
  expect(one.changes).toEqual({ added: 0, removed: 0, changed: 2 });
  const other = await put(
    'pep',
    zip('202610_PEP', csv([...corrected.slice(0, 2), toRow('JOSE LUIZ', 'PREFEITO', '111.222')])),
  );
  expect(other.changes).toEqual({ added: 1, removed: 1, changed: 0 });
});

describe('a list from which its publisher takes entries after two years, many at a time', () => {
  const toRow = (index: number, included: string) => ({
    ...{ number: String(index), name: `EMPREGADOR ${index} LTDA`, included },
    document: completeCnpj(`${String(20_000 + index).padStart(8, '0')}0001`),
  });
  const toRows = (count: number, from: number, included: string) =>
    Array.from({ length: count }, (_, index) => toRow(from + index, included));
  const csv = (rows: Rows) => toListCsv(mte.layout, rows);
  const [old, young] = [toRows(30, 0, '05/10/2024'), toRows(60, 100, '06/10/2024')];

  test('goes live without those that have had their time, and says how many they are', async () => {
    const { put, file } = createListsPlace();
    await put('mte', file('a.csv', csv([...old, ...young])), { asOf: '2026-04-05' });
    const { changes, overridden } = await put('mte', file('b.csv', csv(young)), { asOf: '2026-10-05' });
    expect({ changes, overridden }).toEqual({
      changes: { added: 0, removed: 30, changed: 0, left_in_time: 30 },
      overridden: [],
    });
  });

  test('is refused where a tenth of the others is gone as well, or nobody had had their time', async () => {
    const { put, file } = createListsPlace();
    await put('mte', file('a.csv', csv([...old, ...young])), { asOf: '2026-04-05' });
    const cut = put('mte', file('b.csv', csv(young.slice(0, 54))), { asOf: '2026-10-05' });
    await expect(cut).rejects.toThrow(/54 entries.* has 60 besides 30 that have had their time.*--force fewer_rows/s);
    await put('mte', file('c.csv', csv(young.slice(0, 55))), { asOf: '2026-10-05' });
    const early = put('mte', file('d.csv', csv(young.slice(0, 30))), { asOf: '2026-10-05' });
    await expect(early).rejects.toThrow(/30 entries.* has 55: .*--force fewer_rows/s);
  });
});
