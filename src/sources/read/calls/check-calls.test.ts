import { describe, expect, it } from 'vitest';
import { readText } from '../../../../test/support/parties/read-text.ts';

/** The faults of a party with these lines under it, as `line key: problem`; the first line is the third of the file. */
async function faultsOf(lines: string, secret?: string): Promise<string[]> {
  const text = `sources:\n  bureau_a:\n    base_url: https://a.example\n    mapping: { name: n }\n${lines}`;
  const { faults } = await readText(text, { secret });
  return faults.map(({ line, key, problem }) => `${line} ${key}: ${problem}`);
}

describe('calls before the last one', () => {
  it('may use what earlier ones give', async () => {
    const lines = `    calls:
      - { name: one, request: { path: "/{cpf}" }, number: doc, values: { id: a.b } }
      - { name: two, request: { path: "/{call.one.id}" }, values: { key: "$string(k)" } }
    request: { path: "/{call.one.id}/{call.two.key}" }
`;
    expect(await faultsOf(lines)).toEqual([]);
  });

  it('cannot use a name that nobody gives', async () => {
    const lines = `    calls:
      - { name: one, request: { path: /a }, values: { id: id } }
    request:
      path: "/{call.one.key}"
      headers:
        X-Id: "{call.onw.id}"
`;
    expect(await faultsOf(lines)).toEqual([
      '8 bureau_a.request.path: there is no placeholder {call.one.key} here; known: {cpf}, {birth_date}, {name}, {uuid}, {now}, {nonce}, {call.one.id}',
      '10 bureau_a.request.headers.X-Id: there is no placeholder {call.onw.id} here; known: {cpf}, {birth_date}, {uuid}, {now}, {nonce}, {call.one.id}',
    ]);
  });

  it('cannot use a value before it exists, nor their own', async () => {
    const lines = `    calls:
      - name: one
        request: { path: "/{call.two.id}" }
      - name: two
        request: { path: "/{cpf}", query: { id: "{call.two.id}" } }
        values: { id: id }
    request: { path: "/{call.two.id}" }
`;
    expect(await faultsOf(lines)).toEqual([
      '7 bureau_a.calls.0.request.path: {call.two.id} does not exist yet: the call two comes later, so put it before this one',
      '9 bureau_a.calls.1.request.query.id: {call.two.id} is a value of this very call, which exists only after it',
    ]);
  });

  it('cannot need each other, not even by way of a third', async () => {
    const lines = `    calls:
      - name: one
        request: { path: "/{call.three.id}" }
        values: { id: id }
      - name: two
        request: { path: "/{call.one.id}" }
        values: { id: id }
      - name: three
        request: { path: "/{call.two.id}" }
        values: { id: id }
    request: { path: "/{call.three.id}" }
`;
    expect(await faultsOf(lines)).toEqual([
      '7 bureau_a.calls.0.request.path: {call.three.id} makes a circle: the call three needs a value of one, so no order fits',
    ]);
  });

  it('are held to the rules of requests, outcomes and expressions, each fault with its line', async () => {
    const lines = `    auth: { kind: none }
    calls:
      - name: one
        request:
          path: "/{cfp}"
          headers: { Host: x }
        outcomes:
          - { means: minor }
          - { status: 404, means: not_found }
        number: "doc["
        values:
          id: "$unknown(id)"
      - name: one
        request: { path: /b }
      - name: Three
        request: { path: /c }
        values: { id: id }
    request: { path: "/{call.Three.id}" }
`;
    expect(await faultsOf(lines)).toEqual([
      '9 bureau_a.calls.0.request.path: there is no placeholder {cfp} here; known: {cpf}, {birth_date}, {name}, {uuid}, {now}, {nonce}, {call.one.id}, {call.Three.id}',
      '10 bureau_a.calls.0.request.headers.Host: this header belongs to the connection and is set for you',
      '12 bureau_a.calls.0.outcomes.0: it needs a status or a body, or it would match every answer',
      expect.stringMatching(/^13 bureau_a\.calls\.0\.outcomes\.1: a bare status would believe/),
      expect.stringMatching(/^14 bureau_a\.calls\.0\.number: it is not valid JSONata: /),
      '16 bureau_a.calls.0.values.id: there is no function or variable $unknown',
      '17 bureau_a.calls.1.name: another call has this name',
      expect.stringMatching(/^19 bureau_a\.calls\.2\.name: is not written as it must be\. Its name: up to 32 of/),
    ]);
  });

  it('are at most eight', async () => {
    const call = (index: number) => `      - { name: c${index}, request: { path: /a } }\n`;
    const lines = `    calls:\n${Array.from({ length: 9 }, (_, index) => call(index)).join('')}    request: { path: /a }\n`;
    expect(await faultsOf(lines)).toEqual(['5 bureau_a.calls: at most 8 calls before the last one']);
  });
});

describe('a secret in a header', () => {
  const lines = `    secrets: { key: { env: KEY } }
    auth:
      kind: oauth2_client_credentials
      token_url: /token
      client_id: { env: KEY }
      client_secret: { env: KEY }
      credentials_in: body
      headers: { X-Token: "{secret.key}" }
    calls:
      - name: one
        request:
          path: /a
          headers: { X-One: "{secret.key}" }
        values: { id: id }
    request:
      path: "/{call.one.id}"
      headers:
        X-Both: "{call.one.id} {secret.key}"
      query: { key: "{secret.key}" }
    async:
      id: id
      poll:
        request: { path: "/{async.id}", headers: { X-Poll: "{secret.key}" } }
        outcomes: [{ status: 202, means: pending }]
`;

  it('is plain ASCII, in every request of the party', async () => {
    expect(await faultsOf(lines, 'plain ASCII ~')).toEqual([]);
    const problem = '{secret.key} holds a character that a header cannot carry: it must be plain ASCII on one line';
    for (const secret of ['sécret', 'secret€']) {
      expect(await faultsOf(lines, secret)).toEqual([
        `12 bureau_a.auth.headers.X-Token: ${problem}`,
        `17 bureau_a.calls.0.request.headers.X-One: ${problem}`,
        `22 bureau_a.request.headers.X-Both: ${problem}`,
        `27 bureau_a.async.poll.request.headers.X-Poll: ${problem}`,
      ]);
    }
  });

  it('may hold anything elsewhere', async () => {
    const elsewhere = '    secrets: { key: { env: KEY } }\n    request: { path: /a, json: { key: "{secret.key}" } }\n';
    expect(await faultsOf(elsewhere, 'secret€')).toEqual([]);
  });
});
