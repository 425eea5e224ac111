// `confere mcp` as an assistant has it: started as a process of its own, spoken to by the official client, in front of the real service.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadExtra } from '../../../scripts/extra-packages.ts';
import { errorKinds } from '../../../src/error-codes.ts';
import { canaryCpfs, canaryNames } from '../../support/canaries.ts';
import { json, startParty } from '../../support/parties/party-server.ts';
import { main } from '../../support/program.ts';
import { refusal } from '../../support/service/commands.ts';
import {
  confere,
  createHome,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { gatherText } from '../../support/texts.ts';

/** What is used of the official client. */
interface Peers {
  readonly Client: new (
    self: object,
  ) => {
    connect(transport: object): Promise<void>;
    close(): Promise<void>;
    listTools(): Promise<{ tools: readonly { readonly name: string }[] }>;
    callTool(call: object): Promise<{
      readonly content: readonly { readonly type: string; readonly text: string }[];
      readonly isError?: boolean;
      readonly structuredContent?: Record<string, unknown>;
    }>;
  };
  readonly StdioClientTransport: new (process: object) => { readonly stderr: NodeJS.ReadableStream | null };
}

const { Client, StdioClientTransport } = await loadExtra<Peers>('test/peers', 'peers.js');
let home: Home;
let service: RunningProcess;
beforeAll(async () => {
  home = createHome();
  service = await startProcess(home);
});
afterAll(() => service.stop());

async function startAssistant(key: string, ...args: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', '--url', service.address, ...args],
    env: { PATH: process.env['PATH'] ?? '', CONFERE_API_KEY: key },
    stderr: 'pipe',
  });
  const said = gatherText(transport.stderr);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    tools: (await client.listTools()).tools.map(({ name }) => name),
    said,
    async use(name: string, input: Record<string, unknown>) {
      const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: input });
      const [first] = content;
      return {
        text: first?.type === 'text' ? first.text : '',
        isError,
        structured: structuredContent,
      };
    },
  };
}

/** In front of what others wrote. */
const toJson = (text: string): Record<string, unknown> => JSON.parse(text.split('\n')[0] ?? '');

describe('an assistant', () => {
  test('verifies a person and a company with the reasons, and says what they mean', async () => {
    const { key } = await createKey(home, '--mode', 'test');
    const assistant = await startAssistant(key);
    expect(assistant.tools).toEqual(['verify_cpf', 'verify_cnpj', 'explain_answer', 'look_up_error']);
    const person = await assistant.use('verify_cpf', { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho' });
    expect(toJson(person.text)).toMatchObject({ status: 'verified', score: 812, risk_level: 'low' });
    expect(person.structured).toBeUndefined();
    expect(person.text.split('ANA BEATRIZ CARVALHO')).toHaveLength(2);
    const company = await assistant.use('verify_cnpj', { cnpj: '31.151.791/0001-84' });
    expect(toJson(company.text)).toMatchObject({ status: 'not_verified', company_status: 'closed' });
    const explained = await assistant.use('explain_answer', { answer: toJson(company.text) });
    expect(explained.text).toContain('Reason company_closed: The company is closed (baixada).');
    expect(explained.text).toContain('Risk high: manual review required');
    expect(explained.text).not.toContain('31151791000184');
  });

  test('reads the record of a company: what others wrote is fenced as data, and said once', async () => {
    const { key } = await createKey(home, '--mode', 'test', '--scope', 'read:company');
    const assistant = await startAssistant(key);
    expect(assistant.tools).toEqual(['company_record', 'explain_answer', 'look_up_error']);
    const { text, structured } = await assistant.use('company_record', {
      cnpj: '34.238.864/0001-68',
      fields: ['cnpj', 'legal_name', 'status'],
    });
    expect(structured).toBeUndefined();
    expect(toJson(text)).toEqual({ cnpj: '34238864000168', status: 'active' });
    expect(text).toMatch(/\n<third_party_text>\nlegal_name: "PLANALTO CENTRAL[^\n]*"\n<\/third_party_text>$/);
    const missing = await assistant.use('company_record', { cnpj: '90000009000195' });
    expect(toJson(missing.text)).toEqual({ status: 'not_found' });
  });

  test('looks somebody up in lists, with a key that may', async () => {
    const { key } = await createKey(home, '--mode', 'test', '--scope', 'screen');
    const assistant = await startAssistant(key);
    expect(assistant.tools).toEqual(['screen', 'explain_answer', 'look_up_error']);
    const { text } = await assistant.use('screen', { cpf: '405.321.768-71' });
    expect(toJson(text)).toMatchObject({ status: 'hit', cpf: '***.321.768-**', hits: [{ list: 'ceis' }] });
    expect(text).toMatch(/hits\.0\.name: "SERGIO AUGUSTO RAMOS"/);
    expect(text).not.toContain('40532176871');
    const company = { cnpj: '90000006000151' };
    expect(toJson((await assistant.use('screen', company)).text)).toMatchObject({ status: 'clear', partners: null });
    const withPartners = await assistant.use('screen', { ...company, partners: true });
    expect(toJson(withPartners.text)).toMatchObject({ status: 'hit', partners: { state: 'screened' } });
    const explained = await assistant.use('explain_answer', { answer: toJson(withPartners.text) });
    expect(explained.text).toContain('List pep: hit, in_force.');
  });

  test('sees a CPF masked, unless its key and whoever starts it both say otherwise', async () => {
    const { key } = await createKey(home, '--mode', 'test', '--scope', 'verify:cpf', 'show:cpf');
    const masked = await (await startAssistant(key)).use('verify_cpf', { cpf: '404.428.201-35' });
    expect(masked.text).toContain('"cpf":"***.428.201-**"');
    expect(masked.text).not.toContain('40442820135');
    const whole = await (await startAssistant(key, '--show', 'cpf')).use('verify_cpf', { cpf: '404.428.201-35' });
    expect(whole.text).toContain('"cpf":"40442820135"');
    const { key: without } = await createKey(home, '--mode', 'test');
    const refused = await confere(
      { ...home, env: { ...home.env, CONFERE_API_KEY: without } },
      'mcp',
      '--url',
      service.address,
      '--show',
      'cpf',
    );
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('needs a key with the scope show:cpf')]);
  });

  test('is told every fault of what it sent, and can look it up', async () => {
    const { key } = await createKey(home, '--mode', 'test');
    const assistant = await startAssistant(key);
    const refused = await assistant.use('verify_cpf', { cpf: '404.428.201-36', birth_date: '1990-02-30' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /^invalid_request: .* \[\/cpf invalid_check_digits, \/birth_date invalid_date\] \(req_/,
    );
    expect(refused.text).toContain('/cpf: The check digits do not match');
    expect((await assistant.use('look_up_error', { code: 'invalid_check_digits' })).text).toContain('do not match');
    const limited = await assistant.use('look_up_error', { code: 'rate_limited' });
    expect(limited.text).toBe(
      `rate_limited (HTTP 429): ${errorKinds.rate_limited.title}. ${errorKinds.rate_limited.detail} The same request can succeed later.`,
    );
    expect(await assistant.use('look_up_error', { code: 'constructor' })).toMatchObject({ isError: true });
  });

  test('is offered only what the scopes of its key allow', async () => {
    const { key } = await createKey(home, '--mode', 'test', '--scope', 'verify:cnpj');
    const assistant = await startAssistant(key);
    expect(assistant.tools).toEqual(['verify_cnpj', 'explain_answer', 'look_up_error']);
    await expect(assistant.use('verify_cpf', { cpf: '40442820135' })).rejects.toThrow();
  });

  test('has the limits of its key and is in its usage', async () => {
    // One request finds out what the key may do.
    const { id, key } = await createKey(home, '--mode', 'test', '--quota-day', '2');
    const assistant = await startAssistant(key);
    expect((await assistant.use('verify_cnpj', { cnpj: '34238864000168' })).isError).toBe(false);
    const refused = await assistant.use('verify_cnpj', { cnpj: '34238864000168' });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^quota_exceeded: /)]);
    await confere(home, 'keys', 'revoke', id);
    await expect
      .poll(async () => (await assistant.use('verify_cnpj', { cnpj: '34238864000168' })).text)
      .toMatch(/^invalid_api_key: /);
  });

  test('leaves nothing of a person or a key in what it writes', async () => {
    const { key } = await createKey(home, '--mode', 'test');
    const [cpf = ''] = canaryCpfs;
    const assistant = await startAssistant(key, '--purpose', 'unheard_of');
    const input = { cpf, name: canaryNames[0] };
    expect(await assistant.use('verify_cpf', input)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^invalid_purpose/),
    });
    await assistant.use('verify_cpf', { ...input, birth_date: 'yesterday' });
    writeFileSync(join(home.directory, 'output', 'mcp.log'), assistant.said());
    expect(assistant.said()).toBe('');
  });
});

describe('it does not start, and says why in a sentence,', () => {
  const start = (more: Record<string, string>, ...args: string[]) =>
    confere({ ...home, env: { ...home.env, ...more } }, 'mcp', ...args);

  test.each([
    ['without a key', {}, [], 2, /^No API key: set CONFERE_API_KEY/],
    ['with a file that is not there', {}, ['--key-file', 'nowhere.txt'], 2, /^There is no nowhere\.txt/],
    ['with an address that is none', { CONFERE_API_KEY: 'cfr_test_x' }, ['--url', 'confere'], 2, /^--url must be/],
  ])('%s', async (_name, more, args, code, message) => {
    const result = await start(more, ...args);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('with a key that the service does not know', async () => {
    const result = await start({ CONFERE_API_KEY: 'cfr_test_x' }, '--url', service.address);
    expect(result).toMatchObject(refusal(1, /refuses this key\. invalid_api_key: /));
  });
});

test('it starts before the service does, and each call says that nobody answers', async () => {
  const { key } = await createKey(home, '--mode', 'test');
  const assistant = await startAssistant(key, '--url', 'http://127.0.0.1:1');
  expect(assistant.tools).toContain('verify_cnpj');
  const { isError, text } = await assistant.use('verify_cnpj', { cnpj: '34238864000168' });
  expect([isError, text]).toEqual([true, expect.stringContaining('could not be reached')]);
});

test('a verification whose answer comes later is no answer: the assistant is told where it will be', async () => {
  const known = json(200, { mode: 'live', scopes: ['verify:cpf'], expires_at: null });
  const pending = json(202, { request_id: 'req_1', status: 'pending' });
  const later = await startParty((request, response) =>
    request.method === 'GET' ? known(request, response) : pending(request, response),
  );
  onTestFinished(later.close);
  const assistant = await startAssistant('cfr_live_x', '--url', later.origin);
  const { text, isError } = await assistant.use('verify_cpf', { cpf: '404.428.201-35' });
  expect(isError).toBe(true);
  expect(text).toMatch(/Nothing is decided yet.*GET \/v1\/verifications\/req_1$/);
});
