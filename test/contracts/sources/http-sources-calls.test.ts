// Parties that need several calls for one answer: over real HTTP, well-behaved and hostile.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeBureau, goodAnswer, person, type SourceText } from '../../support/parties/described-sources.ts';
import { json, type PartyHandler, type PartyServer } from '../../support/parties/party-server.ts';
import { connectSources, start as startParty, unavailable } from './asked-party.ts';

const search = {
  name: 'search',
  request: { path: '/search', json: { document: '{cpf}' } },
  number: 'document',
  values: { id: 'id', region: 'place.region' },
};
const found = { document: person.cpf, id: 'p/7 ä', place: { region: 41 } };
const report = { path: '/reports/{call.search.id}', query: { region: '{call.search.region}' } };
const price = { from: '2020-01-01', answered: 2, not_found: 1, minor: 1, timeout: 0.5, error: 0 };

const start = (handlers: Readonly<Record<string, PartyHandler>>) =>
  startParty((request, response) => {
    const path = Object.keys(handlers).find((each) => request.url.startsWith(each)) ?? '';
    (handlers[path] ?? json(500, {}))(request, response);
  });

const connect = (origin: string, overrides: SourceText = {}) =>
  connectSources({
    bureau_a: describeBureau(origin, { calls: [search], request: report, price: [price], ...overrides }),
  });

const secret = { file: join(import.meta.dirname, '../../support/certificates/passphrase.txt') };
const paths = ({ requests }: PartyServer) => requests.map(({ url }) => url);

describe('several calls for one answer', () => {
  it('use the values of earlier ones, encoded for their place, and count and cost as one', async () => {
    const party = await start({ '/search': json(200, found), '/reports': json(200, goodAnswer) });
    const { ask } = await connect(party.origin);
    expect(await ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 1, cost: 20_000n });
    expect(paths(party)).toEqual(['/search', '/reports/p%2F7%20%C3%A4?region=41']);
    expect(party.requests[0]?.body).toBe(JSON.stringify({ document: person.cpf }));
  });

  it('take values into headers, JSON and forms, over more than two calls', async () => {
    const session = { name: 'session', request: { path: '/session', form: { u: '{uuid}' } }, values: { key: 'key' } };
    const party = await start({
      '/session': json(200, { key: 'k-1' }),
      '/search': json(200, found),
      '/reports': json(200, goodAnswer),
    });
    const { ask } = await connect(party.origin, {
      calls: [session, { ...search, request: { ...search.request, headers: { 'X-Key': '{call.session.key}' } } }],
      request: { path: '/reports', json: { ids: ['{call.search.id}'], key: '{call.session.key}' } },
    });
    expect(await ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 1 });
    expect(party.requests[1]?.headers['x-key']).toBe('k-1');
    expect(JSON.parse(party.requests[2]?.body ?? '')).toEqual({ ids: [found.id], key: 'k-1' });
  });

  it.each(['José', '中', '€'])('are refused where a header cannot carry a value such as %s', async (key) => {
    const party = await start({ '/search': json(200, { ...found, id: key }), '/reports': json(200, goodAnswer) });
    const { ask } = await connect(party.origin, {
      request: { path: '/reports', headers: { 'X-Id': '{call.search.id}' } },
    });
    expect(await ask()).toMatchObject({ evidence: unavailable('request_refused'), calls: 1 });
    expect(paths(party)).toEqual(['/search']);
  });

  it('show the same credentials in each, and renew a refused token without asking the earlier call again', async () => {
    let tokens = 0;
    const party = await start({
      '/token': (request, response) => json(200, { access_token: `t${++tokens}`, expires_in: 3600 })(request, response),
      '/search': json(200, found),
      '/reports': (request, response) =>
        json(request.headers['authorization'] === 'Bearer t2' ? 200 : 401, goodAnswer)(request, response),
    });
    const auth = {
      kind: 'oauth2_client_credentials',
      token_url: '/token',
      client_id: secret,
      client_secret: secret,
    };
    const { ask } = await connect(party.origin, { auth, request: { path: '/reports' } });
    expect(await ask()).toMatchObject({ evidence: { kind: 'answered' }, calls: 1 });
    expect(paths(party)).toEqual(['/token', '/search', '/reports', '/token', '/reports']);
  });

  it.each([
    ['a 404 that the call describes', json(404, { document: person.cpf }), { kind: 'not_found' }],
    ['a word that the call describes', json(200, { ...found, blocked: true }), unavailable('minor')],
    ['a status that nobody described', json(503, {}), unavailable('upstream_error')],
    ['a 429', json(429, {}), unavailable('rate_limited')],
    ['a 403', json(403, {}), unavailable('authentication_failed')],
    ['somebody else', json(200, { ...found, document: '12345678909' }), unavailable('wrong_person')],
    ['somebody else who is not there', json(404, { document: '12345678909' }), unavailable('wrong_person')],
    ['nobody', json(200, { ...found, document: null }), unavailable('invalid_response')],
    ['no value', json(200, { ...found, id: null }), unavailable('invalid_response')],
    ['an empty value', json(200, { ...found, id: '' }), unavailable('invalid_response')],
    ['a value of another type', json(200, { ...found, id: { a: 1 } }), unavailable('invalid_response')],
    ['several values', json(200, { ...found, id: ['a', 'b'] }), unavailable('invalid_response')],
    ['a value without end', json(200, { ...found, id: 'x'.repeat(4097) }), unavailable('invalid_response')],
    ['a line break in a value', json(200, { ...found, id: 'a\r\nX-Evil: 1' }), unavailable('invalid_response')],
    ['a way out of the path', json(200, { ...found, id: '..' }), unavailable('invalid_response')],
    ['a page', (_request, response) => void response.end('<html>'), unavailable('invalid_response')],
    [
      'a redirect',
      (_request, response) => void response.writeHead(302, { location: '/reports/1' }).end(),
      unavailable('redirect_refused'),
    ],
    ['more than it may say', json(200, { ...found, padding: 'x'.repeat(5000) }), unavailable('response_too_large')],
  ] satisfies [string, PartyHandler, object][])(
    'end at the first that answers with %s',
    async (_what, answer, evidence) => {
      const party = await start({ '/search': answer, '/reports': json(200, goodAnswer) });
      const outcomes = [
        { status: 404, body: '$exists(document)', means: 'not_found' },
        { status: 200, body: 'blocked = true', means: 'minor' },
      ];
      const { ask } = await connect(party.origin, { calls: [{ ...search, outcomes }], response_bytes_max: 4200 + 800 });
      expect(await ask()).toMatchObject({ evidence, calls: 1 });
      expect(paths(party)).toEqual(['/search']);
    },
  );

  it('read the outcomes of the last call for that call alone', async () => {
    const party = await start({ '/search': json(404, {}), '/reports': json(200, goodAnswer) });
    const { ask } = await connect(party.origin);
    expect((await ask()).evidence).toEqual(unavailable('request_refused'));
  });

  it('end together where the time is over during the second: they count as one, and none is begun again', async () => {
    const patience = new AbortController();
    const timeIsOver = () => patience.abort(new DOMException('over', 'TimeoutError'));
    const party = await start({ '/search': json(200, found), '/reports': timeIsOver });
    const { ask } = await connect(party.origin);
    const answer = await ask(person, patience.signal);
    expect(answer).toMatchObject({ evidence: unavailable('timeout'), calls: 1, cost: 5000n });
    expect(paths(party).filter((path) => path === '/search')).toHaveLength(1);
  });

  /** Ten good questions earn one second try. */
  const earnSecondTry = async (ask: () => unknown) => {
    for (let question = 0; question < 10; question++) await ask();
  };

  it('are not begun again where a later call could not connect', async () => {
    let isLast = false;
    const party = await start({
      '/search': (request, response) => {
        // Then nothing listens there: the next call finds no connection, and nothing of it is sent.
        if (isLast) response.on('finish', () => void party.close());
        json(200, found)(request, response);
      },
      '/reports': json(200, goodAnswer),
    });
    const { ask, events } = await connect(party.origin, { keep_alive: false });
    await earnSecondTry(ask);
    isLast = true;
    expect(await ask()).toMatchObject({ evidence: unavailable('connection_failed'), calls: 1 });
    expect(paths(party).filter((path) => path === '/search')).toHaveLength(11);
    expect(events.filter(({ kind }) => kind === 'second_try')).toEqual([]);
  });

  it('are tried once more where not even the first could connect, as one call is', async () => {
    const party = await start({ '/search': json(200, found), '/reports': json(200, goodAnswer) });
    const { ask, events } = await connect(party.origin, { keep_alive: false });
    await earnSecondTry(ask);
    await party.close();
    expect(await ask()).toMatchObject({ evidence: unavailable('connection_failed'), calls: 0 });
    expect(events.filter(({ kind }) => kind === 'second_try')).toHaveLength(1);
  });

  it('have one breaker, which any of them opens', async () => {
    const party = await start({ '/search': json(503, {}), '/reports': json(200, goodAnswer) });
    const { ask, states } = await connect(party.origin, { breaker: { consecutive_failures: 2 } });
    await ask();
    await ask();
    expect(states()['bureau_a']?.breaker).toBe('open');
    expect((await ask()).evidence).toEqual(unavailable('circuit_open'));
    expect(party.requests).toHaveLength(2);
  });

  it('are made once for equal questions that come together', async () => {
    const party = await start({
      '/search': (request, response) => setTimeout(() => json(200, found)(request, response), 30),
      '/reports': json(200, goodAnswer),
    });
    const { ask } = await connect(party.origin);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ evidence }) => evidence.kind)).toEqual(['answered', 'answered', 'answered']);
    expect(answers.map(({ calls }) => calls).toSorted()).toEqual([0, 0, 1]);
    expect(party.requests).toHaveLength(2);
  });

  it('are not made without a birth date that one of them needs, and differ by it', async () => {
    const party = await start({ '/search': json(200, found), '/reports': json(200, goodAnswer) });
    const request = { ...search.request, needs_birth_date: true, query: { born: '{birth_date}' } };
    const { ask } = await connect(party.origin, { calls: [{ ...search, request }] });
    expect((await ask({ ...person, birthDate: null })).evidence).toEqual(unavailable('birth_date_required'));
    expect(party.requests).toHaveLength(0);
    await Promise.all([ask(), ask({ ...person, birthDate: '1990-01-01' })]);
    expect(paths(party).filter((path) => path.startsWith('/search'))).toHaveLength(2);
  });
});
