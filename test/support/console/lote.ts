// Lote over real sockets, as the page calls it: a service with an analyst, and every call that a file and its batch take.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect } from 'vitest';
import { openSentTable } from '../../../src/bulk/sent-table.ts';
import { systemClock } from '../../../src/clock.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { startTestService, type TestService } from '../service/service.ts';
import { writeXlsx } from '../xlsx.ts';
import { consolePassword, openConsolePage, sendFile, signInTo } from './console-page.ts';

export const noColumns = { cpf: null, cnpj: null, document: null, name: null, company_name: null, birth_date: null };
export const byNames = { by: 'names', ...noColumns, has_header: null, is_cut: 'no' };
let attempts = 0;
export const order = (columns: object, changes: object = {}) => ({
  file_name: 'clientes.csv',
  attempt: `attempt-number-${++attempts}`,
  with: 'sandbox',
  purpose: null,
  ...noColumns,
  ...columns,
  has_header: null,
  ...changes,
});

export async function startLote(env: Readonly<Record<string, string>> = {}) {
  const service = await startTestService(
    { CONFERE_BATCHES_ROWS_MAX: '2000', CONFERE_BATCHES_BODY_BYTES_MAX: '300000', ...env },
    { liveSources: createSandboxSources(systemClock) },
  );
  afterAll(() => service.close());
  return { service, ...(await openLote(service)) };
}

/** With an analyst of its own. */
export async function openLote(service: TestService) {
  const analystName = await service.createOperator('analyst', consolePassword);
  const analyst = await signInTo(openConsolePage(service.address), analystName);

  const send = (name: string, form: object, file: string | Uint8Array, page = analyst, headers = {}) =>
    sendFile(page, name, form, file, headers);

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
    await expect
      .poll(async () => (await find(id, page)).status, { timeout: 30_000, interval: 200 })
      .not.toBe('running');
    return find(id, page);
  }

  const download = (id: string, page = analyst, headers: Record<string, string> = {}) =>
    fetch(`${page.address}/console/api/batch-result/${id}`, { headers: { cookie: page.cookie, ...headers } });

  /** The rows of the spreadsheet in Portuguese, by the names of their columns. */
  async function readSheet(id: string, page = analyst): Promise<readonly Readonly<Record<string, string>>[]> {
    const response = await fetch(`${page.address}/console/api/batch-result/${id}?format=xlsx`, {
      headers: { cookie: page.cookie },
    });
    await using opened = new AsyncDisposableStack();
    const rules = { kind: 'file' as const, hasHeader: true, sheet: undefined, mayBeEmpty: false, rowsMax: 100 };
    const table = await openSentTable(Readable.from([Buffer.from(await response.arrayBuffer())]), rules, opened);
    const rows = (await Array.fromAsync(table.rows)).flat();
    return rows.map(({ cells }) => Object.fromEntries(table.columns.map((name, place) => [name, cells[place] ?? ''])));
  }

  function makeXlsx(sheet: string, name = 'table.xlsx', strings: readonly string[] = []): Buffer {
    return readFileSync(writeXlsx(join(service.directory, name), { sheet, strings }));
  }

  return { analyst, analystName, send, preview, start, find, finish, download, readSheet, makeXlsx };
}
