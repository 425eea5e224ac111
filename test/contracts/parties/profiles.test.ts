// Every ready profile, with every one of its fixtures, through the real HTTP source against a real server.

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Cnpj } from '../../../src/domain/numbers/cnpj.ts';
import { type Evidence, emptyRecord, type PersonQuery } from '../../../src/domain/person/evidence.ts';
import { createHttpSources, type HttpSources } from '../../../src/sources/create-http-sources.ts';
import type { CheckedSources } from '../../../src/sources/read/checked-party.ts';
import { getSources } from '../../../src/sources/read/read-sources.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { byName } from '../../support/parties/contract-parties.ts';

interface Fixture {
  readonly about: string;
  readonly query: PersonQuery | { readonly cnpj: Cnpj };
  /** What must be sent; null where nothing may be. Headers are those that matter. */
  readonly request: ExpectedRequest | readonly ExpectedRequest[] | null;
  /** Of several, in their order: a party that answers later is asked again. The last one stays. */
  readonly answer: ServedAnswer | readonly ServedAnswer[];
  /** Of a record only what is known: the rest is null. */
  readonly expected: {
    readonly kind: string;
    readonly reason?: string;
    readonly record?: object;
    readonly company?: object;
  };
}

interface ServedAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** Line by line. */
  readonly xml?: readonly string[];
  /** A positional string piece by piece, in Latin-1. */
  readonly fixed?: readonly string[];
  readonly text?: string;
}

type ExpectedRequest = Omit<SentRequest, 'headers' | 'body'> & { headers?: object; body?: unknown };

interface SentRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: object;
  readonly body?: unknown;
}

interface Profile {
  readonly async?: object;
  readonly auth?: { readonly token_url?: string };
  readonly outcomes?: readonly { readonly means: string }[];
  readonly codes?: { readonly registration?: Record<string, string>; readonly status?: Record<string, string> };
}

const folder = join(import.meta.dirname, '../../../profiles');
const profiles = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'));
const tokens = {
  '/oauth2/token': { access_token: 'fixture-token', token_type: 'Bearer', expires_in: 3600 },
  '/token': { access_token: 'fixture-token', token_type: 'Bearer', expires_in: 3600 },
  '/security/iam/v1/client-identities/login': { accessToken: 'fixture-token', expiresIn: '3600' },
};
const clock = createManualClock();

/** By the profile and the kind of question. */
const checked = new Map<string, Promise<CheckedSources>>();

let server: Server;
let directory: string;
let answers: readonly ServedAnswer[];
let sent: SentRequest[];
/** Ends a question whose last answer was served twice: nobody has to wait for a deadline. */
let deadline: AbortController;
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
    sent.push({
      method: request.method,
      path: request.url,
      headers: request.headers,
      ...(text === '' ? {} : { body: text.startsWith('<') ? text : JSON.parse(text) }),
    });
    const answer = answers[Math.min(sent.length, answers.length) - 1] as ServedAnswer;
    const [type, said] = toWire(answer);
    response.writeHead(answer.status, { 'content-type': type }).end(said);
    if (answers.length > 1 && sent.length > answers.length)
      deadline.abort(new DOMException('the deadline is over', 'TimeoutError'));
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
  // Together, because the thread of a profile's mappings ends with the first of them.
  const opened: HttpSources[] = [];
  afterAll(async () => {
    for (const sources of opened) await sources.close();
  });

  it.each(fixtures.map((fixture) => [fixture.about, fixture] as const))('%s', async (_about, fixture) => {
    answers = [fixture.answer].flat();
    sent = [];
    deadline = new AbortController();
    const sources = await connect(name, fixture);
    opened.push(sources);
    expect(await ask(sources, name, fixture)).toEqual(expand(fixture.expected));
    const requests = [fixture.request ?? []].flat();
    expect(sent.slice(0, answers.length)).toMatchObject(requests);
  });

  it('has a fixture for every outcome and every code that it maps', () => {
    const profile = readProfile(name);
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

function readProfile(name: string): Profile {
  return parse(readFileSync(join(folder, `${name}.yaml`), 'utf8')) as Profile;
}

function readFixture(profile: string, file: string): Fixture {
  return JSON.parse(readFileSync(join(folder, 'fixtures', profile, file), 'utf8')) as Fixture;
}

/** New sources for each fixture, so that nothing is known of the one before; what the files say is read once. */
async function connect(profile: string, { query }: Fixture): Promise<HttpSources> {
  const kind = 'cnpj' in query ? 'companies' : 'people';
  const key = `${profile} ${kind}`;
  const read = checked.get(key) ?? readChecked(profile, kind);
  checked.set(key, read);
  return createHttpSources({ sources: await read, clock, random: () => 0.5 });
}

async function readChecked(profile: string, kind: 'companies' | 'people'): Promise<CheckedSources> {
  const { port } = server.address() as AddressInfo;
  const toSource = (each: string) => {
    const { auth, async: later } = readProfile(each);
    return {
      profile: join(folder, `${each}.yaml`),
      base_url: `http://127.0.0.1:${port}`,
      // An address of its own for tokens becomes a path of this server.
      ...(auth?.token_url?.startsWith('https') && { auth: { token_url: '/oauth2/token' } }),
      ...(later && { deadline_ms: 28_000, async: { poll: { pause_ms: 20, pause_max_ms: 20 } } }),
    };
  };
  const people = { bureau_a: 'serasa', bureau_b: 'quod', fraud_registry: 'pix-dict', [slotOf(profile)]: profile };
  const chosen = kind === 'companies' ? { company_fallback: profile } : people;
  const sources = Object.fromEntries(Object.entries(chosen).map(([slot, each]) => [slot, toSource(each)]));
  const file = join(directory, `${profile}-${kind}.yaml`);
  writeFileSync(file, stringify({ sources }));
  return await getSources({ file, findVariable: findSecret });
}

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Positional strings have room for eight characters. */
function findSecret(name: string): string {
  if (name.includes('_STRING_')) return 'secret08';
  return name.endsWith('PRIVATE_KEY') ? String(privateKey.export({ type: 'pkcs8', format: 'pem' })) : 'fixture-secret';
}

/** All three parties have to be described; this is the one that the profile is tried as. */
function slotOf(profile: string): 'bureau_a' | 'fraud_registry' {
  return ['pix-dict', 'unico'].includes(profile) ? 'fraud_registry' : 'bureau_a';
}

async function ask(sources: HttpSources, profile: string, { query }: Fixture): Promise<unknown> {
  const signal = AbortSignal.any([AbortSignal.timeout(60_000), deadline.signal]);
  if (!('cnpj' in query)) return (await byName(sources.people ?? [])[slotOf(profile)].ask(query, signal)).evidence;
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

function toWire({ body, xml, fixed, text }: ServedAnswer): [type: string, said: string | Buffer] {
  if (fixed !== undefined) return ['text/html', Buffer.from(fixed.join(''), 'latin1')];
  if (xml !== undefined) return ['text/xml; charset=utf-8', xml.join('\n')];
  return text === undefined ? ['application/json', JSON.stringify(body)] : ['text/html', text];
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
