// The way to a party through a proxy, over real sockets: what the proxy learns, and what it cannot do.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { systemClock } from '../../../src/clock.ts';
import { makeContact } from '../../../src/sources/examine/contact.ts';
import { formatFaults, readSources } from '../../../src/sources/read/read-sources.ts';
import { startConnectProxy } from '../../support/parties/connect-proxy.ts';
import {
  describeBureau,
  describeThree,
  goodAnswer,
  person,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json } from '../../support/parties/party-server.ts';
import { connectSources, start, unavailable } from './asked-party.ts';

const path = (name: string) => join(import.meta.dirname, '../../support/certificates', name);
const server = { key: readFileSync(path('server.key')), cert: readFileSync(path('server.pem')) };
const tls = { ca_file: path('ca.pem') };
const env = { PROXY_USER: 'confere', PROXY_PASSWORD: 'p@ss:wörd', CLIENT: 'client', SECRET: 'bureau-secret' };
const credentials = { username: { env: 'PROXY_USER' }, password: { env: 'PROXY_PASSWORD' } };
const basic = `Basic ${Buffer.from(`${env.PROXY_USER}:${env.PROXY_PASSWORD}`).toString('base64')}`;

async function startProxy(...answer: Parameters<typeof startConnectProxy>) {
  const proxy = await startConnectProxy(...answer);
  onTestFinished(() => proxy.close());
  return proxy;
}

async function ask(origin: string, overrides: SourceText) {
  const sources = await connectSources(describeThree(describeBureau(origin, overrides)), { env });
  return { ...sources, evidence: await sources.askEvidence() };
}

describe('a party behind a proxy', () => {
  it('is asked through a tunnel: the proxy learns its name and port, and the party nothing of the proxy', async () => {
    const party = await start(json(200, goodAnswer), server);
    const proxy = await startProxy();
    const { evidence } = await ask(party.origin, { tls, proxy: { url: proxy.origin, ...credentials } });
    expect(evidence).toMatchObject({ kind: 'answered' });
    expect(proxy.asked).toEqual([{ line: `CONNECT ${new URL(party.origin).host}`, authorization: basic }]);
    expect(proxy.seen()).not.toContain(person.cpf);
    expect(proxy.seen()).not.toContain('x-document');
    expect(JSON.stringify(party.requests)).not.toMatch(/proxy/i);
  });

  it('has its tokens fetched through it, too', async () => {
    const party = await start((request, response) => {
      const body = request.url === '/token' ? { access_token: 't', expires_in: 3600 } : goodAnswer;
      json(200, body)(request, response);
    }, server);
    const proxy = await startProxy();
    const auth = {
      kind: 'oauth2_client_credentials',
      token_url: '/token',
      client_id: { env: 'CLIENT' },
      client_secret: { env: 'SECRET' },
    };
    const { evidence } = await ask(party.origin, { tls, auth, proxy: { url: proxy.origin } });
    expect(evidence).toMatchObject({ kind: 'answered' });
    expect(party.requests.map(({ url }) => url)).toEqual(['/token', '/person']);
    expect(proxy.asked).toHaveLength(2);
    expect(party.connections()).toBe(2);
  });

  it('without TLS is asked through a tunnel as well', async () => {
    const party = await start(json(200, goodAnswer));
    const proxy = await startProxy();
    const { evidence } = await ask(party.origin, { proxy: { url: proxy.origin } });
    expect(evidence).toMatchObject({ kind: 'answered' });
    expect(proxy.asked.map(({ line }) => line)).toEqual([`CONNECT ${new URL(party.origin).host}`]);
  });

  it.each([
    ['wants other credentials', 'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'],
    ['forbids it', 'HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n'],
    ['sends it elsewhere', 'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'],
    ['speaks for the party', 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['speaks no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ])('is not asked where the proxy %s', async (_what, answer) => {
    const party = await start(json(200, goodAnswer));
    const proxy = await startProxy((socket) => void socket.write(answer));
    const { evidence } = await ask(party.origin, { proxy: { url: proxy.origin } });
    expect(evidence).toEqual(unavailable('connection_failed'));
    expect(party.connections()).toBe(0);
  });

  it('is not asked where nothing listens at the address of the proxy, and not for ever where it says nothing', async () => {
    const party = await start(json(200, goodAnswer));
    const gone = await startConnectProxy();
    await gone.close();
    expect((await ask(party.origin, { proxy: { url: gone.origin } })).evidence).toEqual(
      unavailable('connection_failed'),
    );
    const silent = await startProxy(() => {});
    const { evidence } = await ask(party.origin, { connect_ms: 200, proxy: { url: silent.origin } });
    expect(evidence).toEqual(unavailable('connection_failed'));
    expect(party.connections()).toBe(0);
  });

  it('is believed by its own certificate alone: a proxy that leads elsewhere is noticed', async () => {
    const party = await start(json(200, goodAnswer), server);
    const other = { key: readFileSync(path('other.key')), cert: readFileSync(path('other.pem')) };
    const impostor = await start(json(200, goodAnswer), other);
    const proxy = await startProxy(async (socket) => {
      const { connect } = await import('node:net');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(connect(impostor.port, '127.0.0.1')).pipe(socket);
    });
    const { evidence } = await ask(party.origin, { tls, proxy: { url: proxy.origin } });
    expect(evidence).toEqual(unavailable('connection_failed'));
    expect(impostor.requests).toEqual([]);
  });

  it('is reached by doctor in the same way, which says what the proxy answers', async () => {
    const party = await start(json(200, goodAnswer), server);
    const proxy = await startProxy();
    const options = { tls: { ca: readFileSync(path('ca.pem'), 'utf8') }, withinMs: 30_000, clock: systemClock };
    const through = (origin: string) => () => ({ origin, authorization: undefined });
    expect(await makeContact(party.origin, { ...options, findProxy: through(proxy.origin) })).toMatchObject({
      ...{ kind: 'reached', certificateEndsMs: expect.any(Number) },
    });
    expect(proxy.asked).toHaveLength(1);
    const strict = await startProxy((socket) => void socket.end('HTTP/1.1 407 No\r\n\r\n'));
    expect(await makeContact(party.origin, { ...options, findProxy: through(strict.origin) })).toEqual({
      ...{ kind: 'refused', code: 'PROXY_AUTHENTICATION_REQUIRED' },
    });
  });
});

async function read(proxy: unknown, environmentProxy?: { httpsProxy: string | undefined; exceptions: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'confere.yaml');
  const overrides = proxy === undefined ? {} : { proxy };
  writeFileSync(file, stringify({ sources: { bureau_a: describeBureau('https://a.example', overrides) } }));
  const reading = await readSources({
    ...{ file, findVariable: (name: string) => env[name as keyof typeof env] },
    ...(environmentProxy && { environmentProxy }),
  });
  return {
    faults: reading.kind === 'invalid' ? formatFaults(reading.faults) : [],
    find: reading.kind === 'valid' ? reading.sources.people[0]?.findProxy : undefined,
  };
}

describe('the proxy of a party', () => {
  const environment = {
    httpsProxy: 'http://us%40er:S3CRET@proxy.example:3128',
    exceptions: 'intern.example, .corp.example,10.0.0.0/8 *.lan.example,only.example:8443,fd00::/8',
  };

  it('is the one of HTTPS_PROXY, unless NO_PROXY excepts the party', async () => {
    const { find } = await read(undefined, environment);
    const authorization = `Basic ${Buffer.from('us@er:S3CRET').toString('base64')}`;
    expect(find?.('https://a.example')).toEqual({ origin: 'http://proxy.example:3128', authorization });
    for (const origin of ['https://xintern.example', 'https://11.0.0.1', 'https://only.example', 'https://[fe00::1]'])
      expect(find?.(origin), origin).toBeDefined();
    for (const origin of [
      ...['https://intern.example', 'https://a.intern.example', 'https://x.corp.example', 'https://a.lan.example'],
      ...['https://10.1.2.3', 'https://only.example:8443', 'https://[fd00::1]'],
      ...['https://localhost:1', 'https://127.0.0.1', 'https://[::1]', 'http://a.example'],
    ])
      expect(find?.(origin), origin).toBeUndefined();
    expect((await read(undefined, { ...environment, exceptions: '*' })).find?.('https://a.example')).toBeUndefined();
  });

  it('is the one of the description before that, or none', async () => {
    const { find } = await read({ url: 'https://own.example:8080', ...credentials }, environment);
    expect(find?.('https://a.example')).toEqual({ origin: 'https://own.example:8080', authorization: basic });
    expect((await read('none', environment)).find?.('https://a.example')).toBeUndefined();
    expect((await read(undefined)).find?.('https://a.example')).toBeUndefined();
  });

  it.each([
    [{ url: 'http://user:S3CRET@proxy.example:3128' }, /proxy\.url: credentials belong under username and password/],
    [{ url: 'http://proxy.example:3128/path' }, /proxy\.url: it is an address with a port and nothing behind it/],
    [{ url: 'http://proxy.example', username: { env: 'PROXY_USER' } }, /username and password belong together/],
    [{ url: 'http://p.example', username: { env: 'PROXY_PASSWORD' }, password: { env: 'SECRET' } }, /no colon/],
    [{ url: 'socks5://proxy.example' }, /proxy\.url: is not written as it must be/],
    ['direct', /proxy: does not fit/],
  ])('is refused as %j, without its password', async (proxy, fault) => {
    const { faults } = await read(proxy);
    expect(faults).toEqual([expect.stringMatching(fault)]);
    expect(faults.join()).not.toMatch(/S3CRET|p@ss/);
  });

  it('in HTTPS_PROXY is refused where it cannot be used', async () => {
    const { faults } = await read(undefined, { httpsProxy: 'proxy:S3CRET@x', exceptions: '' });
    expect(faults).toEqual([expect.stringMatching(/the environment variable HTTPS_PROXY cannot be used/)]);
    expect(faults.join()).not.toContain('S3CRET');
  });
});
