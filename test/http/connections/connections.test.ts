// Who may have a connection, how long, and what becomes of those who leave.

import { readdirSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openRaw, probe, type RawClient, toCpfRequest } from '../../support/http/raw-client.ts';
import { openTestService, post, startTestService, type TestService } from '../../support/service/service.ts';

/** The sandbox's slow source answers after 800 ms. */
const slowCpf = '90000001490';
const patient = { timeout: 60_000, interval: 50 };
vi.setConfig({ testTimeout: 180_000 });

const clients: RawClient[] = [];
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy();
});

async function start(env: Record<string, string> = {}): Promise<{ service: TestService; key: string }> {
  const service = await openTestService(env);
  return { service, key: await service.createKey({ rate: null }) };
}

async function open(...args: Parameters<typeof openRaw>): Promise<RawClient> {
  const client = await openRaw(...args);
  clients.push(client);
  return client;
}

const untilAnswered = (client: RawClient, count = 1) =>
  expect.poll(() => client.statuses().length, patient).toBeGreaterThanOrEqual(count);
const requestsIn = (service: TestService) => service.readLog().filter(({ event }) => event === 'request');

describe('an answer that ends a connection frees it, whether the client closes or not', () => {
  const cases: readonly (readonly [name: string, status: number, toBytes: (key: string) => string])[] = [
    ['silence', 408, () => ''],
    ['half a head', 408, () => 'GET /livez HTTP/1.1\r\nHost: '],
    ['half a body', 408, (key) => toCpfRequest(key).slice(0, -5)],
    ['no HTTP', 400, () => 'BAD\r\n\r\n'],
    ['a head of 20 KB', 431, () => `GET /livez HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['the announcement of a huge body', 413, (key) => `${toHead(key, 99_999_999)}{`],
    ['its own wish', 200, () => probe.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')],
    ['another transfer coding', 400, () => probe.replace('\r\n\r\n', '\r\nTransfer-Encoding: gzip, chunked\r\n\r\n')],
    ['a tunnel', 405, () => 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
  ];
  const toHead = (key: string, length: number) =>
    `POST /v1/verify/cpf HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  let service: TestService;
  let key: string;
  const opened = new Map<string, RawClient>();
  // All at once, because each takes seconds.
  beforeAll(async () => {
    service = await startTestService();
    key = await service.createKey({ rate: null });
    for (const [name, , toBytes] of cases) opened.set(name, await openRaw(service.port, toBytes(key)));
    return async () => {
      for (const { socket } of opened.values()) socket.destroy();
      await service.close();
    };
  });

  test.each(cases)('after %s (%i)', async (name, status) => {
    const client = opened.get(name) as RawClient;
    await untilAnswered(client);
    expect(client.statuses()).toEqual([status]);
    expect(client.text()).toMatch(/\r\nconnection: close\r\n/i);
    await expect.poll(() => service.clientPorts(), patient).not.toContain(client.port);
  });

  test('and while it lingers the client that still sends can read the whole answer', async () => {
    const client = await open(service.port, toHead(key, 3_000_000));
    for (let sent = 0; sent < 30; sent++) client.socket.write('x'.repeat(100_000));
    await untilAnswered(client);
    await expect.poll(() => client.text(), patient).toContain('"code":"payload_too_large"');
    await expect.poll(() => client.socket.writableLength, patient).toBe(0);
  });
});

describe('when connections run out', () => {
  test('those that are idle give way to new clients, the longest idle first; those with a request do not', async () => {
    const { service, key } = await start({
      CONFERE_SERVER_CONNECTIONS_MAX: '4',
      CONFERE_SERVER_CONNECTIONS_PER_CLIENT_MAX: '4',
    });
    const busy = await open(service.port, toCpfRequest(key, slowCpf));
    const silent = await open(service.port);
    const first = await open(service.port, probe);
    await untilAnswered(first);
    const second = await open(service.port, probe);
    await untilAnswered(second);
    await expect.poll(() => service.clientPorts().length).toBe(4);

    for (const [index, gone] of [silent, first].entries()) {
      const newcomer = await open(service.port, toCpfRequest(key, slowCpf));
      await expect.poll(() => gone.hasEnded(), patient).toBe(true);
      expect([index, busy.hasEnded(), second.hasEnded(), newcomer.hasEnded()]).toEqual([index, false, false, false]);
    }
    await untilAnswered(busy);
    expect(busy.statuses()).toEqual([200]);
  });

  test('and none is idle, new ones are closed at once, counted and logged', async () => {
    const { service, key } = await start({ CONFERE_SERVER_CONNECTIONS_MAX: '2' });
    const busy = [
      await open(service.port, 'POST / HTTP/1.1\r\nHost'),
      await open(service.port, 'POST / HTTP/1.1\r\nHo'),
    ];
    await expect.poll(() => service.bytesReceived(), patient).toBeGreaterThan(30);
    const refused = await open(service.port, toCpfRequest(key));
    await expect.poll(() => refused.hasEnded(), patient).toBe(true);
    expect(refused.text()).toBe('');
    expect(busy.map((client) => client.statuses())).toEqual([[], []]);
    const drops = () => service.readLog().filter(({ event }) => event === 'connections_dropped');
    await expect.poll(() => drops(), patient).toMatchObject([{ level: 'warn', count: 1 }]);
  });

  test('hundreds of silent clients do not keep a new one out', async () => {
    const { service } = await start({ CONFERE_SERVER_CONNECTIONS_MAX: '200' });
    for (let count = 0; count < 250; count++) await open(service.port);
    const newcomer = await open(service.port, probe);
    await untilAnswered(newcomer);
    expect(newcomer.statuses()).toEqual([200]);
  });
});

describe('one client network', () => {
  const half = 'POST / HTTP/1.1\r\nHost: a\r\nX-Half';

  const shares = [
    [
      '3 of 10 by the setting',
      { CONFERE_SERVER_CONNECTIONS_MAX: '10', CONFERE_SERVER_CONNECTIONS_PER_CLIENT_MAX: '3' },
    ],
    ['three quarters without one', { CONFERE_SERVER_CONNECTIONS_MAX: '4' }],
  ] as const;
  test.each(shares)('cannot take all connections from the others: %s', async (_share, settings) => {
    const { service } = await start(settings);
    const greedy: RawClient[] = [];
    for (let count = 0; count < 3; count++) greedy.push(await open(service.port, half, { from: '127.0.0.2' }));
    await expect.poll(() => service.bytesReceived(), patient).toBe(3 * half.length);
    const fourth = await open(service.port, probe, { from: '127.0.0.2' });
    await expect.poll(() => fourth.hasEnded(), patient).toBe(true);
    expect(fourth.statuses()).toEqual([]);

    const other = await open(service.port, probe, { from: '127.0.0.3' });
    await untilAnswered(other);
    expect(other.statuses()).toEqual([200]);
    expect(greedy.map((client) => client.hasEnded())).toEqual([false, false, false]);
  });

  test('behind a trusted proxy is counted by its requests, and the proxy itself is not limited', async () => {
    const { service, key } = await start({
      CONFERE_SERVER_TRUSTED_PROXIES: '127.0.0.2',
      CONFERE_SERVER_CONNECTIONS_PER_CLIENT_MAX: '2',
    });
    const through = (address: string, bytes: string) =>
      open(service.port, bytes.replace('\r\nHost', `\r\nX-Forwarded-For: ${address}\r\nHost`), { from: '127.0.0.2' });
    const slow = [
      await through('203.0.113.7:51234', toCpfRequest(key, slowCpf)),
      await through('203.0.113.7', toCpfRequest(key, slowCpf)),
    ];
    await expect.poll(() => service.clientPorts().length, patient).toBe(2);
    const third = await through('203.0.113.7:9', toCpfRequest(key));
    const other = await through('203.0.113.8', toCpfRequest(key));
    const probed = await through('203.0.113.7', probe);
    for (const client of [third, other, probed, ...slow]) await untilAnswered(client);
    expect([third, other, probed, ...slow].map((client) => client.statuses())).toEqual([
      [429],
      [200],
      [200],
      [200],
      [200],
    ]);
    expect(third.text()).toMatch(/retry-after: 1\r\n/i);
    const again = await through('203.0.113.7', toCpfRequest(key));
    await untilAnswered(again);
    expect(again.statuses()).toEqual([200]);
  });
});

describe('a client that leaves', () => {
  test('by a reset after sending is no fault of the service: one line each, with an outcome of its own', async () => {
    const { service, key } = await start();
    const count = 100;
    for (let sent = 0; sent < count; sent++) {
      const client = await open(service.port, toCpfRequest(key, sent % 2 === 0 ? slowCpf : undefined));
      client.socket.resetAndDestroy();
    }
    await expect.poll(() => requestsIn(service).length, patient).toBe(count);
    await expect.poll(() => service.clientPorts().length, patient).toBe(0);
    const lines = requestsIn(service);
    expect(lines.length).toBe(count);
    for (const line of lines) {
      if (line['status'] === 200) expect(line['outcome']).toBe('verified');
      else expect(line).toMatchObject({ status: 499, outcome: 'client_closed', code: null, level: 'info' });
    }
    expect(lines.filter(({ status }) => status === 499).length).toBeGreaterThanOrEqual(count / 2);
  });

  test('with many requests behind the first is told once', async () => {
    const { service, key } = await start();
    const bytes = toCpfRequest(key, slowCpf).repeat(50);
    const client = await open(service.port, bytes);
    await expect.poll(() => service.bytesReceived(), patient).toBe(bytes.length);
    client.socket.resetAndDestroy();
    await expect.poll(() => service.clientPorts(), patient).not.toContain(client.port);
    expect(requestsIn(service)).toMatchObject([{ status: 499, outcome: 'client_closed', route: '/v1/verify/cpf' }]);
  });

  test('in the middle of a body or of a head is told once, and as nothing else', async () => {
    const { service, key } = await start();
    for (const bytes of [toCpfRequest(key).slice(0, -3), 'GET /livez HTTP/1.1\r\nHo']) {
      for (const leave of ['end', 'resetAndDestroy'] as const) {
        const before = requestsIn(service).length;
        const received = service.bytesReceived();
        const client = await open(service.port, bytes);
        await expect.poll(() => service.bytesReceived(), patient).toBe(received + bytes.length);
        client.socket[leave]();
        await expect.poll(() => service.clientPorts(), patient).not.toContain(client.port);
        const lines = requestsIn(service).slice(before);
        if (leave === 'end' || bytes.startsWith('POST')) {
          expect(lines).toMatchObject([{ status: 499, outcome: 'client_closed', code: null }]);
        } else expect(lines).toEqual([]);
      }
    }
    expect((await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status).toBe(200);
  });
});

test('thousands of pipelined requests for large pages, unread, take neither descriptors nor work', async () => {
  const { service } = await start();
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const before = descriptors();
  const request = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n';
  const readers = await Promise.all(
    Array.from({ length: 10 }, () => open(service.port, request.repeat(1_000), { isReading: false })),
  );
  await expect.poll(() => requestsIn(service).length, patient).toBeGreaterThanOrEqual(readers.length);
  // Slow readers are dropped; until then each has been answered only as often as its answers fit the network's buffers.
  let most = 0;
  await expect
    .poll(() => {
      most = Math.max(most, descriptors());
      return service.clientPorts().length;
    }, patient)
    .toBe(0);
  expect(most - before).toBeLessThan(100);
  expect(requestsIn(service).filter(({ status }) => status === 200).length).toBeLessThan(500);
});
