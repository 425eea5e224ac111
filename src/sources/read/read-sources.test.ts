import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { person } from '../../../test/support/parties/described-sources.ts';
import { parseJson } from '../answer/body/json-body.ts';
import { personPartySchema } from '../schema/party.ts';
import type { CheckedSources } from './checked-party.ts';
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

async function sourcesOf(text: string, secret?: string): Promise<CheckedSources> {
  return await getSources({ file: write('confere.yaml', text), findVariable: () => secret });
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

  it('says with its line what is wrong with the format of requests and answers', async () => {
    const text = `
sources:
  bureau_a:
    base_url: https://a.example
    request:
      path: /v1
      xml: |
        <q>
          <cpf>{cpf}</cp>
        </q>
    response: { xml: { list: [debt] } }
    mapping: { name: nome }
  bureau_b:
    base_url: https://b.example
    request: { path: /v1, json: {}, xml: "<q/>" }
    response: {}
    mapping: { name: nome }
  fraud_registry:
    base_url: https://c.example
    request: { path: /v1, xml: "<q><cpf>{cfp}</cpf></q>" }
    response: yaml
    mapping: { fraud_alert: alert }
`;
    expect(await faultsOf(text)).toEqual([
      '7 bureau_a.request.xml: this is no XML that can be sent: it is not well-formed (line 2 of the text)',
      '11 bureau_a.response.xml.list: unknown key; known here: lists',
      '15 bureau_b.request.xml: json is given too: keep one',
      '16 bureau_b.response: it names no format; write json, xml, {xml: {lists: […]}} or {fixed: {…}}',
      expect.stringMatching(/^20 fraud_registry\.request\.xml: there is no placeholder \{cfp\} here/),
      expect.stringMatching(/^21 fraud_registry\.response: does not fit\. How the answers are written: json or xml/),
    ]);
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
      '7 bureau_a.request.path: there is no placeholder {cfp} here; known: {cpf}, {birth_date}, {name}, {uuid}, {now}, {nonce}',
      '8 bureau_a.request.headers.Host: this header belongs to the connection and is set for you',
      '10 bureau_a.outcomes.0: it needs a status or a body, or it would match every answer',
      expect.stringMatching(/^11 bureau_a\.outcomes\.1\.status: does not fit\. A status such as 404/),
      expect.stringMatching(/^13 bureau_a\.mapping\.name: it is not valid JSONata: .+ \(at character \d+\)$/),
      '14 bureau_c: base_url is missing',
      '14 bureau_c: request is missing',
      '14 bureau_c: mapping is missing',
      '14 bureau_c.roles: say what it is asked for, such as roles: [identity]; only bureau_a, bureau_b, fraud_registry imply theirs',
      '17 bureau_b.auth.token: the environment variable MISSING_TOKEN is not set',
      '19 bureau_b.request.path: there is no placeholder {cfp} here; known: {cpf}, {birth_date}, {name}, {uuid}, {now}, {nonce}',
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

describe('a source with a name of its own', () => {
  const income = { ...bureau, roles: ['identity'], mapping: { name: 'nome' } };
  const faultsWith = (sources: object) => faultsOf(stringify({ sources }));

  it('is taken after the contract’s own, in the order of the file', async () => {
    const { people } = await sourcesOf(stringify({ sources: { zeta: income, bureau_b: bureau, alpha: income } }));
    expect(people.map(({ name, roles }) => [name, roles])).toEqual([
      ['bureau_b', ['identity', 'score']],
      ['zeta', ['identity']],
      ['alpha', ['identity']],
    ]);
  });

  it.each<[string, object, RegExp]>([
    ['no role', { roles: undefined }, /^2 income\.roles: say what it is asked for/],
    ['an empty list of roles', { roles: [] }, /^\d+ income\.roles: must not be empty, unless the party has signals/],
    [
      'an unknown role',
      { roles: ['screening'] },
      /^\d+ income\.roles\.0: must be one of identity, debts, score, fraud/,
    ],
    ['a role twice', { roles: ['identity', 'identity'] }, /^\d+ income\.roles: a role stands there twice/],
    ['a role that its mapping cannot fill', { roles: ['score'] }, /^\d+ income\.mapping: score is missing/],
  ])('with %s is refused with its line', async (_what, overrides, fault) => {
    expect((await faultsWith({ income: { ...income, ...overrides } })).join('\n')).toMatch(fault);
  });

  it.each(['Income', 'x', 'a'.repeat(33), 'renda-2', 'constructor'])('is not called %s', async (name) => {
    expect(await faultsWith({ [name]: income })).toEqual([
      expect.stringMatching(`2 ${name}: a source is named by 2 to 32`),
    ]);
  });

  it('is one of 16 at most', async () => {
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`source_${index}`, income]));
    expect(await faultsWith(many)).toEqual([expect.stringMatching(/^\d+ source_16: at most 16 sources/)]);
  });

  it('has the roles that its name implies where it is one of the contract’s, and no others', async () => {
    expect(await faultsWith({ bureau_a: { ...bureau, roles: ['debts', 'identity'] } })).toEqual([]);
    expect(await faultsWith({ bureau_a: { ...bureau, roles: ['fraud'] } })).toEqual([
      expect.stringMatching(/^\d+ bureau_a\.roles: bureau_a is always asked for identity, debts/),
    ]);
  });
});

describe('the signals of a source', () => {
  const signals = {
    deceased_hint: { kind: 'boolean', value: 'obito' },
    dependents: { kind: 'integer', min: 0, max: 20, value: 'dependentes' },
    income_band: { kind: 'word', words: ['none', 'low', 'high'], value: 'renda.faixa' },
  };
  const income = { ...bureau, roles: [], mapping: { cpf: 'cpf' }, signals };
  const toText = (overrides: object, more: object = {}) =>
    stringify({ sources: { income: { ...income, signals: { ...signals, ...overrides } }, ...more } });
  const readAnswer = async (answer: object) => {
    const { people } = await sourcesOf(toText({}));
    const body = parseJson(Buffer.from(JSON.stringify({ cpf: person.cpf, ...answer })));
    if (body.kind !== 'tree') throw new Error('not JSON');
    const asked = { number: person.cpf, today: '2026-11-15', signal: new AbortController().signal };
    const reply = await people[0]?.reader.read(body, asked);
    return reply?.kind === 'found' ? reply.value.signals : reply;
  };

  it('are told as declared, and what the answer lacks is not told: never false', async () => {
    const all = { obito: false, dependentes: 3, renda: { faixa: 'low' } };
    expect(await readAnswer(all)).toEqual({ deceased_hint: false, dependents: 3, income_band: 'low' });
    expect(await readAnswer({ obito: null })).toEqual({});
  });

  it.each([
    ['deceased_hint', { obito: 'N' }],
    ['dependents', { dependentes: 21 }],
    ['dependents', { dependentes: 1.5 }],
    ['income_band', { renda: { faixa: 'HIGH' } }],
  ])('make the answer invalid where %s is out of what is declared: %j', async (name, answer) => {
    const fault = { field: `signals.${name}` };
    expect(await readAnswer(answer)).toMatchObject({ kind: 'failed', reason: 'invalid_response', fault });
  });

  it.each<[string, object, RegExp]>([
    [
      'an unknown kind',
      { x1: { kind: 'text', value: 'a' } },
      /^\d+ income\.signals\.x1\.kind: must be one of boolean, integer, word$/,
    ],
    ['no expression', { x1: { kind: 'boolean' } }, /^\d+ income\.signals\.x1: value is missing$/],
    [
      'a range that is none',
      { x1: { kind: 'integer', min: 2, max: 1, value: 'a' } },
      /^\d+ income\.signals\.x1\.min: it is greater/,
    ],
    [
      'a word twice',
      { x1: { kind: 'word', words: ['aa', 'aa'], value: 'a' } },
      /^\d+ income\.signals\.x1\.words: a word stands/,
    ],
    [
      'an odd word',
      { x1: { kind: 'word', words: ['A B'], value: 'a' } },
      /^\d+ income\.signals\.x1\.words: a word has 2 to 32/,
    ],
    ['an odd name', { X1: { kind: 'boolean', value: 'a' } }, /^\d+ income\.signals\.X1: a signal is named by/],
    [
      'an expression that fails',
      { x1: { kind: 'boolean', value: 'a[' } },
      /^\d+ income\.signals\.x1\.value: it is not valid JSONata/,
    ],
    [
      'a verdict of silence',
      { x1: { kind: 'boolean', value: 'a = 1' } },
      /^\d+ income\.signals\.x1\.value: it gives a verdict on an empty/,
    ],
  ])('with %s are refused with the line', async (_what, overrides, fault) => {
    expect(await faultsOf(toText(overrides))).toEqual([expect.stringMatching(fault)]);
  });

  it('can be what a plan looks at, in the values that they are declared with', async () => {
    const checks = (test: object) => ({ ...parse(toText({}, { bureau_b: bureau })), checks: toChecks(test) });
    const toChecks = (when: object) => [[{ ask: 'income' }], [{ ask: 'bureau_b', when }]];
    const faultsFor = (test: object) => faultsOf(stringify(checks({ signals: test })));
    expect(await faultsFor({ income_band: ['low', 'high'] })).toEqual([]);
    expect(await faultsFor({ deceased_hint: false })).toEqual([]);
    expect(await faultsFor({ income_band: 'rich' })).toEqual([expect.stringContaining('checks.1.0.when')]);
    expect(await faultsFor({ other: true })).toEqual([expect.stringContaining('no source has this signal')]);
  });

  it('mean one thing in all sources', async () => {
    const other = { ...income, signals: { dependents: { ...signals.dependents, max: 9 } } };
    expect(await faultsOf(toText({}, { other }))).toEqual([
      expect.stringMatching(/^\d+ other\.signals\.dependents: another source declares this signal otherwise/),
    ]);
    expect(await faultsOf(toText({}, { other: income }))).toEqual([]);
  });
});

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
    const { warnings } = await sourcesOf(three({ mapping: { name: 'name', [field]: text } }));
    expect(formatFaults(warnings)).toEqual([
      expect.stringMatching(`bureau_a.mapping.${field}: a word or a type .* reads as ${verdict}`),
    ]);
  });

  it.each([
    ['fraud_alert', '$verdict(status, "FRAUD", "CLEAR")'],
    ['pending_debts', '$some(pendencias)'],
    ['pending_debts', 'debts.total > 0'],
  ])('whose %s is %s is not', async (field, text) => {
    expect((await sourcesOf(three({ mapping: { name: 'name', [field]: text } }))).warnings).toEqual([]);
  });

  it('tells every fault of its prices, each with its line', async () => {
    const text = `sources:
  company_fallback:
    base_url: https://companies.example
    request: { path: "/{cnpj}" }
    mapping: { legal_name: name, status: status, head_office: matriz }
    price:
      - from: 2026-02-30
        answered: -0.659
        not_found: 0,659
        minor: 0.00001
        timeout: 1e3
        error: 0
      - from: 2026-03-01
        answered: band
        not_found: band
        minor: 0
        timeout: 0
        error: 0
        bands:
          - { from_call: 2, each: 0.659 }
          - { from_call: 1000, each: 0.565 }
          - { from_call: 1000, each: band }
      - { from: 2026-03-01, answered: band, not_found: 0, minor: 0, timeout: 0, error: 0, volume: whole }
      - from: 2026-04-01
        answered: 1
        not_found: 0
        minor: 0
        timeout: 0
        error: 0
        bands:
          - { from_call: 1, each: 1 }
`;
    const amount = 'must be an amount of reais with a point and at most four decimals, such as 0.659';
    const at = 'company_fallback.price';
    expect(await faultsOf(text)).toEqual([
      `7 ${at}.0.from: must be a day such as 2026-01-31`,
      `8 ${at}.0.answered: must not be negative`,
      `9 ${at}.0.not_found: ${amount}`,
      `10 ${at}.0.minor: ${amount}`,
      `19 ${at}.1.bands: volume is missing: progressive or whole`,
      `20 ${at}.1.bands.0.from_call: must be 1: the first band begins with the first call`,
      `22 ${at}.1.bands.2.from_call: must be greater than that of the band before it`,
      `22 ${at}.1.bands.2.each: ${amount}`,
      `23 ${at}.2.from: must be later than that of the list before it: two lists never hold on one day`,
      `23 ${at}.2: an outcome has the price \`band\`, but there are no bands`,
      `23 ${at}.2.volume: there are no bands that it could speak of`,
      `30 ${at}.3.bands: no outcome has the price \`band\`, so they are never used`,
    ]);
  });

  it('has a price for every outcome and none for any other', async () => {
    const price = [{ from: '2026-01-01', answered: 1, not_found: 1, minor: true, found: 1, error: 0 }];
    expect(await faultsOf(three({ price }))).toEqual([
      expect.stringMatching(/bureau_a\.price\.0: timeout is missing$/),
      expect.stringMatching(/bureau_a\.price\.0\.minor: does not fit\. Reais/),
      expect.stringMatching(/bureau_a\.price\.0\.found: unknown key; known here: from, answered, not_found/),
    ]);
  });

  it('tells every fault of budgets, of sources and of keys, each with its line', async () => {
    const text = `sources:
  company_fallback:
    base_url: https://companies.example
    request: { path: "/{cnpj}" }
    mapping: { legal_name: name, status: status, head_office: matriz }
    budget:
      day: {}
      month: { reais: 1500.00 }
  income:
    base_url: https://income.example
    request: { path: "/{cpf}" }
    roles: [debts]
    mapping: { pending_debts: x }
    required: true
    budget:
      at_limit: skip
key_budgets:
  key_1: { month: { reais: -1 } }
  key_2: { month: { calls: 0 }, at_limit: stop }
  shop: { day: { calls: 1 } }
`;
    expect(await faultsOf(text)).toEqual([
      '7 company_fallback.budget.day: it has neither calls nor reais',
      '8 company_fallback.budget.month.reais: nobody says what a call costs: `price` is missing',
      '15 income.budget: it has neither day nor month',
      '16 income.budget.at_limit: this party is required: without its answer there is no result, so refuse',
      '18 key_budgets.key_1.month.reais: must be more than 0 reais, with a point and at most four decimals, such as 1500.00',
      '18 key_budgets.key_1.month.reais: nobody says what a call costs: `price` is missing',
      expect.stringMatching(/^19 key_budgets\.key_2\.month\.calls: /),
      expect.stringMatching(/^19 key_budgets\.key_2\.at_limit: must be one of skip, refuse/),
      '20 key_budgets.shop: is no id of a key, such as confere keys list shows',
    ]);
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
    const keepAlive = async (overrides: object) => (await sourcesOf(three(overrides))).people[0]?.keepAlive;
    expect(await keepAlive({ mapping: { score: 'points' } })).toBe(false);
    expect(await keepAlive({ mapping: { score: 'points', cpf: 'cpf' } })).toBe(true);
    expect(await keepAlive({ mapping: { score: 'points' }, keep_alive: true })).toBe(true);
    expect(await keepAlive({ mapping: { score: 'points', cpf: 'cpf' }, keep_alive: false })).toBe(false);
  });

  it('gets the promised defaults', async () => {
    const { people } = await sourcesOf(three({}));
    expect(people[0]).toMatchObject({
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
    return (await sourcesOf(three({ ...auth, ...overrides }), token)).people[0]?.fingerprint;
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
    const { people } = await sourcesOf(three(own).replace(/base_url: https:\/\/a.example/, ''), 'id');
    expect(people[0]).toMatchObject({
      title: 'Own',
      origin: 'https://profile.example',
      auth: { token: { credentials: { client_id: 'id', client_secret: 'from-file' }, path: '/token' } },
    });
    expect(people[0]?.request.build({ cpf: person.cpf })).toMatchObject({ headers: { 'x-a': 'a', 'x-b': 'b' } });
  });

  it('is replaced in its authentication by one of another kind', async () => {
    write('p.yaml', profile.replace(/tls:.*/, ''));
    const { people } = await sourcesOf(
      three({ profile: 'p.yaml', auth: { kind: 'bearer', token: { env: 'A' } } }),
      'tok',
    );
    expect(people[0]?.auth).toEqual({ kind: 'bearer', token: 'tok' });
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
  it('refuses a kind that cannot be made into text', () => {
    const party = { ...parse(three({})).sources.bureau_a, auth: { kind: { toString: [] } } };
    expect(findSchemaFaults(personPartySchema, party)).toEqual([
      { path: ['auth', 'kind'], problem: expect.stringMatching(/^must be one of /) },
    ]);
  });

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
