import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { json, startParty } from '../../../test/support/parties/party-server.ts';
import { createHttpExchange } from './http-exchange.ts';
import { type FindProxy, noProxy } from './proxy.ts';

const { signal } = new AbortController();

async function startExchange() {
  const party = await startParty(json(200, {}));
  onTestFinished(party.close);
  return { party, exchange: openExchange(party.origin, 10_000) };
}

function openExchange(origin: string, connectMs: number, findProxy: FindProxy = noProxy) {
  const options = { tls: {}, connections: 1, responseBytesMax: 1000, keepAlive: false };
  const exchange = createHttpExchange({ ...options, origin, connectMs, findProxy });
  onTestFinished(exchange.close);
  return exchange;
}

/** Accepts connections and says nothing. */
async function startSilence(): Promise<{ readonly port: number; readonly stop: () => Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

it.each(['\u20ac', 'two\r\nlines', '\u0000'])(
  'a request that cannot be written, as with the header %j, is refused as ours and never sent',
  async (value) => {
    const { party, exchange } = await startExchange();
    let sent = 0;
    const request = { method: 'GET', path: '/', headers: { 'x-key': value }, body: null };
    expect(await exchange.send(request, signal, () => sent++)).toEqual({
      kind: 'failed',
      reason: 'request_refused',
      sent: false,
    });
    expect(sent).toBe(0);
    expect(party.requests).toEqual([]);
  },
);

it('a mistake of ours in the middle of an exchange is not told as a failure of the party', async () => {
  const { exchange } = await startExchange();
  const mistake = new TypeError('not a function');
  const request = { method: 'GET', path: '/', headers: {}, body: null };
  const sending = exchange.send(request, signal, () => {
    throw mistake;
  });
  await expect(sending).rejects.toBe(mistake);
  expect(await exchange.send(request, signal)).toMatchObject({ kind: 'response', status: 200 });
});

it('tells a connection that was not there in time from one that was refused', async () => {
  const request = { method: 'GET', path: '/', headers: {}, body: null };
  const silence = await startSilence();
  const silent = `127.0.0.1:${silence.port}`;
  const late = { kind: 'failed', reason: 'connection_failed', sent: false, isConnectLate: true };
  expect(await openExchange(`https://${silent}`, 50).send(request, signal)).toEqual(late);
  const byProxy = openExchange('https://party.example', 50, () => ({
    origin: `http://${silent}`,
    authorization: undefined,
  }));
  expect(await byProxy.send(request, signal)).toEqual(late);
  await silence.stop();
  const { isConnectLate: _, ...refused } = late;
  expect(await openExchange(`https://${silent}`, 10_000).send(request, signal)).toEqual(refused);
});
