// What was refused does not run; what ran is answered; one request of a connection at a time.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openRaw, probe, type RawClient, toCpfRequest } from '../../support/http/raw-client.ts';
import { type ContractParty, toSources } from '../../support/parties/contract-parties.ts';
import { openTestService } from '../../support/service/service.ts';

const patient = { timeout: 60_000, interval: 20 };
vi.setConfig({ testTimeout: 180_000 });
const [firstCpf, secondCpf, thirdCpf] = ['40442820135', '11144477735', '52998224725'] as const;

/** A party that notes whom it was asked about, and takes a moment. */
const asked: string[] = [];
let running = 0;
let mostRunning = 0;
const source: ContractParty = {
  required: false,
  canAdmit: () => true,
  ask: async ({ cpf }) => {
    asked.push(cpf);
    running++;
    mostRunning = Math.max(mostRunning, running);
    await sleep(20);
    running--;
    return { evidence: { kind: 'unavailable', reason: 'timeout' }, latencyMs: 20, cached: false, calls: 1 };
  },
};
const silent: ContractParty = {
  ...source,
  ask: () => ({ evidence: { kind: 'not_found' }, latencyMs: 0, cached: false, calls: 1 }),
};

const clients: RawClient[] = [];
const testSources = toSources({ bureau_a: source, bureau_b: silent, fraud_registry: silent });
const service = await openTestService({}, { testSources });
const key = await service.createKey({ rate: null });
beforeEach(() => {
  asked.length = 0;
  mostRunning = 0;
});
afterAll(() => {
  for (const { socket } of clients) socket.destroy();
});

async function open(bytes: string): Promise<RawClient> {
  const client = await openRaw(service.port, bytes);
  clients.push(client);
  return client;
}
const untilEnded = (client: RawClient) => expect.poll(() => client.hasEnded(), patient).toBe(true);
const bodiesOf = (client: RawClient) =>
  [...client.text().matchAll(/\r\n\r\n(\{.*?\})(?=HTTP|$)/gs)].map((match) => JSON.parse(match[1] as string));

test('a request that was told 408 does not run when the rest of it comes', async () => {
  const request = toCpfRequest(key);
  const client = await open(request.slice(0, -5));
  await expect.poll(() => client.statuses(), patient).toEqual([408]);
  const lines = service.readLog().length;
  client.socket.write(request.slice(-5) + toCpfRequest(key, secondCpf));
  await untilEnded(client);
  await expect.poll(() => service.clientPorts(), patient).not.toContain(client.port);
  expect(client.statuses()).toEqual([408]);
  expect(asked).toEqual([]);
  expect(service.readLog().slice(lines)).toEqual([]);
});

test('the 408 of a request carries its id and has one line, with the route and the key', async () => {
  const before = service.readLog().length;
  const client = await open(toCpfRequest(key).slice(0, -5));
  await untilEnded(client);
  const [body] = bodiesOf(client);
  expect(service.readLog().slice(before)).toMatchObject([
    { request_id: body.request_id, status: 408, route: '/v1/verify/cpf', key_id: expect.stringMatching(/^key_/) },
  ]);
  expect(client.text()).toContain(`request-id: ${body.request_id}\r\n`);
});

test.each([
  ['a stray byte', '\u0001', 400],
  ['garbage', 'BREW / HTTP/1.1\r\n\r\n', 400],
  ['too large a head', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
])('valid requests before %s run, and are answered before it is refused', async (_name, bytes, status) => {
  const requests = [firstCpf, secondCpf, thirdCpf].map((cpf) => toCpfRequest(key, cpf));
  const client = await open(requests.join('') + bytes);
  await untilEnded(client);
  expect(client.statuses()).toEqual([200, 200, 200, status]);
  expect(bodiesOf(client).map(({ cpf }) => cpf)).toEqual([firstCpf, secondCpf, thirdCpf, undefined]);
  expect(asked).toEqual([firstCpf, secondCpf, thirdCpf]);
});

test('a request whose own framing breaks is refused and does not run; those before it are answered', async () => {
  const chunked = toCpfRequest(key, secondCpf).replace(/Content-Length: .*$/s, 'Transfer-Encoding: chunked\r\n\r\n');
  const client = await open(`${toCpfRequest(key, firstCpf)}${chunked}15\r\n{"cpf":"${secondCpf}"}\r\nZZ\r\n`);
  await untilEnded(client);
  expect(client.statuses()).toEqual([200, 400]);
  expect(asked).toEqual([firstCpf]);
});

test.each([
  ['a body that is too large', (key: string) => toCpfRequest(key, 'x'.repeat(20_000)), 413],
  ['its wish to close', (key: string) => toCpfRequest(key, firstCpf, ['Connection: close']), 200],
  [
    'a transfer coding that is not understood',
    (key: string) =>
      toCpfRequest(key).replace(/Content-Length: .*$/s, 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'),
    400,
  ],
])('what follows %s in the same packet does not run', async (_name, toBytes, status) => {
  const client = await open(toBytes(key) + toCpfRequest(key, secondCpf));
  await untilEnded(client);
  expect(client.statuses()).toEqual([status]);
  expect(asked).not.toContain(secondCpf);
});

test('a request that was answered before its body had come is not answered a second time', async () => {
  const client = await open(toCpfRequest('no-key').slice(0, -5));
  await untilEnded(client);
  expect(client.statuses()).toEqual([401]);
});

test('hundreds of pipelined requests are answered in order, one at a time', async () => {
  const cpfs = Array.from({ length: 30 }, (_, index) => [firstCpf, secondCpf, thirdCpf][index % 3] as string);
  const client = await open(cpfs.map((cpf) => toCpfRequest(key, cpf)).join('') + probe.repeat(300));
  await expect.poll(() => client.statuses().length, patient).toBe(330);
  expect(client.statuses().every((status) => status === 200)).toBe(true);
  const bodies = bodiesOf(client);
  expect(bodies.slice(0, 30).map(({ cpf }) => cpf)).toEqual(cpfs);
  expect(bodies.slice(30).every(({ status }) => status === 'alive')).toBe(true);
  expect(mostRunning).toBe(1);
});
