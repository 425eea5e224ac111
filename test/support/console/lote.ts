// Lote over real sockets, as the page calls it: a service with an analyst, and every call that a file and its batch take.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { startTestService } from '../service/service.ts';
import { writeXlsx } from '../xlsx.ts';
import { consolePassword, openConsolePage, signInTo } from './console-page.ts';

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

export async function startLote() {
  const service = await startTestService(
    { CONFERE_BATCHES_ROWS_MAX: '2000', CONFERE_BATCHES_BODY_BYTES_MAX: '300000' },
    { liveSources: createSandboxSources(systemClock) },
  );
  afterAll(() => service.close());
  const analystName = await service.createOperator('analyst', consolePassword);
  const analyst = await signInTo(openConsolePage(service.address), analystName);

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
    await expect
      .poll(async () => (await find(id, page)).status, { timeout: 30_000, interval: 200 })
      .not.toBe('running');
    return find(id, page);
  }

  const download = (id: string, page = analyst, headers: Record<string, string> = {}) =>
    fetch(`${page.address}/console/api/batch-result/${id}`, { headers: { cookie: page.cookie, ...headers } });

  function makeXlsx(sheet: string, name = 'table.xlsx', strings: readonly string[] = []): Buffer {
    return readFileSync(writeXlsx(join(service.directory, name), { sheet, strings }));
  }

  return { service, analyst, analystName, send, preview, start, find, finish, download, makeXlsx };
}
