import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { formatCpf } from '../../../src/domain/numbers/cpf.ts';
import {
  describeBureau,
  describeThree,
  goodAnswer,
  person,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { refusal, useCommands } from '../../support/service/commands.ts';
import { confereWithInput } from '../../support/service/process.ts';

const { confereHereWithInput } = useCommands();
let folder: string;
let party: PartyServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'confere-sources-cli-'));
  party = await startParty(json(200, { ...goodAnswer, registration: 'REGULAR' }));
});
afterEach(async () => {
  await party.close();
  rmSync(folder, { recursive: true });
});

function describe3(overrides: SourceText = {}): string {
  const codes = { registration: { REGULAR: 'regular' } };
  const file = join(folder, 'confere.yaml');
  writeFileSync(file, stringify({ sources: describeThree(describeBureau(party.origin, { codes, ...overrides })) }));
  return file;
}

interface Given {
  readonly input?: string;
  readonly env?: Record<string, string>;
}

/** A trial call is recorded, and only the service makes a home where no setting names one. */
const toHome = () => ({ CONFERE_DATA_DIR: join(folder, 'data'), CONFERE_SECRETS_DIR: join(folder, 'secrets') });

const runBy =
  (confere: typeof confereWithInput) =>
  (args: readonly string[], { input = '', env = {} }: Given = {}) =>
    confere({ directory: folder, env: { ...toHome(), ...env } }, input, 'sources', ...args);
const run = runBy(confereHereWithInput);
/** In a process of its own: the first of each kind. */
const runApart = runBy(confereWithInput);

describe('confere sources check', () => {
  it('lists the parties of a file without faults, named or configured', async () => {
    const file = describe3();
    const named = await runApart(['check', file]);
    expect(named.code).toBe(0);
    expect(named.stdout).toMatch(/bureau_a +none +28000 ms +http:\/\/127\.0\.0\.1:\d+ +bureau_a/);
    expect((await run(['check'], { env: { CONFERE_CONFIG: file } })).stdout).toBe(named.stdout);
    expect(party.requests).toHaveLength(0);
  });

  it('prints every fault with its line and ends with 2', async () => {
    const file = describe3({ retries: 1, auth: { kind: 'bearer', token: 'S3CRET' } });
    const { code, stderr } = await runApart(['check', file]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${file}:`);
    expect(stderr.match(/retries: unknown key/g)).toHaveLength(3);
    expect(stderr).not.toContain('S3CRET');
  });

  it('answers programs in JSON, faults included', async () => {
    const good = describe3();
    expect(JSON.parse((await run(['check', good, '--json'])).stdout)).toMatchObject({
      accepted: true,
      faults: [],
      parties: [{ name: 'bureau_a', deadline_ms: 28_000 }, { name: 'bureau_b' }, { name: 'fraud_registry' }],
    });
    const { code, stdout } = await run(['check', describe3({ retries: 1 }), '--json']);
    expect(code).toBe(2);
    const { accepted, faults } = JSON.parse(stdout) as { accepted: boolean; faults: string[] };
    expect(accepted).toBe(false);
    expect(faults.filter((fault) => fault.includes('retries: unknown key'))).toHaveLength(3);
    const trial = await run(['try', 'bureau_a', '--json', '--file', describe3()], { input: `${person.cpf}\n` });
    expect(JSON.parse(trial.stdout)).toMatchObject({ source: 'bureau_a', mapped: { kind: 'answered' } });
  });

  it('says what is not described, what may be a mistake, and what runs in a thread', async () => {
    const file = join(folder, 'confere.yaml');
    const mapping = { name: '$match(name, /.+/).match', pending_debts: '$exists(debts) ? $count(debts) > 0 : null' };
    writeFileSync(file, stringify({ sources: { bureau_a: describeBureau(party.origin, { mapping }) } }));
    const { code, stdout } = await run(['check', file]);
    expect(code).toBe(0);
    expect(stdout).toContain('bureau_a runs in a thread of its own (docs/sources.md, Mapping): mapping.name');
    expect(stdout).toMatch(/Warning: .*confere\.yaml:\d+: bureau_a\.mapping\.pending_debts: a word or a type/);
    expect(stdout).toContain('nobody is verified: bureau_b, fraud_registry');
  });

  it('says what to do without a file', async () => {
    expect(await run(['check'])).toMatchObject(refusal(2, 'CONFERE_CONFIG'));
  });
});

describe('confere sources try', () => {
  it('takes the number from the standard input and shows the answer masked', async () => {
    const { code, stdout, stderr } = await runApart(['try', 'bureau_a', '--file', describe3()], {
      input: `${formatCpf(person.cpf)}\n`,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('answered with status 200');
    expect(stdout).toContain('"name": "AAAAA AAAAAAA AA AAAAA"');
    expect(stdout).toMatch(/registration +regular/);
    expect(stdout + stderr).not.toMatch(/390|JOANA|1987|742/);
    expect(party.requests).toHaveLength(1);
  });

  it('asks for the birth date where one of its requests uses it, and shows each call masked', async () => {
    const calls = [{ name: 'search', request: { path: '/s', query: { d: '{birth_date}' } }, values: { n: 'name' } }];
    const file = describe3({ calls, request: { path: '/p', query: { c: '{cpf}', n: '{call.search.n}' } } });
    const { stdout } = await run(['try', 'bureau_a', '--file', file], { input: `${person.cpf}\n1987-05-21\n` });
    const name = encodeURIComponent(goodAnswer.name).replaceAll('%20', '+');
    expect(party.requests.map(({ url }) => url)).toEqual(['/s?d=1987-05-21', `/p?c=${person.cpf}&n=${name}`]);
    expect(stdout).toMatch(/answered the call search with status 200\. Masked:\n\{/);
    expect(stdout).not.toMatch(/390|JOANA|1987|742/);
  });

  it('keeps a masked record that only its owner can read, and overwrites nothing', async () => {
    const record = join(folder, 'fixture.json');
    const args = ['try', 'bureau_a', '--file', describe3(), '--record', record];
    await run(args, { input: person.cpf });
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({
      source: 'bureau_a',
      answer: { status: 200, body: { cpf: '99999999999', registration: 'REGULAR' } },
      mapped: { kind: 'answered', fields: { registration: 'regular' } },
    });
    expect(statSync(record).mode & 0o777).toBe(0o600);
    expect(await run(args, { input: person.cpf })).toMatchObject(refusal(2, 'EEXIST'));
  });

  it.each([
    ['a number as an argument', ['try', 'bureau_a', person.cpf], ''],
    ['a number that does not close', ['try', 'bureau_a'], '39053344704'],
    ['no number', ['try', 'bureau_a'], ''],
    ['a party that is not described', ['try', 'company_fallback'], ''],
  ])('refuses %s and asks nobody', async (_what, args, input) => {
    const { code, stdout, stderr } = await run([...args, '--file', describe3()], { input });
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain('3905334470');
    expect(party.requests).toHaveLength(0);
  });

  it('names the field that did not fit, and what was expected', async () => {
    const file = describe3({
      mapping: { cpf: 'cpf', name: 'name', score: 'registration', fraud_alert: 'fraud_alert' },
      codes: {},
    });
    const { code, stdout } = await run(['try', 'bureau_a', '--file', file], { input: person.cpf });
    expect(code).toBe(1);
    expect(stdout).toContain('Mapped to: unavailable (invalid_response)');
    expect(stdout).toContain('score: it must be a whole number from 0 to 1000, but is text');
  });

  it('ends with 1 where the party is unavailable', async () => {
    const file = describe3({ outcomes: [{ status: 200, means: 'temporarily_unavailable' }] });
    const { code, stdout } = await runApart(['try', 'bureau_a', '--file', file], { input: person.cpf });
    expect(code).toBe(1);
    expect(stdout).toContain('Mapped to: unavailable (upstream_error)');
  });
});

describe('confere sources schema', () => {
  it('prints a JSON Schema', async () => {
    const { code, stdout } = await run(['schema']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('properties.sources');
  });
});
