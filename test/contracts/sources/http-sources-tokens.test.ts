// Tokens that a signed assertion or a body of the party's own brings, over real HTTP. The party verifies by node:crypto what jose signed.

import { constants, generateKeyPairSync, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../support/manual-clock.ts';
import {
  describeBureau,
  goodAnswer,
  person,
  readDescribed,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json, type PartyHandler, type PartyServer, type ReceivedRequest } from '../../support/parties/party-server.ts';
import { connectSources, start, unavailable } from './asked-party.ts';

const folder = mkdtempSync(join(tmpdir(), 'confere-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));

const certificate = (name: string) => join(import.meta.dirname, '../../support/certificates', name);

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function writeKey(name: string, key: KeyObject, passphrase?: string): string {
  const file = join(folder, name);
  const sealed = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem', ...sealed }));
  return file;
}

const keys = { RS256: writeKey('rsa.pem', rsa.privateKey), ES256: writeKey('ec.pem', ec.privateKey) };
const env = { CLIENT: 'client-1', SECRET: 's3cret', PASS: 'opens-it', ISSUER: 'sa@tenant.example' };
const clock = createManualClock();
const nowSeconds = clock.nowMs() / 1000;

const checks: Readonly<Record<string, (data: Buffer, signature: Buffer, key: KeyObject) => boolean>> = {
  RS256: (data, signature, key) => verify('sha256', data, key, signature),
  PS256: (data, signature, key) =>
    verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
  ES256: (data, signature, key) => verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature),
};

/** What an assertion says, if the key signed it by the algorithm that its header names. */
function read(
  assertion: string | null,
  key: KeyObject,
): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [head = '', body = '', signature = ''] = (assertion ?? '').split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  const header = parse(head);
  const isGood = checks[header.alg]?.(Buffer.from(`${head}.${body}`), Buffer.from(signature, 'base64url'), key);
  if (isGood !== true) throw new Error('the signature is not by this key');
  return { header, claims: parse(body) };
}

/** Gives a token for anything and answers to whoever has it. */
function startIssuer(token: PartyHandler = json(200, { access_token: 'tok', expires_in: 3600 })): Promise<PartyServer> {
  return start((request, response) => {
    if (request.url.startsWith('/token')) return token(request, response);
    return json(request.headers['authorization'] === 'Bearer tok' ? 200 : 401, goodAnswer)(request, response);
  });
}

const connect = (origin: string, overrides: SourceText) =>
  connectSources({ bureau_a: describeBureau(origin, overrides) }, { env, clock });

const bearer = (assertion: SourceText, more: SourceText = {}) => ({
  kind: 'oauth2_jwt_bearer',
  token_url: '/token',
  assertion: { key: { file: keys.RS256 }, issuer: { env: 'ISSUER' }, ...assertion },
  ...more,
});
const client = { kind: 'oauth2_client_credentials', token_url: '/token', client_id: { env: 'CLIENT' } };
const formOf = (request: ReceivedRequest | undefined) => new URLSearchParams(request?.body);

describe('the jwt-bearer grant', () => {
  it('brings a token for an assertion that our key signed, with the claims that are described', async () => {
    const party = await startIssuer();
    const auth = bearer({
      key_id: 'key-7',
      audience: 'https://identity.example',
      scope: '*',
      lifetime_seconds: 3600,
      claims: { tenant: { id: 7 } },
    });
    expect((await (await connect(party.origin, { auth })).askEvidence()).kind).toBe('answered');
    const form = formOf(party.requests[0]);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(party.requests[0]?.headers['authorization']).toBeUndefined();
    expect(read(form.get('assertion'), rsa.publicKey)).toEqual({
      header: { alg: 'RS256', typ: 'JWT', kid: 'key-7' },
      claims: {
        iss: env.ISSUER,
        aud: 'https://identity.example',
        scope: '*',
        iat: nowSeconds,
        exp: nowSeconds + 3600,
        jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
        tenant: { id: 7 },
      },
    });
  });

  it.each([
    ['RS256', keys.RS256, rsa.publicKey],
    ['PS256', keys.RS256, rsa.publicKey],
    ['ES256', keys.ES256, ec.publicKey],
  ])('signs by %s', async (algorithm, file, publicKey) => {
    const party = await startIssuer();
    await (await connect(party.origin, { auth: bearer({ algorithm, key: { file }, jti: false }) })).ask();
    const { header, claims } = read(formOf(party.requests[0]).get('assertion'), publicKey);
    expect(header).toEqual({ alg: algorithm, typ: 'JWT' });
    // Who names no audience means the address of the tokens; five minutes are enough for one request.
    expect(claims).toEqual({ iss: env.ISSUER, aud: `${party.origin}/token`, iat: nowSeconds, exp: nowSeconds + 300 });
  });

  it('takes a key under a passphrase, and one from a variable whose line breaks are written out', async () => {
    const party = await startIssuer();
    const sealed = writeKey('sealed.pem', rsa.privateKey, env.PASS);
    await (
      await connect(party.origin, { auth: bearer({ key: { file: sealed }, key_passphrase: { env: 'PASS' } }) })
    ).ask();
    const pem = String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' })).replaceAll('\n', '\\n');
    const described = describeBureau(party.origin, { auth: bearer({ key: { env: 'PEM' } }) });
    await (await connectSources({ bureau_a: described }, { env: { ...env, PEM: pem }, clock })).ask();
    const tokens = party.requests.filter(({ url }) => url === '/token');
    expect(tokens).toHaveLength(2);
    for (const request of tokens) read(formOf(request).get('assertion'), rsa.publicKey);
  });

  it('takes a key out of PKCS#12, as certificates are sold', async () => {
    const party = await startIssuer();
    const assertion = { pfx: { file: certificate('a1/a1.p12') }, passphrase: { file: certificate('passphrase.txt') } };
    const auth = { ...bearer({}), assertion: { ...assertion, issuer: 'us' } };
    expect((await (await connect(party.origin, { auth })).askEvidence()).kind).toBe('answered');
    const { publicKey } = new X509Certificate(readFileSync(certificate('a1/a1.pem')));
    expect(read(formOf(party.requests[0]).get('assertion'), publicKey).claims).toMatchObject({ iss: 'us' });
  });

  it('signs a new assertion for each token, and fetches one token for all who ask', async () => {
    const party = await startIssuer((request, response) => {
      setTimeout(() => json(200, { access_token: 'tok', expires_in: 3600 })(request, response), 30);
    });
    const request = { path: '/person', query: { d: '{birth_date}' } };
    const { askEvidence: ask } = await connect(party.origin, { auth: bearer({}), request });
    const days = Array.from({ length: 20 }, (_, day) => `1987-05-${10 + day}`);
    const all = await Promise.all(days.map((birthDate) => ask({ ...person, birthDate })));
    expect(all.map(({ kind }) => kind)).toEqual(days.map(() => 'answered'));
    clock.advance(3_540_000);
    await ask();
    const [first, second, ...more] = party.requests.filter(({ url }) => url === '/token').map((each) => each.body);
    expect(more).toEqual([]);
    const toId = (body: string | undefined) =>
      read(new URLSearchParams(body).get('assertion'), rsa.publicKey).claims['jti'];
    expect(toId(first)).not.toBe(toId(second));
  });

  it('renews the token once on a 401', async () => {
    let issued = 0;
    const party = await start((request, response) => {
      if (request.url === '/token')
        return json(200, { access_token: `t${++issued}`, expires_in: 60 })(request, response);
      return json(request.headers['authorization'] === 'Bearer t2' ? 200 : 401, goodAnswer)(request, response);
    });
    expect((await (await connect(party.origin, { auth: bearer({}) })).askEvidence()).kind).toBe('answered');
    expect(party.requests.map(({ url }) => url)).toEqual(['/token', '/person', '/token', '/person']);
  });

  it('signs with a replaced key file once the sources are read again, as SIGHUP does', async () => {
    const party = await startIssuer();
    const file = writeKey('replaced.pem', rsa.privateKey);
    const auth = bearer({ key: { file } });
    await (await connect(party.origin, { auth })).ask();
    writeKey('replaced.pem', otherRsa.privateKey);
    await (await connect(party.origin, { auth })).ask();
    const [before, after] = party.requests.filter(({ url }) => url === '/token').map((each) => formOf(each));
    expect(() => read(before?.get('assertion') ?? '', rsa.publicKey)).not.toThrow();
    expect(() => read(after?.get('assertion') ?? '', otherRsa.publicKey)).not.toThrow();
    const findFingerprint = async () =>
      (await readDescribed({ bureau_a: describeBureau(party.origin, { auth }) }, env)).people[0]?.fingerprint;
    const withOther = await findFingerprint();
    writeKey('replaced.pem', rsa.privateKey);
    expect(await findFingerprint()).not.toBe(withOther);
  });
});

describe('private_key_jwt', () => {
  it('shows who the client is by an assertion in place of a secret', async () => {
    const party = await startIssuer();
    const auth = { ...client, scope: 'read {all}', assertion: { key: { file: keys.ES256 }, algorithm: 'ES256' } };
    expect((await (await connect(party.origin, { auth })).askEvidence()).kind).toBe('answered');
    const { client_assertion: assertion, ...form } = Object.fromEntries(formOf(party.requests[0]));
    expect(form).toEqual({
      grant_type: 'client_credentials',
      scope: 'read {all}',
      client_id: env.CLIENT,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    expect(party.requests[0]?.headers['authorization']).toBeUndefined();
    expect(read(assertion ?? '', ec.publicKey).claims).toMatchObject({
      iss: env.CLIENT,
      sub: env.CLIENT,
      aud: `${party.origin}/token`,
    });
  });
});

describe('a token request of the party’s own making', () => {
  it.each([
    ['an empty object, as Serasa wants', { body: 'json', fields: {} }, '{}', 'application/json'],
    ['no fields in a form', { fields: {} }, '', 'application/x-www-form-urlencoded'],
    [
      'fields of its own, with secrets',
      { body: 'json', fields: { login: '{client_id}', password: '{client_secret}', tenant: '{secret.tenant}' } },
      '{"login":"client-1","password":"s3cret","tenant":"opens-it"}',
      'application/json',
    ],
    ['nothing at all', { body: 'none' }, '', undefined],
  ])('holds %s', async (_what, more, body, contentType) => {
    const party = await startIssuer();
    const auth = { ...client, client_secret: { env: 'SECRET' }, ...more };
    const secrets = { tenant: { env: 'PASS' } };
    expect((await (await connect(party.origin, { auth, secrets })).askEvidence()).kind).toBe('answered');
    expect(party.requests[0]).toMatchObject({ method: 'POST', body });
    expect(party.requests[0]?.headers['content-type']).toBe(contentType);
    expect(party.requests[0]?.headers['authorization']).toMatch(/^Basic /);
  });

  it('has further headers, and gives further values to all requests', async () => {
    const party = await startIssuer(
      json(200, { access_token: 'tok', expires_in: '2008', jwt_token: 'jwt.1', of: [{ session: 's-2' }] }),
    );
    const auth = {
      ...client,
      client_secret: { env: 'SECRET' },
      headers: { 'Role-Type': 'TERCEIROS', 'X-Tenant': '{secret.tenant}' },
      values: { jwt_token: 'jwt_token', session: 'of[0].session' },
    };
    const calls = [{ name: 'open', request: { path: '/open', query: { s: '{token.session}' } } }];
    const request = { path: '/person', headers: { jwt_token: '{token.jwt_token}' }, json: { s: '{token.session}' } };
    const { ask } = await connect(party.origin, { auth, calls, request, secrets: { tenant: { env: 'PASS' } } });
    expect((await ask()).evidence.kind).toBe('answered');
    expect(party.requests[0]?.headers).toMatchObject({ 'role-type': 'TERCEIROS', 'x-tenant': env.PASS });
    expect(party.requests[1]?.url).toBe('/open?s=s-2');
    expect(party.requests[2]?.headers['jwt_token']).toBe('jwt.1');
    expect(party.requests[2]?.body).toBe('{"s":"s-2"}');
  });

  it('takes the new values with the new token', async () => {
    let issued = 0;
    const party = await start((request, response) => {
      if (request.url === '/token') {
        issued++;
        return json(200, { access_token: `t${issued}`, jwt_token: `j${issued}`, expires_in: 60 })(request, response);
      }
      return json(request.headers['jwt_token'] === 'j2' ? 200 : 401, goodAnswer)(request, response);
    });
    const auth = { ...client, client_secret: { env: 'SECRET' }, values: { jwt_token: 'jwt_token' } };
    const request = { path: '/person', headers: { jwt_token: '{token.jwt_token}' } };
    expect((await (await connect(party.origin, { auth, request })).askEvidence()).kind).toBe('answered');
    expect(party.requests.map(({ headers }) => headers['jwt_token'])).toEqual([undefined, 'j1', undefined, 'j2']);
  });
});

describe('an issuer of tokens that is hostile', () => {
  const good = { access_token: 'tok', expires_in: 3600, jwt_token: 'jwt.1' };
  it.each([
    ['refuses the assertion', json(400, { error: 'invalid_grant' }), 'authentication_failed'],
    ['leaves a value out', json(200, { ...good, jwt_token: null }), 'authentication_failed'],
    ['gives a value of another type', json(200, { ...good, jwt_token: { a: 1 } }), 'authentication_failed'],
    ['breaks a line in a value', json(200, { ...good, jwt_token: 'a\r\nX-Evil: 1' }), 'authentication_failed'],
    ['gives a value without end', json(200, { ...good, jwt_token: 'x'.repeat(8193) }), 'authentication_failed'],
    ['gives two tokens in one', json(200, { ...good, access_token: ['a', 'b'] }), 'authentication_failed'],
    ['answers with a page', (_request, response) => void response.end('<html>'), 'authentication_failed'],
    [
      'redirects',
      (_request, response) => void response.writeHead(307, { location: '/token2' }).end(),
      'redirect_refused',
    ],
    ['is huge', json(200, { ...good, padding: 'x'.repeat(20_000) }), 'response_too_large'],
    ['breaks off', (_request, response) => void response.socket?.destroy(), 'connection_failed'],
    ['is too busy', json(429, {}), 'rate_limited'],
    ['fails', json(503, {}), 'upstream_error'],
    ['never answers', () => {}, 'timeout'],
  ] satisfies [string, PartyHandler, string][])(
    'and %s leaves the source unavailable and the party unasked',
    async (what, token, reason) => {
      const patience = new AbortController();
      const party = await startIssuer((request, response) => {
        if (what === 'never answers') patience.abort(new DOMException('over', 'TimeoutError'));
        token(request, response);
      });
      const auth = bearer({}, { values: { jwt_token: 'jwt_token' } });
      const { askEvidence, events } = await connect(party.origin, { auth, response_bytes_max: 16_384 });
      expect(await askEvidence(person, patience.signal)).toEqual(unavailable(reason));
      expect(new Set(party.requests.map(({ url }) => url))).toEqual(new Set(['/token']));
      // Nothing that could let anybody in is told to logs and metrics.
      const assertion = formOf(party.requests[0]).get('assertion') ?? '';
      expect(assertion).not.toBe('');
      expect(JSON.stringify(events)).not.toContain(assertion.split('.')[2]);
      expect(JSON.stringify(events)).not.toContain('tok"');
    },
  );
});

describe('the check of a description', () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;

  async function faultOf(auth: SourceText, more: SourceText = {}): Promise<string> {
    try {
      await readDescribed({ bureau_a: describeBureau('https://a.example', { auth, ...more }) }, env);
    } catch (error) {
      return String(error);
    }
    return 'none';
  }
  const noPem = join(folder, 'no.pem');
  writeFileSync(noPem, '-----BEGIN PRIVATE KEY-----\nSECRETSECRET\n-----END PRIVATE KEY-----\n');

  it.each([
    ['no key at all', bearer({ key: { file: noPem } }), /auth\.assertion\.key: it is no private key \(PEM\)/],
    [
      'a file that is not there',
      bearer({ key: { file: '/nowhere' } }),
      /assertion\.key: the file of the secret does not exist/,
    ],
    [
      'a key that the passphrase does not open',
      bearer({ key: { file: writeKey('closed.pem', rsa.privateKey, 'another') }, key_passphrase: { env: 'PASS' } }),
      /key_passphrase does not open it/,
    ],
    ['a small key', bearer({ key: { file: writeKey('small.pem', small) } }), /RS256 needs an RSA key of 2048 bits/],
    ['a key of another kind', bearer({ key: { file: keys.ES256 }, algorithm: 'PS256' }), /PS256 needs an RSA key/],
    [
      'a key of another curve',
      bearer({ key: { file: writeKey('p384.pem', p384) }, algorithm: 'ES256' }),
      /the curve P-256/,
    ],
    [
      'neither key nor pfx',
      { ...bearer({}), assertion: { issuer: 'us' } },
      /auth\.assertion\.key: it is missing: name key or pfx/,
    ],
    ['both key and pfx', bearer({ pfx: { file: certificate('a1/a1.p12') } }), /auth\.assertion\.key: pfx is given too/],
    [
      'a passphrase that does not open the pfx',
      {
        ...bearer({}),
        assertion: { issuer: 'us', pfx: { file: certificate('a1/a1.p12') }, passphrase: { env: 'PASS' } },
      },
      /auth\.assertion\.passphrase: it does not open the file/,
    ],
    [
      'a pfx without a key',
      {
        ...bearer({}),
        assertion: {
          issuer: 'us',
          pfx: { file: certificate('a1/a1-without-key.p12') },
          passphrase: { file: certificate('passphrase.txt') },
        },
      },
      /auth\.assertion\.pfx: .* holds no private key/,
    ],
    [
      'PEM in the place of a pfx',
      { ...bearer({}), assertion: { issuer: 'us', pfx: { file: keys.RS256 } } },
      /name it in key/,
    ],
    ['no issuer', { ...bearer({}), assertion: { key: { file: keys.RS256 } } }, /assertion\.issuer: it is missing/],
    ['a day of life', bearer({ lifetime_seconds: 86_400 }), /lifetime_seconds: must be a whole number from 10 to 3600/],
    [
      'a claim that has a key',
      bearer({ claims: { exp: 1 } }),
      /assertion\.claims\.exp: this claim has a key of its own/,
    ],
    ['no body for it', bearer({}, { body: 'none' }), /auth\.body: there is no body to hold the assertion/],
    ['neither secret nor assertion', client, /auth\.client_secret: it is missing/],
    [
      'both',
      { ...client, client_secret: { env: 'SECRET' }, assertion: { key: { file: keys.RS256 } } },
      /auth\.client_secret: an assertion is given too/,
    ],
    [
      'an unknown placeholder',
      bearer({}, { fields: { a: '{client_secret}' } }),
      /auth\.fields\.a: there is no placeholder/,
    ],
    ['a header of the connection', bearer({}, { headers: { Host: 'x' } }), /auth\.headers\.Host: this header belongs/],
    ['a value that is no JSONata', bearer({}, { values: { a: 'x[' } }), /auth\.values\.a: it is not valid JSONata/],
  ])('finds %s', async (_what, auth, fault) => {
    const found = await faultOf(auth);
    expect(found).toMatch(fault);
    expect(found).not.toMatch(/SECRETSECRET|s3cret|opens-it/);
  });

  it('finds a value of the token that nobody gives', async () => {
    const request = { path: '/person', headers: { a: '{token.jwt}' } };
    expect(await faultOf(bearer({}, { values: { jwt_token: 'x' } }), { request })).toMatch(
      /request\.headers\.a: there is no placeholder \{token\.jwt\} here; known: .*\{token\.jwt_token\}/,
    );
  });
});
