// Lote over real sockets: who may send a file, what is said about one before it starts, hostile files, whose a batch is, and that the
// result has the file's own columns with the answers beside them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openUploadedTable } from '../../src/bulk/uploaded-table.ts';
import { systemClock } from '../../src/clock.ts';
import { createSandboxSources } from '../../src/sources/sandbox.ts';
import {
  type ConsolePage,
  openConsolePage,
  consolePassword as password,
  signInTo,
} from '../support/console/console-page.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { toZip, writeXlsx } from '../support/xlsx.ts';

const attack = `<img src=x onerror=alert(1)>`;
const cpf = '40442820135';
const cnpj = '34238864000168';

let service: TestService;
let analyst: ConsolePage;
let analystName = '';
beforeAll(async () => {
  service = await startTestService(
    { CONFERE_BATCHES_ROWS_MAX: '2000', CONFERE_BATCHES_BODY_BYTES_MAX: '300000' },
    { liveSources: createSandboxSources(systemClock) },
  );
  analystName = await service.createOperator('analyst', password);
  analyst = await signInTo(openConsolePage(service.address), analystName);
});
afterAll(() => service.close());

const noColumns = { cpf: null, cnpj: null, document: null, name: null, company_name: null, birth_date: null };
const byNames = { by: 'names', ...noColumns, has_header: null, is_cut: 'no' };
let attempts = 0;
const order = (columns: object, changes: object = {}) => ({
  file_name: 'clientes.csv',
  attempt: `attempt-number-${++attempts}`,
  with: 'sandbox',
  purpose: null,
  ...noColumns,
  ...columns,
  has_header: null,
  ...changes,
});

async function send(name: string, form: object, file: string | Uint8Array, page = analyst, headers = {}) {
  const response = await fetch(`${page.address}/console/api/${name}`, {
    method: 'POST',
    headers: {
      cookie: page.cookie,
      origin: page.address,
      'confere-csrf': page.csrf,
      'content-type': 'application/octet-stream',
      'confere-file': encodeURIComponent(JSON.stringify(form)),
      'accept-language': 'pt-BR',
      ...headers,
    },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) };
}

const preview = (file: string | Uint8Array, changes: object = {}) =>
  send('batch-preview', { ...byNames, ...changes }, file);

async function start(file: string | Uint8Array, columns: object, changes: object = {}, page = analyst) {
  const { status, body } = await send('batch-start', order(columns, changes), file, page);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.batch;
}

const find = async (id: string, page = analyst) =>
  (await page.get('batches')).body.batches.find((batch: { id: string }) => batch.id === id);

async function finish(id: string, page = analyst) {
  await expect.poll(async () => (await find(id, page)).status, { timeout: 30_000, interval: 200 }).not.toBe('running');
  return find(id, page);
}

const download = (id: string, page = analyst, headers: Record<string, string> = {}) =>
  fetch(`${page.address}/console/api/batch-result/${id}`, { headers: { cookie: page.cookie, ...headers } });

function makeXlsx(sheet: string, name = 'table.xlsx', strings: readonly string[] = []): Buffer {
  return readFileSync(writeXlsx(join(service.directory, name), { sheet, strings }));
}

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

  test('of a workbook with several sheets, also where the first is empty: the reader says which', async () => {
    const path = writeXlsx(join(service.directory, 'sheets.xlsx'), {
      sheets: ['Capa', 'Pessoas'],
      sheet: '<row r="1"/>',
      rowsOf: {
        Pessoas: `<row r="1"><c r="A1" t="inlineStr"><is><t>CPF</t></is></c></row><row r="2"><c r="A2"><v>${cpf}</v></c></row>`,
      },
    });
    const file = readFileSync(path);
    expect((await preview(file)).body).toMatchObject({
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
    const empty = await send('batch-start', order({ cpf: 0 }), file);
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
    ['an archive that is no spreadsheet', () => toZip({ 'a.txt': 'hello' }), /planilha/i],
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
    expect(rows.body.detail).toContain('no máximo 2000 linhas');
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

describe('who may', () => {
  test('not a stranger, not a viewer, not another site', async () => {
    const stranger = openConsolePage(service.address);
    const viewer = await signInTo(openConsolePage(service.address), await service.createOperator('viewer', password));
    expect((await send('batch-preview', byNames, 'cpf\n', stranger)).status).toBe(401);
    expect((await send('batch-start', order({ cpf: 0 }), 'cpf\n', viewer)).body.code).toBe('role_too_low');
    expect((await viewer.get('batches')).body.code).toBe('role_too_low');
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'confere-csrf': '' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await send('batch-start', order({ cpf: 0 }), `cpf\n${cpf}\n`, analyst, headers);
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_refused']);
    }
    const typed = await send('batch-preview', byNames, 'cpf\n', analyst, { 'content-type': 'text/plain' });
    expect(typed.status).toBe(415);
    // A body for another route is none for this one.
    const other = await analyst.post('batch-delete', { id: 'x' }, { 'content-type': 'text/csv' });
    expect(other.status).toBe(415);
  });

  test('a batch is its owner’s alone', async () => {
    const { id } = await start(`cpf\n${cpf}\n`, { cpf: 0 });
    const other = await signInTo(openConsolePage(service.address), await service.createOperator('admin', password));
    expect((await other.get('batches')).body.batches).toEqual([]);
    expect((await other.post('batch-delete', { id })).body.code).toBe('batch_not_found');
    expect((await download(id, other)).status).toBe(404);
    expect((await download(id, openConsolePage(service.address))).status).toBe(401);
    expect((await download(id, analyst, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const key = await service.createKey({ scopes: ['verify:batch'] });
    const response = await fetch(`${service.address}/v1/batches/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(404);
  });
});

test('the result has the columns of the file and the answers beside them, and every act is in the audit', async () => {
  const file = `nome;documento;obs\n"Carvalho; Ana";${cpf};=1+1\nPlanalto;34.238.864/0001-68;\n;12345678901;\nsó uma\na;b;c;d;e\n`;
  const batch = await start(file, { document: 1 });
  expect(batch).toMatchObject({ file_name: 'clientes.csv', with: 'sandbox', status: 'running', rows: 5 });
  const done = await finish(batch.id);
  expect(done).toMatchObject({ status: 'completed', counts: { answered: 2, invalid: 3, failed: 0 } });
  expect(done.risks).toEqual({ low: 2, medium: 0, high: 0 });
  const response = await download(batch.id);
  expect(response.headers.get('content-disposition')).toBe('attachment');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head = '', first = '', second = '', third = '', fourth = '', fifth = ''] = bytes
    .toString('utf8')
    .slice(1)
    .split('\n');
  expect(head).toMatch(/^nome;documento;obs;confere_line;confere_outcome;confere_problem;confere_mended;/);
  expect(first).toMatch(new RegExp(`^"Carvalho; Ana";${cpf};=1\\+1;2;answered;;;${cpf};verified;low;`));
  expect(second).toMatch(/^Planalto;34\.238\.864\/0001-68;;3;answered;/);
  expect(third).toMatch(/^;12345678901;;4;invalid;invalid_check_digits;/);
  expect(fourth).toMatch(/^só uma;;;5;invalid;empty_number;/);
  expect(fifth).toMatch(/^"a;b;c;d;e";;;6;invalid;wrong_column_count;/);
  expect((await analyst.post('batch-delete', { id: batch.id })).body).toEqual({ deleted: true });
  expect(await find(batch.id)).toBeUndefined();
  expect((await download(batch.id)).status).toBe(404);
  const { body } = await analyst.post('audit-search', { kind: 'act' });
  const acts = body.rows.filter(({ target }: { target: string }) => target === batch.id);
  expect(acts.map(({ act, who }: { act: string; who: string }) => `${act} ${who}`)).toEqual(
    ['batch_deleted', 'batch_read', 'batch_started'].map((act) => `${act} ${analystName}`),
  );
});

test('before the start the whole file is counted: people, companies, repeats, and calls at most', async () => {
  const file = `cpf;nome\n${cpf};Ana\n${cpf};Ana\n${cpf};Bia\n12345678901;\n`;
  const form = { ...noColumns, cpf: 0, name: 1, has_header: 'yes' };
  const { status, body } = await send('batch-estimate', form, file);
  expect([status, body]).toEqual([200, { rows: 4, faulty: 1, people: 1, companies: 0, repeated: 1, calls: 2 }]);
  expect((await send('batch-estimate', { ...form, cpf: null }, file)).body.code).toBe('invalid_batch');
  const long = `cpf\n${`${cpf}\n`.repeat(2_001)}`;
  expect((await send('batch-estimate', { ...form, name: null }, long)).body.code).toBe('batch_too_large');
});

test('the rows of a result are found by risk, reason and text, and come as a spreadsheet in Portuguese', async () => {
  const risky = '90000000841';
  const file = `obs;documento;nome\n;${cpf};Ana Beatriz Carvalho\n=1+1;${risky};\n;12345678901;\n;${cnpj};\n`;
  const batch = await start(file, { document: 1, name: 2 });
  await finish(batch.id);
  const search = async (filter: object, page = analyst) =>
    page.post('batch-rows', { id: batch.id, from: 1, risk: null, reason: null, text: null, ...filter });
  const lines = async (filter: object) => (await search(filter)).body.rows.map(({ line }: { line: number }) => line);
  expect(await lines({})).toEqual([2, 3, 4, 5]);
  expect(await lines({ risk: 'high' })).toEqual([3]);
  expect(await lines({ risk: 'none' })).toEqual([4]);
  expect(await lines({ reason: 'fraud_alert' })).toEqual([3]);
  expect(await lines({ reason: 'invalid_check_digits' })).toEqual([4]);
  expect(await lines({ text: 'BEATRÍZ' })).toEqual([2]);
  expect(await lines({ text: '404.428' })).toEqual([2]);
  expect(await lines({ from: 3 })).toEqual([4, 5]);
  const { body } = await search({ risk: 'high' });
  expect(body.rows[0]).toMatchObject({ answer: { cpf: risky, risk_level: 'high' }, problem: null });
  const other = await signInTo(openConsolePage(service.address), await service.createOperator('analyst', password));
  expect((await search({}, other)).body.code).toBe('batch_not_found');

  const response = await fetch(`${analyst.address}/console/api/batch-result/${batch.id}?format=xlsx`, {
    headers: { cookie: analyst.cookie },
  });
  expect(response.headers.get('content-type')).toContain('spreadsheetml');
  const bytes = Buffer.from(await response.arrayBuffer());
  await using opened = new AsyncDisposableStack();
  const rules = { hasHeader: true, sheet: undefined, mayBeEmpty: false, rowsMax: 100 };
  const table = await openUploadedTable(Readable.from([bytes]), rules, opened);
  expect(table.columns.slice(3, 8)).toEqual(['Linha', 'CPF ou CNPJ', 'Ação', 'Risco', 'Motivos']);
  const rows = (await Array.fromAsync(table.rows)).flat().map(({ cells }) => cells);
  expect(rows[0]?.slice(1, 7)).toEqual([cpf, 'Ana Beatriz Carvalho', '2', '404.428.201-35', 'Pode aprovar', 'baixo']);
  expect(rows[1]?.slice(0, 7)).toEqual([
    '=1+1',
    risky,
    '',
    '3',
    '900.000.008-41',
    'Revisão manual obrigatória',
    'alto',
  ]);
  expect(rows[1]?.[7]).toContain('fraude');
  expect(rows[2]?.[12]).toBe('Os dígitos verificadores não fecham: o número está errado.');
});

test('text of a spreadsheet that looks like a formula stays text in the result', async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = makeXlsx(
    `<row r="1">${cell('A1', 'cnpj')}${cell('B1', 'obs')}</row><row r="2">${cell('A2', cnpj)}${cell('B2', '=HYPERLINK("x")')}</row>
     <row r="3">${cell('A3', cnpj)}${cell('B3', '-12,5')}</row><row r="4">${cell('A4', cnpj)}<c r="B4"><v>1234.56</v></c></row>`,
    'formula.xlsx',
  );
  const batch = await start(sheet, { cnpj: 0 }, { file_name: 'planilha.xlsx' });
  await finish(batch.id);
  const text = await (await download(batch.id)).text();
  expect(text).toContain(`${cnpj};"'=HYPERLINK(""x"")";2;answered`);
  expect(text).toContain(`${cnpj};-12,5;3;answered`);
  expect(text).toContain(`${cnpj};1234,56;4;answered`);
});

test('with real sources, each row is in the audit under the operator, with the purpose', async () => {
  const batch = await start(
    `cpf;nome\n${cpf};Ana Beatriz Carvalho\n`,
    { cpf: 0, name: 1 },
    { with: 'live', purpose: 'credit' },
  );
  expect(batch).toMatchObject({ with: 'live', purpose: 'credit' });
  await finish(batch.id);
  const { body } = await analyst.post('audit-search', { cpf });
  expect(body.rows[0]).toMatchObject({ kind: 'cpf', status: 'verified', purpose: 'credit' });
  expect(body.rows[0].who).toBe(analystName);
  const gossip = await send('batch-start', order({ cpf: 0 }, { with: 'live', purpose: 'gossip' }), `cpf\n${cpf}\n`);
  expect(gossip.body.code).toBe('invalid_purpose');
});

test('the same try twice is one batch; another file under its name is refused', async () => {
  const form = order({ cpf: 0 });
  const file = `cpf\n${cpf}\n`;
  const first = await send('batch-start', form, file);
  const again = await send('batch-start', form, file);
  expect(again.body.batch.id).toBe(first.body.batch.id);
  expect((await send('batch-start', form, `cpf\n${cpf}\n${cpf}\n`)).body.code).toBe('idempotency_key_reused');
});

test('through the listener for operators a file comes in, and its result goes out', async () => {
  const apart = await startTestService({ CONFERE_CONSOLE_LISTENER: 'admin' });
  const page = openConsolePage(await apart.listenForOperators());
  await signInTo(page, await apart.createOperator('analyst', password));
  const file = `cpf\n${`${cpf}\n`.repeat(20_000)}`;
  const sent = await send('batch-start', order({ cpf: 0 }), file, page);
  expect(sent.body.batch).toMatchObject({ rows: 20_000 });
  const { body } = await download(sent.body.batch.id, page);
  let lines = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>)
    lines += Buffer.from(chunk).toString().split('\n').length - 1;
  expect(lines).toBe(20_001);
  expect((await page.post('batch-delete', { id: sent.body.batch.id })).body).toEqual({ deleted: true });
  await apart.close();
});

test('nothing of a file is on the disk or in the log', async () => {
  const canary = 'Zuleica Quaresma Xavantina';
  const { id } = await start(`cpf;nome\n${cpf};${canary}\n`, { cpf: 0, name: 1 }, { file_name: `${canary}.csv` });
  await finish(id);
  expect((await find(id)).file_name).toBe(`${canary}.csv`);
  expect(JSON.stringify(service.readLog())).not.toContain('Zuleica');
});
