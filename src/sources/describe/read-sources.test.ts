import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { person } from '../../../test/support/parties/described-sources.ts';
import { personPartySchema } from './description.ts';
import { formatFaults, getSources, readSources } from './read-sources.ts';
import { findSchemaFaults } from './schema-faults.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'confere-read-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The faults of a text, as `line key: problem`. */
async function faultsOf(
  text: string,
  env: Record<string, string> = {},
  file = write('confere.yaml', text),
): Promise<string[]> {
  const reading = await readSources({ file, findVariable: (name) => env[name] });
  return reading.kind === 'valid' ? [] : reading.faults.map(({ line, key, problem }) => `${line} ${key}: ${problem}`);
}

const company = `
sources:
  company_fallback:
    base_url: https://companies.example
    request: { path: "/{cnpj}" }
    mapping: { legal_name: name, status: status, head_office: matriz }
`;

describe('a file of sources', () => {
  it('may describe no party, only a company fallback, or any of the parties about people', async () => {
    expect(await faultsOf('')).toEqual([]);
    expect(await faultsOf('server: { port: 1 }')).toEqual([]);
    expect(await faultsOf('sources:')).toEqual([]);
    expect(await faultsOf(company)).toEqual([]);
    expect(await faultsOf(stringify({ sources: { bureau_b: bureau } }))).toEqual([]);
  });

  it('lists every fault at once, each with its line', async () => {
    const text = `# a comment
sources:
  bureau_a:
    base_url: https://a.example
    retries: 3
    request:
      path: /v1/{cfp}
      headers: { Host: x }
    outcomes:
      - { means: minor }
      - { status: 999, means: minor }
    mapping:
      name: "nome["
  bureau_c: {}
  bureau_b:
    base_url: https://b.example
    auth: { kind: bearer, token: { env: MISSING_TOKEN } }
    request:
      path: /v1/{cfp}
      headers: { Host: x }
    outcomes:
      - { means: minor }
    mapping:
      name: "nome["
    connect_ms: 5000
  fraud_registry:
    base_url: http://c.example?x=1
    request: { path: /a, json: {}, form: {}, method: GET }
    mapping: { score: s }
`;
    expect(await faultsOf(text)).toEqual([
      expect.stringMatching(/^5 bureau_a\.retries: unknown key; known here: profile, title, base_url, /),
      '7 bureau_a.request.path: there is no placeholder {cfp} here; known: {cpf}, {birth_date}, {name}, {uuid}',
      '8 bureau_a.request.headers.Host: this header belongs to the connection and is set for you',
      '10 bureau_a.outcomes.0: it needs a status or a body, or it would match every answer',
      expect.stringMatching(/^11 bureau_a\.outcomes\.1\.status: does not fit\. A status such as 404/),
      expect.stringMatching(/^13 bureau_a\.mapping\.name: it is not valid JSONata: .+ \(at character \d+\)$/),
      '14 bureau_c: there is no such party; known: bureau_a, bureau_b, fraud_registry, company_fallback',
      '17 bureau_b.auth.token: the environment variable MISSING_TOKEN is not set',
      '19 bureau_b.request.path: there is no placeholder {cfp} here; known: {cpf}, {birth_date}, {name}, {uuid}',
      '20 bureau_b.request.headers.Host: this header belongs to the connection and is set for you',
      '22 bureau_b.outcomes.0: it needs a status or a body, or it would match every answer',
      expect.stringMatching(/^24 bureau_b\.mapping\.name: it is not valid JSONata: .+ \(at character \d+\)$/),
      '25 bureau_b.connect_ms: it is longer than deadline_ms',
      expect.stringMatching(/^27 fraud_registry\.base_url: http:\/\/ would send/),
      '27 fraud_registry.base_url: it has no query; parameters go under request.query',
      '28 fraud_registry.request.form: json is given too: keep one',
      '28 fraud_registry.request.method: a GET has no body: use POST',
      '29 fraud_registry.mapping: fraud_alert is missing: without it this party never gives a verdict',
    ]);
  });

  it.each([
    ['broken YAML', 'sources:\n  bureau_a: [\n', /^\d+ sources: this is not valid YAML: /],
    [
      'a key twice',
      'sources:\n  bureau_a: {}\n  bureau_a: {}\n',
      /^3 sources: this is not valid YAML: Map keys must be unique$/,
    ],
    ['a list of sources', 'sources: [1]', /^1 sources: must be a mapping of parties$/],
  ])('with %s is refused with its line', async (_what, text, fault) => {
    expect((await faultsOf(text))[0]).toMatch(fault);
  });

  it('with nested aliases that stand for gigabytes is refused', async () => {
    const lines = ['a: &a [1,1,1,1,1,1,1,1,1]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'].map((pair) => [...pair])) {
      lines.push(`${to}: &${to} [${Array.from({ length: 9 }, () => `*${from}`).join()}]`);
    }
    expect(await faultsOf(lines.join('\n'))).toEqual(['1 sources: the aliases of the file cannot be resolved']);
  });

  it('that cannot be read is an error that says what to do', async () => {
    await expect(getSources({ file: join(folder, 'absent.yaml'), findVariable: () => undefined })).rejects.toThrow(
      /cannot be read \(ENOENT\)/,
    );
  });
});

const bureau = {
  base_url: 'https://a.example',
  request: { path: '/{cpf}' },
  mapping: { name: 'name', fraud_alert: 'alert' },
};

function three(overrides: object): string {
  return stringify({ sources: { bureau_a: { ...bureau, ...overrides }, bureau_b: bureau, fraud_registry: bureau } });
}

describe('a description of one party', () => {
  it.each([
    [
      'a secret written in the file',
      { auth: { kind: 'bearer', token: 'S3CRET-VALUE' } },
      /bureau_a\.auth\.token: does not fit/,
    ],
    ['an unknown kind of auth', { auth: { kind: 'magic' } }, /auth\.kind: must be one of none, header, basic/],
    ['a missing part of auth', { auth: { kind: 'basic', username: { env: 'A' } } }, /auth: password is missing/],
    [
      'a secret file that is not there',
      { auth: { kind: 'bearer', token: { file: 'no.key' } } },
      /auth\.token: the file of the secret does not exist$/m,
    ],
    ['an empty secret', { auth: { kind: 'bearer', token: { env: 'EMPTY' } } }, /the secret is empty/],
    ['a secret with a line break', { auth: { kind: 'bearer', token: { env: 'BROKEN' } } }, /control character/],
    ['a secret that a header cannot carry', { auth: { kind: 'bearer', token: { env: 'WIDE' } } }, /not plain ASCII/],
    [
      'a placeholder for a secret that is not declared',
      { request: { path: '/', query: { t: '{secret.x}' } } },
      /no placeholder \{secret\.x\}/,
    ],
    [
      'a secret in the path',
      { secrets: { x: { env: 'A' } }, request: { path: '/{secret.x}' } },
      /no placeholder \{secret\.x\}/,
    ],
    ['a form that does not exist', { request: { path: '/{cpf|ddmmyyyy}' } }, /known: \{cpf\|mask\}/],
    ['a lonely brace', { request: { path: '/', query: { q: 'doc{' } } }, /a brace stands alone/],
    ['a query in the path', { request: { path: '/a?b=c' } }, /parameters go under query/],
    [
      'a birth date in the path that is not required',
      { request: { path: '/{birth_date}' } },
      /set needs_birth_date: true/,
    ],
    ['a name in a header', { request: { path: '/', headers: { 'X-Name': '{name}' } } }, /no placeholder \{name\}/],
    [
      'a header with a line break',
      { request: { path: '/', headers: { 'X-A': 'a\nb: c' } } },
      /plain ASCII on one line/,
    ],
    [
      'the header that auth sets',
      { auth: { kind: 'bearer', token: { env: 'A' } }, request: { path: '/', headers: { AUTHORIZATION: 'x' } } },
      /set by auth already/,
    ],
    ['credentials in the address', { base_url: 'https://a:b@a.example' }, /credentials belong under auth/],
    ['a certificate without its key', { tls: { cert_file: 'a.pem' } }, /cert_file and key_file belong together/],
    [
      'a certificate that is not there',
      { tls: { ca_file: 'a.pem' } },
      /tls\.ca_file: the file \S+a\.pem does not exist/,
    ],
    [
      'an authority that is no certificate',
      { tls: { ca_file: 'not-a-certificate.pem' } },
      /tls\.ca_file: the file \S+ holds no certificate \(PEM\)/,
    ],
    ['codes for what is not mapped', { codes: { registration: { '0': 'regular' } } }, /these codes are never used/],
    [
      'a code that maps to no word of ours',
      { mapping: { registration: 'r' }, codes: { registration: { '0': 'fine' } } },
      /codes\.registration\.0: must be one of regular/,
    ],
    ['a mapping of nothing', { mapping: { cpf: 'cpf' } }, /it maps nothing about the person/],
    ['a number as text', { deadline_ms: '1200' }, /deadline_ms: must be a whole number from 50 to 30000/],
    ['a wait for hedging beyond the deadline', { hedge_after_ms: 2000 }, /nothing would ever be hedged/],
    [
      'pauses that shrink',
      { breaker: { open_ms: 5000, open_max_ms: 1000 } },
      /open_max_ms: it is shorter than open_ms/,
    ],
    ['more retries than a tenth', { retry_budget_percent: 50 }, /from 0 to 10/],
  ])('with %s is refused', async (_what, overrides, fault) => {
    write('not-a-certificate.pem', 'this is a text file\n');
    const faults = await faultsOf(three(overrides), { A: 'a', EMPTY: '', BROKEN: 'a\nb', WIDE: 'chave-é' });
    expect(faults.join('\n')).toMatch(fault);
    expect(faults.join('\n')).not.toContain('S3CRET-VALUE');
  });

  it.each([
    ['fraud_alert', { fraud_alert: 'status = "FRAUD"' }],
    ['pending_debts', { pending_debts: '$count(debts) > 0' }],
    ['score', { score: '$exists(points) ? points : 0' }],
    ['found', { found: '$exists(person)' }],
  ])('whose %s would give a verdict on an empty answer is refused', async (field, mapping) => {
    const faults = await faultsOf(three({ mapping: { name: 'name', ...mapping } }));
    expect(faults).toEqual([expect.stringMatching(`bureau_a.mapping.${field}: it gives a verdict on an empty answer`)]);
  });

  it('for which an empty answer would mean "not found" is refused', async () => {
    const outcomes = [
      { status: 200, body: '$not($exists(person))', means: 'not_found' },
      { status: 200, body: 'code = 612', means: 'not_found' },
      { status: 404, body: '$not($exists(fault))', means: 'not_found' },
    ];
    expect(await faultsOf(three({ outcomes }))).toEqual([
      expect.stringContaining('bureau_a.outcomes.0.body'),
      expect.stringContaining('bureau_a.outcomes.2.body'),
    ]);
  });

  it('that believes a bare status to mean "not found" is refused: any gateway on the way sends one', async () => {
    const outcomes = [
      { status: 404, means: 'not_found' },
      { status: 404, content_type: 'application/json', means: 'not_found' },
      { status: 404, body: 'code = 904', means: 'not_found' },
      { status: 422, means: 'minor' },
    ];
    expect(await faultsOf(three({ outcomes }))).toEqual([
      expect.stringMatching(/bureau_a\.outcomes\.0: a bare status would believe/),
    ]);
  });

  it.each([
    ['a function', '$integer(points)', '$integer'],
    ['a misspelt variable', '($limit := 5; $limt)', '$limt'],
  ])('that uses %s that does not exist is refused', async (_what, score, name) => {
    expect(await faultsOf(three({ mapping: { score } }))).toEqual([
      expect.stringContaining(`bureau_a.mapping.score: there is no function or variable ${name}`),
    ]);
    const known = '($limit := 5; $map(points, function($p) { $p > $limit ? $p })[0])';
    expect(await faultsOf(three({ mapping: { score: known } }))).toEqual([]);
  });

  it.each([
    ['fraud_alert', '$exists(status) ? status = "FRAUD" : null', 'false'],
    ['pending_debts', '$exists(pendencias) ? $count(pendencias) > 0 : null', 'true'],
  ])('whose %s reads an unknown word as a verdict is warned of', async (field, text, verdict) => {
    const file = write('confere.yaml', three({ mapping: { name: 'name', [field]: text } }));
    const { warnings } = await getSources({ file, findVariable: () => undefined });
    expect(formatFaults(warnings)).toEqual([
      expect.stringMatching(`bureau_a.mapping.${field}: a word or a type .* reads as ${verdict}`),
    ]);
  });

  it.each([
    ['fraud_alert', '$verdict(status, "FRAUD", "CLEAR")'],
    ['pending_debts', '$some(pendencias)'],
    ['pending_debts', 'debts.total > 0'],
  ])('whose %s is %s is not', async (field, text) => {
    const file = write('confere.yaml', three({ mapping: { name: 'name', [field]: text } }));
    expect((await getSources({ file, findVariable: () => undefined })).warnings).toEqual([]);
  });

  it('with a key named __proto__ is refused', async () => {
    const text = three({}).replace('base_url', '__proto__: { title: x }\n    base_url');
    expect((await faultsOf(text))[0]).toMatch(/^3 bureau_a\.__proto__: unknown key/);
  });

  it('may use plain HTTP to this machine, and elsewhere only where the operator insists', async () => {
    expect(await faultsOf(three({ base_url: 'http://127.0.0.1:8080' }))).toEqual([]);
    expect(await faultsOf(three({ base_url: 'http://localhost:8080/x' }))).toEqual([]);
    expect(await faultsOf(three({ base_url: 'http://sim:8080' }))).toHaveLength(1);
    expect(await faultsOf(three({ base_url: 'http://sim:8080', allow_http: true }))).toEqual([]);
  });

  it('can be checked where its secrets are not at hand', async () => {
    const file = write('confere.yaml', three({ auth: { kind: 'bearer', token: { env: 'NOT_HERE' } } }));
    expect((await readSources({ file, findVariable: () => undefined })).kind).toBe('invalid');
    expect((await readSources({ file, findVariable: () => undefined, followSecrets: false })).kind).toBe('valid');
  });

  it('uses connections again only where the answer says whom it is about, unless told otherwise', async () => {
    const keepAlive = async (overrides: object) => {
      const file = write('confere.yaml', three(overrides));
      return (await getSources({ file, findVariable: () => undefined })).people.bureau_a?.keepAlive;
    };
    expect(await keepAlive({ mapping: { score: 'points' } })).toBe(false);
    expect(await keepAlive({ mapping: { score: 'points', cpf: 'cpf' } })).toBe(true);
    expect(await keepAlive({ mapping: { score: 'points' }, keep_alive: true })).toBe(true);
    expect(await keepAlive({ mapping: { score: 'points', cpf: 'cpf' }, keep_alive: false })).toBe(false);
  });

  it('gets the promised defaults', async () => {
    const { people } = await getSources({ file: write('confere.yaml', three({})), findVariable: () => undefined });
    expect(people.bureau_a).toMatchObject({
      deadlineMs: 1200,
      connectMs: 300,
      concurrency: 256,
      retryBudgetPercent: 10,
      hedgeAfterMs: null,
      cacheSeconds: 0,
      required: false,
      breaker: {
        consecutiveFailures: 10,
        failurePercent: 50,
        minimumCalls: 20,
        windowMs: 10_000,
        openMs: 5000,
        openMaxMs: 60_000,
      },
    });
  });
});

describe('the fingerprint of a party', () => {
  const findFingerprint = async (overrides: object, token = 'one') => {
    const auth = { auth: { kind: 'bearer', token: { env: 'TOKEN' } } };
    const file = write('confere.yaml', three({ ...auth, ...overrides }));
    return (await getSources({ file, findVariable: () => token })).people.bureau_a?.fingerprint;
  };

  it('is another one wherever the party would be asked, or understood, otherwise', async () => {
    const all = [
      await findFingerprint({}),
      await findFingerprint({}, 'the credentials of another contract'),
      await findFingerprint({ base_url: 'https://other.example' }),
      await findFingerprint({ mapping: { score: 'points / 10' } }),
      await findFingerprint({ request: { path: '/other/{cpf}' } }),
      await findFingerprint({ date_format: 'ddmmyyyy' }),
      await findFingerprint({ cache_seconds: 60 }),
      await findFingerprint({ cache_seconds: 30 }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('is the same whatever else is set, and tells no secret', async () => {
    const plain = await findFingerprint({});
    expect(await findFingerprint({ deadline_ms: 500, concurrency: 3, title: 'Other' })).toBe(plain);
    expect(plain).toMatch(/^[\w-]{43}$/);
  });
});

describe('a profile', () => {
  const profile = `
title: From the profile
base_url: https://profile.example
auth: { kind: oauth2_client_credentials, token_url: /token }
request: { path: "/{cpf}", headers: { X-A: a } }
outcomes: [{ status: 404, content_type: application/json, means: not_found }]
mapping: { name: nome, fraud_alert: alerta }
tls: { ca_file: ca.pem }
`;

  it('is the base of a description, and what stands in the file overrides it', async () => {
    write('profiles/p.yaml', profile.replace(/tls:.*/, ''));
    const own = {
      profile: 'profiles/p.yaml',
      title: 'Own',
      auth: { client_id: { env: 'A' }, client_secret: { file: 'secret.txt' } },
      request: { headers: { 'X-B': 'b' } },
    };
    write('secret.txt', 'from-file\n');
    const file = write('confere.yaml', three(own).replace(/base_url: https:\/\/a.example/, ''));
    const { people } = await getSources({ file, findVariable: () => 'id' });
    expect(people.bureau_a).toMatchObject({
      title: 'Own',
      origin: 'https://profile.example',
      auth: { token: { clientId: 'id', clientSecret: 'from-file', path: '/token' } },
    });
    expect(people.bureau_a?.request.build({ cpf: person.cpf })).toMatchObject({ headers: { 'x-a': 'a', 'x-b': 'b' } });
  });

  it('is replaced in its authentication by one of another kind', async () => {
    write('p.yaml', profile.replace(/tls:.*/, ''));
    const file = write('confere.yaml', three({ profile: 'p.yaml', auth: { kind: 'bearer', token: { env: 'A' } } }));
    expect((await getSources({ file, findVariable: () => 'tok' })).people.bureau_a?.auth).toEqual({
      kind: 'bearer',
      token: 'tok',
    });
  });

  it('has its paths resolved against itself and its faults reported in itself', async () => {
    write('profiles/p.yaml', profile.replace('path: "/{cpf}"', 'path: "/{nope}"'));
    const own = { profile: 'profiles/p.yaml', auth: { client_id: { env: 'A' }, client_secret: { env: 'A' } } };
    const file = write(
      'confere.yaml',
      stringify({ sources: { bureau_a: own, bureau_b: bureau, fraud_registry: bureau } }),
    );
    const reading = await readSources({ file, findVariable: () => 'a' });
    const faults = reading.kind === 'invalid' ? reading.faults : [];
    const inProfile = join(folder, 'profiles/p.yaml');
    expect(formatFaults(faults)).toEqual([
      expect.stringContaining(`${inProfile}:5: bureau_a.request.path: there is no placeholder {nope}`),
      `${inProfile}:8: bureau_a.tls.ca_file: the file ${join(folder, 'profiles/ca.pem')} does not exist`,
    ]);
  });

  it.each([
    ['is not there', undefined, /the profile cannot be read/],
    ['is broken', 'a: [', /line \d+ of the profile/],
    ['names another profile', 'profile: x.yaml', /cannot name another/],
    ['is a list', '[]', /not a mapping/],
  ])('that %s is a fault at the line that names it', async (_what, text, fault) => {
    if (text !== undefined) write('p.yaml', text);
    expect((await faultsOf(three({ profile: 'p.yaml' })))[0]).toMatch(fault);
  });
});

describe('the example', () => {
  it('is valid', async () => {
    const file = join(import.meta.dirname, '..', '..', '..', 'examples', 'confere.yaml');
    const reading = await readSources({ file, findVariable: () => undefined, followSecrets: false });
    expect(reading.kind === 'invalid' ? formatFaults(reading.faults) : []).toEqual([]);
  });
});

describe('the walk over the schema', () => {
  it('finds a fault exactly where TypeBox refuses the value', () => {
    const good = parse(three({})).sources.bureau_a as Record<string, unknown>;
    const junk = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.object());
    const keys = fc.constantFrom(...Object.keys(personPartySchema.properties), 'nonsense');
    fc.assert(
      fc.property(keys, fc.constantFrom('', 'kind', 'path', 'env', 'status', 'ca_file'), junk, (key, inner, value) => {
        const changed = { ...good, [key]: inner === '' ? value : { [inner]: value } };
        expect(findSchemaFaults(personPartySchema, changed).length === 0).toBe(Value.Check(personPartySchema, changed));
      }),
      { numRuns: 2000 },
    );
  });
});
