// Lote over real sockets: who may send a file, whose a batch is, and that the result has the file's own columns with the answers beside them.

import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openSentTable } from '../../../src/bulk/sent-table.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import {
  openConsolePage,
  openStream,
  consolePassword as password,
  type StreamEvent,
  signInTo,
} from '../../support/console/console-page.ts';
import { byNames, noColumns, order, startLote } from '../../support/console/lote.ts';
import { openTestService } from '../../support/service/service.ts';

const cpf = '40442820135';
const cnpj = '34238864000168';

const { service, analyst, analystName, send, start, find, finish, download, makeXlsx } = await startLote();
const screened = await startLote({ CONFERE_SCREENING_VERIFY: 'true' });

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
    // How far it is, and nothing of its file.
    const { body: shown } = await other.post('batch-show', { id });
    expect(shown.batch).toMatchObject({ id, owner: analystName, with: 'sandbox', rows: 1 });
    expect(JSON.stringify(shown)).not.toMatch(/clientes|40442820135/);
    expect((await other.post('batch-show', { id: 'bat_none' })).body.code).toBe('batch_not_found');
    const viewer = await signInTo(openConsolePage(service.address), await service.createOperator('viewer', password));
    expect((await viewer.post('batch-show', { id })).body.code).toBe('role_too_low');
    expect((await other.post('batch-rows', { id, from: 1 })).body.code).toBe('batch_not_found');
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
  const unanswered = await fetch(`${service.address}/console/api/batch-result/${batch.id}?rows=unanswered`, {
    headers: { cookie: analyst.cookie },
  });
  expect((await unanswered.text()).replace('\ufeff', '')).toBe(`${[head, third, fourth, fifth].join('\n')}\n`);
  expect((await analyst.post('batch-delete', { id: batch.id })).body).toEqual({ deleted: true });
  expect(await find(batch.id)).toBeUndefined();
  expect((await download(batch.id)).status).toBe(404);
  const { body } = await analyst.post('audit-search', { kind: 'act' });
  const acts = body.rows.filter(({ target }: { target: string }) => target?.startsWith(batch.id));
  expect(acts.map(({ act, who }: { act: string; who: string }) => `${act} ${who}`)).toEqual(
    ['batch_deleted', 'batch_read', 'batch_read', 'batch_started'].map((act) => `${act} ${analystName}`),
  );
});

test('before the start the whole file is counted: people, companies, repeats, and calls at most', async () => {
  const file = `cpf;nome\n${cpf};Ana\n${cpf};Ana\n${cpf};Bia\n12345678901;\n`;
  const form = { ...noColumns, cpf: 0, name: 1, has_header: 'yes' };
  const { status, body } = await send('batch-estimate', form, file);
  const counts = { rows: 4, faulty: 1, people: 1, companies: 0, repeated: 1, calls: 2 };
  expect([status, body]).toEqual([200, { ...counts, reais_max: null, budgets: [] }]);
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
  const rules = { kind: 'file' as const, hasHeader: true, sheet: undefined, mayBeEmpty: false, rowsMax: 100 };
  const table = await openSentTable(Readable.from([bytes]), rules, opened);
  expect(table.columns.slice(3, 8)).toEqual(['Linha', 'CPF ou CNPJ', 'O que fazer', 'Risco', 'Motivos']);
  expect(table.columns[8]).toBe('O que não foi conferido');
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
  expect(rows[0]?.[8]).toBe(
    'Não foi conferido: o nascimento (não informado); as listas de sanções (ninguém consultou).',
  );
  // A moment is a number that the sheet shows as Brazil writes it, on the clock of Brazil.
  expect(table.columns.slice(14, 17)).toEqual(['Abertura da empresa', 'Consultado em', 'Cadastro de']);
  expect(rows[0]?.[15]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/);
  expect(rows[2]?.[17]).toBe('Os dígitos verificadores não conferem: o número está errado.');
});

test('with the lists, the results say who is listed: as CSV and as a spreadsheet in Portuguese', async () => {
  const batch = await start(
    `cpf;nome\n40532176871;Sérgio Augusto Ramos\n12345678901;\n12345678909;\n`,
    { cpf: 0, name: 1 },
    { lists: 'yes' },
  );
  await finish(batch.id);
  const [head = '', listed = '', invalid = ''] = (await (await download(batch.id)).text()).split('\n');
  expect(head).toContain(
    ';confere_screening_status;confere_screening_lists;confere_screening_rows;confere_screening_as_of;confere_request_id',
  );
  expect(listed).toMatch(/;hit;ceis;ceis:900001;ceis:[\d-]{10} [a-z:\d -]+;req_/);
  expect(invalid).toMatch(/;invalid;invalid_check_digits;/);
  const response = await fetch(`${analyst.address}/console/api/batch-result/${batch.id}?format=xlsx`, {
    headers: { cookie: analyst.cookie },
  });
  await using opened = new AsyncDisposableStack();
  const rules = { kind: 'file' as const, hasHeader: true, sheet: undefined, mayBeEmpty: false, rowsMax: 100 };
  const table = await openSentTable(Readable.from([Buffer.from(await response.arrayBuffer())]), rules, opened);
  expect(table.columns.slice(-4)).toEqual(['Listas', 'Consta em', 'Registros nas listas', 'Listas consultadas']);
  const rows = (await Array.fromAsync(table.rows)).flat();
  const { length } = table.columns;
  expect(rows.map(({ cells }) => cells.slice(length - 4))).toEqual([
    ['consta', 'ceis', 'ceis:900001', expect.stringMatching(/^ceis de \d\d\/\d\d\/\d{4}, /)],
    [],
    ['inconclusivo', '', '', expect.stringMatching(/^ceis de /)],
  ]);
  // The sources speak well of him, and without a name nobody knows what the lists say.
  const place = (name: string) => rows[2]?.cells[table.columns.indexOf(name)];
  expect(place('O que não foi conferido')).toMatch(
    /^Só o número foi conferido: .* \(informe o nome: só com ele dá para saber\)/,
  );
  expect([place('Risco'), place('O que fazer')]).toEqual(['baixo', 'Revisão recomendada']);
});

test('where each verification is screened, the columns of the lists are there without being chosen', async () => {
  const { id } = await screened.start('cpf;nome\n40532176871;Sérgio Augusto Ramos\n', { cpf: 0, name: 1 });
  await screened.finish(id);
  const [head, listed] = (await (await screened.download(id)).text()).split('\n');
  expect(head).toContain(';confere_screening_status;confere_screening_lists;confere_screening_rows;');
  expect(listed).toMatch(/;hit;ceis;ceis:900001;ceis:[\d-]{10} [a-z:\d -]+;req_/);
  const { body } = await screened.analyst.post('batch-rows', { id, from: 1, risk: null, reason: null, text: null });
  const inPortuguese = { list: 'ceis', sentence: expect.stringMatching(/^A lista ceis/) };
  expect(body.rows).toMatchObject([{ answer: { screening: { hits: [inPortuguese] } } }]);
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

/** As Painel shows them. */
async function countVerifications(): Promise<number> {
  const stream = await openStream(analyst, 'dashboard-stream');
  const { data } = (await stream.next()) as StreamEvent;
  await stream.close();
  return data.hour.live_verifications;
}

test('with real sources, each row is in the audit under the operator, with the purpose, and counted in Painel', async () => {
  const before = await countVerifications();
  const batch = await start(
    `cpf;nome\n${cpf};Ana Beatriz Carvalho\n`,
    { cpf: 0, name: 1 },
    { with: 'live', purpose: 'credit' },
  );
  expect(batch).toMatchObject({ with: 'live', purpose: 'credit' });
  await finish(batch.id);
  expect(await countVerifications()).toBe(before + 1);
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
  const apart = await openTestService({ CONFERE_CONSOLE_LISTENER: 'admin' });
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
});

test('nothing of a file is on the disk or in the log', async () => {
  const canary = 'Zuleica Quaresma Xavantina';
  const { id } = await start(`cpf;nome\n${cpf};${canary}\n`, { cpf: 0, name: 1 }, { file_name: `${canary}.csv` });
  await finish(id);
  expect((await find(id)).file_name).toBe(`${canary}.csv`);
  expect(JSON.stringify(service.readLog())).not.toContain('Zuleica');
});

test('what is running of others is told to colleagues by whose it is and how far, and to nobody else', async () => {
  const slow = await startLote({ CONFERE_BATCHES_ROWS_AT_ONCE: '1' });
  const people = Array.from({ length: 1_500 }, (_, index) => completeCpf(String(100_000_000 + index)));
  const batch = await slow.start(`cpf\n${people.join('\n')}\n`, { cpf: 0 });
  const name = await slow.service.createOperator('analyst', password);
  const other = await signInTo(openConsolePage(slow.service.address), name);
  const [shown] = (await other.get('batches')).body.others;
  expect(shown).toMatchObject({ id: batch.id, owner: slow.analystName, with: 'sandbox', rows: 1_500 });
  expect(shown).not.toHaveProperty('file_name');
  expect((await slow.analyst.get('batches')).body.others).toEqual([]);
  await slow.analyst.post('batch-delete', { id: batch.id });
  expect((await other.get('batches')).body.others).toEqual([]);
});
