import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/app/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import {
  describeBureau,
  describeThree,
  goodAnswer,
  person,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json, type PartyHandler, type PartyServer } from '../../support/parties/party-server.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { connectSources, start, unavailable } from './asked-party.ts';

const env = { USER_NAME: 'confere', PASSWORD: 's3cret:with:colons', TOKEN: 'tok-123' };

const connect = (origin: string, overrides: SourceText, clock?: Clock) =>
  connectSources(describeThree(describeBureau(origin, overrides)), { env, ...(clock && { clock }) });

describe('fixed credentials', () => {
  it.each([
    [{ kind: 'none' }, 'authorization', undefined],
    [{ kind: 'header', name: 'X-Api-Key', value: { env: 'TOKEN' } }, 'x-api-key', 'tok-123'],
    [{ kind: 'bearer', token: { env: 'TOKEN' } }, 'authorization', 'Bearer tok-123'],
    [
      { kind: 'basic', username: { env: 'USER_NAME' }, password: { env: 'PASSWORD' } },
      'authorization',
      `Basic ${Buffer.from('confere:s3cret:with:colons').toString('base64')}`,
    ],
  ])('%o are sent with every request', async (auth, header, value) => {
    const party = await start(json(200, goodAnswer));
    expect((await (await connect(party.origin, { auth })).askEvidence()).kind).toBe('answered');
    expect(party.requests[0]?.headers[header]).toBe(value);
  });

  it('are not tried a second time when the party answers 401', async () => {
    const party = await start(json(401, {}));
    const auth = { kind: 'bearer', token: { env: 'TOKEN' } };
    expect(await (await connect(party.origin, { auth })).askEvidence()).toEqual(unavailable('authentication_failed'));
    expect(party.requests).toHaveLength(1);
  });

  it('can stand in query, form and JSON as secrets by name', async () => {
    const party = await start(json(200, goodAnswer));
    const secrets = { token: { env: 'TOKEN' } };
    await (
      await connect(party.origin, { secrets, request: { path: '/p', query: { token: '{secret.token}' } } })
    ).askEvidence();
    await (
      await connect(party.origin, { secrets, request: { path: '/p', json: { a: [{ t: '{secret.token}' }] } } })
    ).askEvidence();
    await (
      await connect(party.origin, { secrets, request: { path: '/p', form: { token: '{secret.token}' } } })
    ).askEvidence();
    expect(party.requests.map(({ url, body }) => [url, body])).toEqual([
      ['/p?token=tok-123', ''],
      ['/p', '{"a":[{"t":"tok-123"}]}'],
      ['/p', 'token=tok-123'],
    ]);
  });
});

describe('OAuth2 client credentials', () => {
  const auth = {
    kind: 'oauth2_client_credentials',
    token_url: '/token',
    client_id: { env: 'USER_NAME' },
    client_secret: { env: 'PASSWORD' },
  };

  /** Hands out numbered tokens; `valid` says which of them the party accepts. */
  function oauthParty(valid: (token: string) => boolean = () => true, token: PartyHandler | undefined = undefined) {
    let issued = 0;
    return start((request, response) => {
      if (request.url.startsWith('/token')) {
        issued++;
        if (token !== undefined) return token(request, response);
        return json(200, { access_token: `token-${issued}`, token_type: 'Bearer', expires_in: 3600 })(
          request,
          response,
        );
      }
      const presented = String(request.headers['authorization']).replace('Bearer ', '');
      return json(valid(presented) ? 200 : 401, goodAnswer)(request, response);
    });
  }
  const paths = (party: PartyServer) => party.requests.map(({ url }) => url);

  /** Not a millisecond earlier. */
  async function expectRenewal(
    party: PartyServer,
    source: Awaited<ReturnType<typeof connect>>,
    clock: ManualClock,
    afterMs: number,
  ) {
    const countTokens = () => paths(party).filter((path) => path === '/token').length;
    clock.advance(afterMs - 1);
    await source.askEvidence();
    expect(countTokens()).toBe(1);
    clock.advance(1);
    await source.askEvidence();
    expect(countTokens()).toBe(2);
  }

  it('fetch a token once and use it for all calls', async () => {
    const party = await oauthParty();
    const source = await connect(party.origin, { auth });
    for (let call = 0; call < 3; call++) expect((await source.askEvidence()).kind).toBe('answered');
    expect(paths(party)).toEqual(['/token', '/person', '/person', '/person']);
    expect(party.requests[0]).toMatchObject({
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${Buffer.from('confere:s3cret:with:colons').toString('base64')}` },
    });
  });

  it('are renewed a minute before the end of the token, and the calendar does not matter', async () => {
    const party = await oauthParty();
    const clock = createManualClock();
    const source = await connect(party.origin, { auth }, clock);
    await source.askEvidence();
    clock.jumpCalendar(86_400_000);
    await expectRenewal(party, source, clock, 3_540_000);
  });

  it('use a token that lives under two minutes for half of its life', async () => {
    const party = await oauthParty(undefined, json(200, { access_token: 't', expires_in: 60 }));
    const clock = createManualClock();
    const source = await connect(party.origin, { auth }, clock);
    await source.askEvidence();
    await expectRenewal(party, source, clock, 30_000);
  });

  it.each([
    ['an epoch', 4_102_444_800],
    ['an epoch as text', '4102444800'],
    ['a date', '2100-01-01T00:00:00Z'],
  ])('believe no token for more than twelve hours, whatever %s says', async (_what, expires) => {
    const party = await oauthParty(undefined, json(200, { access_token: 't', expires_in: expires }));
    const clock = createManualClock();
    const source = await connect(party.origin, { auth }, clock);
    await source.askEvidence();
    await expectRenewal(party, source, clock, 12 * 3_600_000 - 60_000);
  });

  it('read the end of a token as a moment, by the calendar at which it came', async () => {
    const clock = createManualClock();
    const expires = String(clock.nowMs() / 1000 + 3600);
    const party = await oauthParty(undefined, json(200, { access_token: 't', expires_in: expires }));
    const source = await connect(party.origin, { auth }, clock);
    await source.askEvidence();
    clock.jumpCalendar(-86_400_000);
    await expectRenewal(party, source, clock, 3_540_000);
  });

  it('make one refresh for all who wait', async () => {
    const party = await oauthParty(undefined, (request, response) => {
      setTimeout(() => json(200, { access_token: 't', expires_in: 3600 })(request, response), 30);
    });
    const source = await connect(party.origin, { auth, request: { path: '/person', query: { d: '{birth_date}' } } });
    const asking = Array.from({ length: 20 }, (_, day) =>
      source.askEvidence({ ...person, birthDate: `1987-05-${10 + day}` }),
    );
    for (const evidence of await Promise.all(asking)) expect(evidence.kind).toBe('answered');
    expect(paths(party).filter((path) => path === '/token')).toHaveLength(1);
    expect(party.requests).toHaveLength(21);
  });

  it('let a waiter go at its own deadline while the others get their token', async () => {
    const party = await oauthParty(undefined, (request, response) => {
      setTimeout(() => json(200, { access_token: 't', expires_in: 3600 })(request, response), 150);
    });
    const source = await connect(party.origin, { auth, request: { path: '/person', query: { d: '{birth_date}' } } });
    const patient = source.askEvidence();
    const hasty = source.askEvidence({ ...person, birthDate: '1980-01-01' }, AbortSignal.timeout(20));
    expect(await hasty).toEqual(unavailable('timeout'));
    expect((await patient).kind).toBe('answered');
  });

  it('are refreshed once when the party answers 401, and the request is repeated with the new token', async () => {
    const party = await oauthParty((token) => token === 'token-2');
    expect((await (await connect(party.origin, { auth })).askEvidence()).kind).toBe('answered');
    expect(paths(party)).toEqual(['/token', '/person', '/token', '/person']);
  });

  it('are refreshed only once when the new token is refused too', async () => {
    const party = await oauthParty(() => false);
    expect(await (await connect(party.origin, { auth })).askEvidence()).toEqual(unavailable('authentication_failed'));
    expect(paths(party)).toEqual(['/token', '/person', '/token', '/person']);
  });

  it('can have names and forms of their own, as Serasa has', async () => {
    const party = await oauthParty(undefined, json(201, { accessToken: 'own', expiresIn: '3600' }));
    const own = { ...auth, body: 'none', token_field: 'accessToken', expires_in_field: 'expiresIn' };
    expect((await (await connect(party.origin, { auth: own })).askEvidence()).kind).toBe('answered');
    expect(party.requests[0]?.body).toBe('');
    expect(party.requests[1]?.headers['authorization']).toBe('Bearer own');
  });

  it('can go in the body, with a scope, as form or JSON', async () => {
    const party = await oauthParty();
    await (await connect(party.origin, { auth: { ...auth, credentials_in: 'body', scope: 'read' } })).askEvidence();
    await (await connect(party.origin, { auth: { ...auth, credentials_in: 'body', body: 'json' } })).askEvidence();
    expect(party.requests[0]?.body).toBe(
      'grant_type=client_credentials&scope=read&client_id=confere&client_secret=s3cret%3Awith%3Acolons',
    );
    expect(party.requests[0]?.headers['authorization']).toBeUndefined();
    expect(JSON.parse(party.requests[2]?.body ?? '')).toEqual({
      grant_type: 'client_credentials',
      client_id: 'confere',
      client_secret: 's3cret:with:colons',
    });
  });

  it('can come from another address than the party', async () => {
    const issuer = await start(json(200, { access_token: 'elsewhere', expires_in: 3600 }));
    const party = await start(json(200, goodAnswer));
    await (await connect(party.origin, { auth: { ...auth, token_url: `${issuer.origin}/oauth/token` } })).askEvidence();
    expect(issuer.requests[0]?.url).toBe('/oauth/token');
    expect(party.requests[0]?.headers['authorization']).toBe('Bearer elsewhere');
  });

  it.each([
    ['a 401', json(401, { error: 'invalid_client' }), 'authentication_failed'],
    ['a 400', json(400, { error: 'invalid_client' }), 'authentication_failed'],
    ['a 429', json(429, {}), 'rate_limited'],
    ['a 503', json(503, {}), 'upstream_error'],
    ['no token', json(200, {}), 'authentication_failed'],
    ['a token with a line break', json(200, { access_token: 'a\r\nX-Evil: 1' }), 'authentication_failed'],
    ['a life that is no number', json(200, { access_token: 'a', expires_in: 'soon' }), 'authentication_failed'],
    ['a life that has ended', json(200, { access_token: 'a', expires_in: 1_000_000_000 }), 'authentication_failed'],
    ['a list', json(200, []), 'authentication_failed'],
  ])('that end in %s leave the source unavailable and the party unasked', async (_what, token, reason) => {
    const party = await oauthParty(undefined, token as PartyHandler);
    expect(await (await connect(party.origin, { auth })).askEvidence()).toEqual(unavailable(reason));
    expect(paths(party)).toEqual(['/token']);
  });
});

describe('TLS', () => {
  const folder = join(import.meta.dirname, '../../support/certificates');
  const path = (name: string) => join(folder, name);
  const pem = (name: string) => readFileSync(path(name), 'utf8');
  const server = { key: pem('server.key'), cert: pem('server.pem'), ca: pem('ca.pem') };
  const ca = { ca_file: path('ca.pem') };

  it('trusts an authority of the operator and nobody else', async () => {
    const party = await start(json(200, goodAnswer), server);
    expect((await (await connect(party.origin, { tls: ca })).askEvidence()).kind).toBe('answered');
    expect(await (await connect(party.origin, {})).askEvidence()).toEqual(unavailable('connection_failed'));
  });

  it('refuses a certificate that was issued to another name', async () => {
    const party = await start(json(200, goodAnswer), { key: pem('other.key'), cert: pem('other.pem') });
    expect(await (await connect(party.origin, { tls: ca })).askEvidence()).toEqual(unavailable('connection_failed'));
    expect(party.requests).toHaveLength(0);
  });

  it('shows our certificate to a party that demands one, for tokens too', async () => {
    const seen: string[] = [];
    const party = await start(
      (request, response) => {
        seen.push(String((response.socket as TLSSocket).getPeerCertificate().subject.CN));
        if (request.url === '/token') return json(200, { access_token: 't', expires_in: 3600 })(request, response);
        return json(200, goodAnswer)(request, response);
      },
      { ...server, requestCert: true, rejectUnauthorized: true },
    );
    const auth = {
      kind: 'oauth2_client_credentials',
      token_url: '/token',
      client_id: { env: 'USER_NAME' },
      client_secret: { env: 'PASSWORD' },
    };
    const mutual = { ...ca, cert_file: path('client.pem'), key_file: path('client.key') };
    expect((await (await connect(party.origin, { auth, tls: mutual })).askEvidence()).kind).toBe('answered');
    expect(seen).toEqual(['confere-test-client', 'confere-test-client']);
    expect((await (await connect(party.origin, { auth, tls: ca })).askEvidence()).kind).toBe('unavailable');
  });

  it('shows the certificate of a PKCS#12 file in every connection', async () => {
    const seen: string[] = [];
    const party = await start(
      (request, response) => {
        seen.push(String((response.socket as TLSSocket).getPeerCertificate().subject.CN));
        return json(200, goodAnswer)(request, response);
      },
      { ...server, ca: pem('a1/a1.pem'), requestCert: true, rejectUnauthorized: true },
    );
    const pfx = { ...ca, pfx: { file: path('a1/a1.p12') }, passphrase: { file: path('passphrase.txt') } };
    const { askEvidence } = await connect(party.origin, { tls: pfx, keep_alive: false });
    for (let call = 0; call < 3; call++) expect((await askEvidence()).kind).toBe('answered');
    expect(seen).toEqual(['confere-test-a1', 'confere-test-a1', 'confere-test-a1']);
    expect(party.connections()).toBe(3);
  });

  it('trusts the authorities in a PKCS#12 file beside ca_file, and none of those in cert_file', async () => {
    const party = await start(json(200, goodAnswer), server);
    // The party's authority is not in it.
    const other = { ca_file: path('a1/a1.pem') };
    const passphrase = { file: path('passphrase.txt') };
    const pfx = { ...other, pfx: { file: path('client-with-authority.p12') }, passphrase };
    expect((await (await connect(party.origin, { tls: pfx })).askEvidence()).kind).toBe('answered');
    const chain = join(createTemporaryFolder('chain'), 'chain.pem');
    writeFileSync(chain, pem('client.pem') + pem('ca.pem'));
    const tls = { ...other, cert_file: chain, key_file: path('client.key') };
    expect(await (await connect(party.origin, { tls })).askEvidence()).toEqual(unavailable('connection_failed'));
  });

  it('reads a key under a passphrase', async () => {
    const party = await start(json(200, goodAnswer), { ...server, requestCert: true, rejectUnauthorized: true });
    const tls = {
      ...ca,
      cert_file: path('client.pem'),
      key_file: path('client-encrypted.key'),
      key_passphrase: { file: path('passphrase.txt') },
    };
    expect((await (await connect(party.origin, { tls })).askEvidence()).kind).toBe('answered');
  });
});
