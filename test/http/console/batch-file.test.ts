// A file for Lote over real sockets, before it starts: what is said about it, and hostile or broken ones.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { byNames, order, startLote } from '../../support/console/lote.ts';
import { toZip, writeXlsx } from '../../support/xlsx.ts';

const attack = `<img src=x onerror=alert(1)>`;
const cpf = '40442820135';
const cnpj = '34238864000168';

const { service, analyst, send, preview, start, finish, makeXlsx } = await startLote();

describe('a look at a file', () => {
  test('recognises the columns, shows the first rows, and says what is wrong and what was mended', async () => {
    const { body } = await preview(
      `Nº CPF;Nome Completo;Nascimento;${attack}\n${cpf};Ana Beatriz Carvalho;21/07/1990;x\n12345678901;;;\n12345678909;;;\n;Quem sabe;;\n;;;\n`,
    );
    expect(body).toMatchObject({
      format: 'csv',
      columns: ['Nº CPF', 'Nome Completo', 'Nascimento', attack],
      has_header: true,
      found: { cpf: 0, name: 1, birth_date: 2 },
      is_whole: true,
      counts: { looked: 4, good: 2, mended: 0, faulty: 2 },
    });
    expect(body.faulty.map(({ line, fault }: { line: number; fault: string }) => [line, fault])).toEqual([
      [3, 'invalid_check_digits'],
      [5, 'empty_number'],
    ]);
    const mended = await preview('cnpj\n191\n');
    expect(mended.body.rows[0]).toMatchObject({ kind: 'cnpj', number: '00000000000191', mended: 'leading_zeros' });
  });

  test('says what no answer will compare, and which column may hold it', async () => {
    const none = await preview(`CPF;D.N.\n${cpf};21/07/1990\n`);
    expect(none.body).toMatchObject({
      found: { cpf: 0 },
      not_compared: ['name', 'birth_date'],
      unused: [{ name: 'D.N.', role: 'birth_date' }],
    });
    const found = await preview(`CPF;Aluno;Nascimento\n${cpf};Ana Beatriz Carvalho;21/07/1990\n`);
    expect(found.body).toMatchObject({ found: { cpf: 0, name: 1, birth_date: 2 }, not_compared: [], unused: [] });
    const leftOut = await preview(`CPF;Nome\n${cpf};Ana\n`, { by: 'places', cpf: 0 });
    expect(leftOut.body).toMatchObject({ not_compared: ['name', 'birth_date'], unused: [{ name: 'Nome' }] });
  });

  test('of columns with names of their own, the reader says which is which', async () => {
    const file = `codigo,quem\n${cnpj},X\n`;
    expect((await preview(file)).body).toMatchObject({ found: {}, counts: { faulty: 0 } });
    expect((await preview('nome,codigo\nAna,1\n')).body.found).toEqual({ name: 0 });
    const told = await preview(file, { by: 'places', document: 0, company_name: 1 });
    expect(told.body).toMatchObject({ found: { document: 0, company_name: 1 }, counts: { good: 0, faulty: 1 } });
    expect(told.body.faulty[0].fault).toBe('invalid_name');
  });

  test('of a file without a header, and of one that was cut off in the middle of a row', async () => {
    expect((await preview(`${cpf}\n${cpf}\n`)).body).toMatchObject({ has_header: false, columns: ['column_1'] });
    const cut = await preview(`cpf\n${cpf}\n4044282`, { is_cut: 'yes' });
    expect(cut.body).toMatchObject({ counts: { looked: 1, faulty: 0 }, is_whole: false });
  });

  test('of a spreadsheet, with what it did to the numbers', async () => {
    const sheet = makeXlsx(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>CPF</t></is></c></row><row r="2"><c r="A2"><v>191</v></c></row>
       <row r="3"><c r="A3"><v>4.0442820135E10</v></c></row><row r="4"><c r="A4" t="e"><v>#N/A</v></c></row>`,
    );
    const { body } = await preview(sheet);
    expect(body).toMatchObject({ format: 'xlsx', found: { cpf: 0 }, counts: { looked: 3, good: 1, faulty: 2 } });
    expect(body.faulty.map(({ fault }: { fault: string }) => fault)).toEqual(['invalid_format', 'error_cell']);
    expect([body.sheets, body.sheet]).toEqual([['Clientes'], 'Clientes']);
  });

  test('of a workbook with several sheets, also where the first is empty: the one with numbers, or the one that the reader says', async () => {
    const path = writeXlsx(join(service.directory, 'sheets.xlsx'), {
      sheets: ['Capa', 'Pessoas'],
      sheet: '<row r="1"/>',
      rowsOf: {
        Pessoas: `<row r="1"><c r="A1" t="inlineStr"><is><t>CPF</t></is></c></row><row r="2"><c r="A2"><v>${cpf}</v></c></row>`,
      },
    });
    const file = readFileSync(path);
    expect((await preview(file)).body).toMatchObject({ sheet: 'Pessoas', counts: { good: 1 } });
    expect((await preview(file, { sheet: 'Capa' })).body).toMatchObject({
      sheets: ['Capa', 'Pessoas'],
      sheet: 'Capa',
      columns: [],
      found: {},
      counts: { looked: 0 },
    });
    expect((await preview(file, { sheet: 'Pessoas' })).body).toMatchObject({
      sheet: 'Pessoas',
      found: { cpf: 0 },
      counts: { good: 1 },
    });
    const none = await preview(file, { sheet: 'Empresas' });
    expect([none.body.code, none.body.detail]).toEqual(['invalid_batch', 'A planilha não tem essa aba.']);
    expect(await start(file, { cpf: 0 }, { sheet: 'Pessoas' })).toMatchObject({ rows: 1 });
    const empty = await send('batch-start', order({ cpf: 0 }, { sheet: 'Capa' }), file);
    expect([empty.body.code, empty.body.detail]).toEqual(['invalid_batch', 'A aba da planilha está vazia.']);
  });

  test('of dates with the month first, once the reader says so', async () => {
    const file = `cpf;nascimento\n${cpf};07/21/1990\n`;
    expect((await preview(file)).body.faulty).toMatchObject([{ fault: 'invalid_date' }]);
    expect((await preview(file, { date_order: 'mdy' })).body.counts).toMatchObject({ good: 1, faulty: 0 });
    const { id } = await start(file, { cpf: 0, birth_date: 1 }, { date_order: 'mdy' });
    expect((await finish(id)).counts).toMatchObject({ answered: 1, invalid: 0 });
  });
});

describe('a hostile or broken file is refused with a sentence', () => {
  const zeros = Buffer.alloc(70 * 1024 * 1024, 0x20);
  test.each([
    ['nothing', () => Buffer.alloc(0), /vazio/i],
    ['an archive that is no spreadsheet', () => toZip({ 'a.bin': 'hello' }), /compactado/i],
    ['half a spreadsheet', () => makeXlsx('<row r="1"/>', 'half.xlsx').subarray(0, 300), /planilha/i],
    [
      'a zip bomb',
      () =>
        toZip({
          'xl/workbook.xml': '<workbook><sheets><sheet name="a"/></sheets></workbook>',
          'xl/worksheets/sheet1.xml': zeros,
        }),
      /muito mais/i,
    ],
    [
      'entities of its own',
      () =>
        toZip({
          'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook><sheets><sheet name="a"/></sheets></workbook>',
        }),
      /planilha/i,
    ],
    ['a spreadsheet of before 2007', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /xls/i],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), /PDF/],
  ])('%s', async (_what, file, sentence) => {
    for (const answer of [await preview(file()), await send('batch-start', order({ cpf: 0 }), file())]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_batch']);
      expect(answer.body.detail).toMatch(sentence);
    }
    expect(JSON.stringify((await analyst.get('batches')).body)).not.toContain('receiving');
  });

  test('more bytes or rows than the service takes', async () => {
    const bytes = await send('batch-start', order({ cpf: 0 }), `cpf;x\n${`${cpf};${'x'.repeat(400)}\n`.repeat(1_000)}`);
    expect([bytes.status, bytes.body.code]).toEqual([413, 'payload_too_large']);
    const rows = await send('batch-start', order({ cpf: 0 }), `cpf\n${`${cpf}\n`.repeat(2_001)}`);
    expect([rows.status, rows.body.code]).toEqual([413, 'batch_too_large']);
    expect(rows.body.detail).toContain('no máximo 2.000 linhas');
    expect((await analyst.get('batches')).body).toMatchObject({ rows_max: 2000, bytes_max: 300_000 });
  });

  test('a file of results, and columns that are not there', async () => {
    expect((await preview('cpf;confere_status\n1;2\n')).body.code).toBe('invalid_batch');
    expect((await send('batch-start', order({ cpf: 7 }), `cpf\n${cpf}\n`)).body.code).toBe('invalid_batch');
    expect((await send('batch-start', order({ name: 0 }), `cpf\n${cpf}\n`)).body.code).toBe('invalid_batch');
  });

  test.each([
    ['no header', { 'confere-file': '' }],
    ['no JSON', { 'confere-file': 'hello' }],
    ['a broken escape', { 'confere-file': '%E0%A4%A' }],
    ['a place that is none', { 'confere-file': encodeURIComponent(JSON.stringify({ ...byNames, cpf: -1 })) }],
    ['a field too many', { 'confere-file': encodeURIComponent(JSON.stringify({ ...byNames, more: 1 })) }],
  ])('what is said about it: %s', async (_what, headers) => {
    const answer = await send('batch-preview', byNames, 'cpf\n', analyst, headers);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });
});
