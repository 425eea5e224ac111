// Thousands of generated malformed requests against the real process. `npm run test:malformed` sends a million.

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { errorKinds } from '../../../../src/error-codes.ts';
import { isWhole } from '../../../long/parts.ts';
import { createMalformedRequest, createRandom, type MalformedRequest } from '../../../support/http/malformed.ts';
import { createHome, createKey, startProcess } from '../../../support/service/process.ts';

const total = Number(process.env['MALFORMED_REQUESTS'] ?? (isWhole ? 10_000 : 3_000));
const seed = Number(process.env['MALFORMED_SEED'] ?? 20_261_115);
const parallel = 40;
const quietMs = 10_000;

test(`${total} malformed requests get documented 4xx problems, repeat nothing and leave the process as it was`, async () => {
  // A small heap: what is kept by mistake ends the process, and garbage that merely waits does not look like it.
  const home = createHome({ NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=2' });
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test', '--rate', 'unlimited');
  const random = createRandom(seed);
  const codes = new Map<string, number>();
  let sent = 0;
  let warmBytes = 0;

  const check = ({ bytes, secrets }: MalformedRequest, text: string) => {
    const shown = () =>
      `request ${JSON.stringify(bytes.toString('latin1').slice(0, 300))} got ${JSON.stringify(text.slice(0, 300))}`;
    const body = /\r\n\r\n(\{.*\})/s.exec(text)?.[1];
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
    if (body === undefined) throw new Error(`no problem body: ${shown()}`);
    const problem = JSON.parse(body) as { code: keyof typeof errorKinds; status: number };
    const kind = errorKinds[problem.code];
    if (kind === undefined || kind.status !== status || problem.status !== status)
      throw new Error(`wrong problem: ${shown()}`);
    if (status < 400 || status > 499) throw new Error(`not a 4xx: ${shown()}`);
    for (const secret of secrets) if (text.includes(secret)) throw new Error(`an echo: ${shown()}`);
    codes.set(problem.code, (codes.get(problem.code) ?? 0) + 1);
  };

  const worker = async () => {
    while (sent < total) {
      const request = createMalformedRequest(random, key);
      sent++;
      if (sent === Math.floor(total / 4)) warmBytes = service.residentBytes();
      check(request, await exchange(service.port, request.bytes));
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));

  for (const code of [
    'invalid_json',
    'invalid_request',
    'invalid_query',
    'malformed_http',
    'payload_too_large',
  ] as const) {
    expect(codes.get(code), code).toBeGreaterThan(total / 1_000);
  }
  for (const code of [
    'unsupported_media_type',
    'headers_too_large',
    'not_found',
    'method_not_allowed',
    'missing_api_key',
  ]) {
    expect(codes.get(code), code).toBeGreaterThan(0);
  }
  expect(service.child.exitCode).toBeNull();
  expect(service.residentBytes() - warmBytes).toBeLessThan(24 * 1024 * 1024);
  expect((await service.stop()).code).toBe(0);
}, 3_600_000);

/** One request on a connection of its own; ends with the first whole answer, or when the server closes. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(quietMs, finish);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (end >= 0 && length !== undefined && text.length >= end + 4 + Number(length)) finish();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish();
      else reject(error);
    });
    socket.on('close', finish);
  });
}
