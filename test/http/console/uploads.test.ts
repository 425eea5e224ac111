// Files that are sent slowly, over real sockets: they keep nobody else from sending theirs.

import { describe, expect, test } from 'vitest';
import type { ConsolePage } from '../../support/console/console-page.ts';
import { startConsole } from '../../support/console/console-service.ts';
import { openRaw } from '../../support/http/raw-client.ts';

const { clock, service, signInAs } = await startConsole();

describe('files that are sent slowly', () => {
  const form = { by: 'names', cpf: null, cnpj: null, document: null, name: null, company_name: null, birth_date: null };
  const openUpload = ({ cookie, csrf, address }: ConsolePage) =>
    openRaw(
      service.port,
      `POST /console/api/batch-preview HTTP/1.1\r\nHost: ${new URL(address).host}\r\nOrigin: ${address}\r\nCookie: ${cookie}\r\n` +
        `Confere-Csrf: ${csrf}\r\nContent-Type: application/octet-stream\r\nContent-Length: 100000\r\nAccept-Language: pt-BR\r\n` +
        `Confere-File: ${encodeURIComponent(JSON.stringify({ ...form, has_header: null, is_cut: 'no' }))}\r\n\r\ncpf\n`,
    );
  const send = (page: ConsolePage) =>
    fetch(`${page.address}/console/api/batch-preview`, {
      method: 'POST',
      headers: {
        cookie: page.cookie,
        origin: page.address,
        'confere-csrf': page.csrf,
        'content-type': 'application/octet-stream',
        'confere-file': encodeURIComponent(JSON.stringify({ ...form, has_header: null, is_cut: 'no' })),
      },
      body: 'cpf\n40442820135\n',
    });

  test('take two places at most, so that others send theirs; a drip is ended with a sentence', async () => {
    const slow = await signInAs('analyst');
    const other = await signInAs('analyst');
    const uploads = [await openUpload(slow), await openUpload(slow)];
    const fill = async () => {
      // One that came while the question below had its place was refused, and comes again before the next question.
      const refused = uploads.findIndex((upload) => upload.text() !== '');
      if (refused >= 0) uploads[refused] = await openUpload(slow);
      return refused < 0 ? (await send(slow)).status : 'again';
    };
    await expect.poll(fill).toBe(503);
    expect((await send(other)).status).toBe(200);
    for (const upload of uploads) {
      await expect
        .poll(() => {
          clock.advance(2_000);
          upload.socket.write('\n');
          return upload.text();
        })
        .toMatch(/^HTTP\/1\.1 408 .*devagar demais/s);
      upload.socket.destroy();
    }
    await expect.poll(async () => (await send(slow)).status).toBe(200);
  });
});
