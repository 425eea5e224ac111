// Requests that a shared secret signs, over real HTTP: the party computes the signature by itself.

import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../support/manual-clock.ts';
import {
  describeBureau,
  goodAnswer,
  person,
  readDescribed,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json, type ReceivedRequest } from '../../support/parties/party-server.ts';
import { connectSources, start } from './asked-party.ts';

const env = { HMAC_SECRET: 'not-ascii-ção', KEY_ID: 'key-7' };
const auth = {
  kind: 'hmac',
  secret: { env: 'HMAC_SECRET' },
  key_id: { env: 'KEY_ID' },
  sign: '{method}\n{path}\n{query}\n{date}\n{body_hash}',
  headers: { Authorization: 'HMAC {key_id}:{signature}', Date: '{date}' },
};
const clock = createManualClock({ nowMs: Date.UTC(2026, 10, 15, 12, 0, 0, 678) });

/** What arrived when it was asked once. */
async function ask(overrides: SourceText): Promise<ReceivedRequest & { readonly host: string }> {
  const party = await start(json(200, goodAnswer));
  const bureau_a = describeBureau(`${party.origin}/base`, overrides);
  expect((await (await connectSources({ bureau_a }, { env, clock })).askEvidence()).kind).toBe('answered');
  const [request] = party.requests;
  if (request === undefined) throw new Error('nothing arrived');
  return { ...request, host: new URL(party.origin).host };
}

describe('a request that a shared secret signs', () => {
  it('carries a signature over method, path, query, date and body hash, as they arrive', async () => {
    const sent = await ask({
      auth,
      request: { path: '/p/{cpf}', query: { a: 'é/{birth_date}' }, json: { n: 'ação' } },
    });
    const [path, query] = sent.url.split('?');
    const date = 'Sun, 15 Nov 2026 12:00:00 GMT';
    const hash = createHash('sha256').update(sent.body).digest('hex');
    const text = ['POST', path, query, date, hash].join('\n');
    expect(path).toBe(`/base/p/${person.cpf}`);
    expect(sent.headers['date']).toBe(date);
    expect(sent.headers['authorization']).toBe(
      `HMAC key-7:${createHmac('sha256', env.HMAC_SECRET).update(text).digest('hex')}`,
    );
  });

  it('can be signed by SHA-512, in base64, over host and body, with a nonce', async () => {
    const own = {
      ...auth,
      algorithm: 'sha512',
      encoding: 'base64',
      body_hash_encoding: 'hex',
      date: 'epoch_milliseconds',
      sign: '{host}:{uuid}:{date}:{body}',
      headers: { 'X-Signature': '{signature}', 'X-Nonce': '{uuid}', 'X-Hash': '{body_hash}' },
    };
    const sent = await ask({ auth: own, request: { path: '/p', json: { name: 'ação {cpf}' } } });
    const text = [sent.host, sent.headers['x-nonce'], clock.nowMs(), sent.body].join(':');
    expect(sent.headers['x-signature']).toBe(createHmac('sha512', env.HMAC_SECRET).update(text).digest('base64'));
    expect(sent.headers['x-hash']).toBe(createHash('sha512').update(sent.body).digest('hex'));
  });

  it.each([
    ['iso', '2026-11-15T12:00:00.678Z'],
    ['epoch_seconds', '1794744000'],
    ['epoch_milliseconds', '1794744000678'],
  ])('writes its date as %s', async (date, written) => {
    const sent = await ask({ auth: { ...auth, date } });
    expect(sent.headers['date']).toBe(written);
    // A request without a body has the hash of nothing.
    const hash = createHash('sha256').update('').digest('hex');
    const text = ['GET', '/base/person', '', written, hash].join('\n');
    expect(sent.headers['authorization']).toBe(
      `HMAC key-7:${createHmac('sha256', env.HMAC_SECRET).update(text).digest('hex')}`,
    );
  });

  it.each([
    ['a placeholder that is none', { sign: '{method}{cpf}' }, /auth\.sign: there is no placeholder \{cpf\} here/],
    [
      'a body in a header',
      { headers: { A: '{body}{signature}' } },
      /auth\.headers\.A: there is no placeholder \{body\}/,
    ],
    ['no signature in any header', { headers: { A: '{date}' } }, /auth\.headers: none of them holds \{signature\}/],
    ['a header of the connection', { headers: { Host: '{signature}' } }, /auth\.headers\.Host: this header belongs/],
    ['an accent in what is signed', { sign: 'ç{method}' }, /auth\.sign: it is plain ASCII/],
    ['a key id that is not named', { key_id: undefined }, /auth\.key_id: it is missing, and \{key_id\} is used/],
    ['a secret that is not there', { secret: { env: 'MISSING' } }, /auth\.secret: the environment variable MISSING/],
  ])('is not described with %s', async (_what, change, fault) => {
    const { key_id, ...rest } = { ...auth, ...change };
    const described = { ...rest, ...(key_id === undefined ? {} : { key_id }) };
    const reading = readDescribed({ bureau_a: describeBureau('https://a.example', { auth: described }) }, env);
    await expect(reading).rejects.toThrow(fault);
    await expect(reading).rejects.not.toThrow(/not-ascii/);
  });

  it('sets its headers itself', async () => {
    const request = { path: '/p', headers: { date: 'today' } };
    const reading = readDescribed({ bureau_a: describeBureau('https://a.example', { auth, request }) }, env);
    await expect(reading).rejects.toThrow(/request\.headers\.date: this header is set by auth already/);
  });
});
