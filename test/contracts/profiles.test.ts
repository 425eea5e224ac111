// Every ready profile, with every one of its fixtures, through the real HTTP source against a real server.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Cnpj } from '../../src/domain/numbers/cnpj.ts';
import { type Evidence, emptyRecord, type PersonQuery } from '../../src/domain/person/evidence.ts';
import { createHttpSources, type HttpSources } from '../../src/sources/create-http-sources.ts';
import { getSources } from '../../src/sources/describe/read-sources.ts';
import { createManualClock } from '../support/manual-clock.ts';

interface Fixture {
  readonly about: string;
  readonly query: PersonQuery | { readonly cnpj: Cnpj };
  /** What must be sent; null where nothing may be. Headers are those that matter. */
  readonly request: Omit<SentRequest, 'headers' | 'body'> & { headers?: object; body?: unknown };
  readonly answer: { readonly status: number; readonly body?: unknown; readonly text?: string };
  /** Of a record only what is known: the rest is null. */
  readonly expected: {
    readonly kind: string;
    readonly reason?: string;
    readonly record?: object;
    readonly company?: object;
  };
}

interface SentRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: object;
  readonly body?: unknown;
}

interface Profile {
  readonly outcomes?: readonly { readonly means: string }[];
  readonly codes?: { readonly registration?: Record<string, string>; readonly status?: Record<string, string> };
}

const folder = join(import.meta.dirname, '../../profiles');
const profiles = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'));
const tokens = {
  '/token': { access_token: 'fixture-token', token_type: 'Bearer', expires_in: 3600 },
  '/security/iam/v1/client-identities/login': { accessToken: 'fixture-token', expiresIn: '3600' },
};
const clock = createManualClock();

let server: Server;
let directory: string;
let answer: Fixture['answer'];
let sent: SentRequest | null;
/** Questions, without those for a token. */
let received = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'confere-profiles-'));
  server = createServer(async (request, response) => {
    const token = Object.entries(tokens).find(([path]) => path === request.url)?.[1];
    if (token !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
      return;
    }
    received++;
    const text = await readText(request);
    sent = {
      method: request.method,
      path: request.url,
      headers: request.headers,
      ...(text === '' ? {} : { body: JSON.parse(text) }),
    };
    response.writeHead(answer.status, { 'content-type': answer.text === undefined ? 'application/json' : 'text/html' });
    response.end(answer.text ?? JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true });
});

describe.each(profiles)('profile %s', (name) => {
  const fixtures = readdirSync(join(folder, 'fixtures', name)).map((file) => readFixture(name, file));

  it.each(fixtures.map((fixture) => [fixture.about, fixture] as const))('%s', async (_about, fixture) => {
    answer = fixture.answer;
    sent = null;
    const sources = await connect(name, fixture);
    try {
      expect(await ask(sources, name, fixture)).toEqual(expand(fixture.expected));
      if (fixture.request === null) expect(sent).toBeNull();
      else expect(sent).toMatchObject(fixture.request);
    } finally {
      await sources.close();
    }
  });

  it('has a fixture for every outcome and every code that it maps', () => {
    const profile = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8')) as Profile;
    const seen = new Set(fixtures.flatMap(({ expected }) => toWords(expected)));
    const reasons = ['authentication_failed', 'rate_limited', 'upstream_error', 'request_refused', 'invalid_response'];
    expect([...seen]).toEqual(expect.arrayContaining([...reasons, 'wrong_person']));
    const words = Object.values(profile.codes?.registration ?? profile.codes?.status ?? {});
    expect([...seen]).toEqual(expect.arrayContaining(words));
    const meanings = (profile.outcomes ?? []).map(({ means }) => means);
    if (meanings.includes('minor')) expect(seen).toContain('minor');
    if (meanings.includes('not_found')) expect([...seen].join()).toMatch(/not_found/);
  });

  it('says at its top that it was built from public descriptions and has to be confirmed', () => {
    const [top = ''] = readFileSync(join(folder, `${name}.yaml`), 'utf8').split('\n\n');
    expect(top).toMatch(/^# Built from public descriptions and never called: confirm /m);
  });
});

function readFixture(profile: string, file: string): Fixture {
  return JSON.parse(readFileSync(join(folder, 'fixtures', profile, file), 'utf8')) as Fixture;
}

async function connect(profile: string, fixture: Fixture): Promise<HttpSources> {
  const { port } = server.address() as AddressInfo;
  const toSource = (each: string) => ({ profile: join(folder, `${each}.yaml`), base_url: `http://127.0.0.1:${port}` });
  const people = { bureau_a: 'serasa', bureau_b: 'quod', fraud_registry: 'pix-dict', [slotOf(profile)]: profile };
  const chosen = 'cnpj' in fixture.query ? { company_fallback: profile } : people;
  const sources = Object.fromEntries(Object.entries(chosen).map(([slot, each]) => [slot, toSource(each)]));
  const file = join(directory, 'confere.yaml');
  writeFileSync(file, stringify({ sources }));
  const checked = await getSources({ file, findVariable: () => 'fixture-secret' });
  return createHttpSources({ sources: checked, clock, random: () => 0.5 });
}

/** All three parties have to be described; this is the one that the profile is tried as. */
function slotOf(profile: string): 'bureau_a' | 'fraud_registry' {
  return profile === 'pix-dict' ? 'fraud_registry' : 'bureau_a';
}

async function ask(sources: HttpSources, profile: string, { query }: Fixture): Promise<unknown> {
  const signal = AbortSignal.timeout(5000);
  if (!('cnpj' in query)) return (await sources.people?.[slotOf(profile)].ask(query, signal))?.evidence;
  const before = received;
  const found = await sources.companyFallback?.find(query.cnpj, signal);
  if (found === undefined) return undefined;
  const { calls, ...lookup } = found;
  expect(calls).toBe(received - before);
  return 'dataAsOf' in lookup ? withoutDate(lookup) : lookup;
}

function withoutDate({ dataAsOf, ...rest }: { readonly dataAsOf: string }): object {
  expect(dataAsOf).toBe('2026-11-15');
  return rest;
}

function expand(expected: Fixture['expected']): Evidence | object {
  return expected.record === undefined ? expected : { ...expected, record: { ...emptyRecord, ...expected.record } };
}

function toWords({ kind, reason, record, company }: Fixture['expected']): string[] {
  return [kind, reason, ...Object.values({ ...record, ...company })].map(String);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
