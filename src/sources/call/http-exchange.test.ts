import { expect, it, onTestFinished } from 'vitest';
import { json, startParty } from '../../../test/support/parties/party-server.ts';
import { createHttpExchange } from './http-exchange.ts';
import { noProxy } from './proxy.ts';

const { signal } = new AbortController();

async function startExchange() {
  const party = await startParty(json(200, {}));
  onTestFinished(party.close);
  const exchange = createHttpExchange({
    origin: party.origin,
    tls: {},
    findProxy: noProxy,
    connectMs: 10_000,
    connections: 1,
    responseBytesMax: 1000,
    keepAlive: false,
  });
  onTestFinished(exchange.close);
  return { party, exchange };
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
