// The client package as callers have it: installed from the packed file in an empty folder, against the real process, on the
// Node of the tests, on the machine's own, and in a real browser.

import { execFile } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as clientSource from '../../../packages/client/src/index.ts';
import { completeCnpj, parseCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf, parseCpf } from '../../../src/domain/numbers/cpf.ts';
import { launchBrowser } from '../../support/console/browser.ts';
import { listen } from '../../support/free-port.ts';
import { installClient } from '../../support/http/client-package.ts';
import { findBrowser, findMachineNode } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createHome, createKey, type RunningProcess, startProcess } from '../../support/service/process.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** What a caller writes, in JavaScript that every platform takes; `client` and `report` are given. */
const program = `
const { ConfereError, createClient, formatCnpj, maskCpf, parseCnpj, parseCpf, responseOf, verifyWebhook } = client;
const confere = createClient({ url: settings.url, key: settings.key });
const person = await confere.verifyCpf(
  { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' },
  { explain: true },
);
const company = await confere.verifyCnpj({ cnpj: settings.cnpj });
const refused = await confere.verifyCpf({ cpf: '1' }).catch((error) => error);
const rows = [];
for await (const row of confere.verifyMany([{ cpf: '40442820135' }, { cnpj: 'x' }, { cnpj: settings.cnpj }])) {
  rows.push(row.kind === 'answered' ? row.answer.status : row.error.code);
}
const record = await confere.findCompany(formatCnpj(settings.cnpj), { fields: ['cnpj', 'status'] });
const lines = await confere.lookUpCompanies([settings.cnpj, 'x'], { fields: ['cnpj'] });
const establishments = [];
for await (const { cnpj } of confere.listEstablishments(settings.cnpj.slice(0, 8))) establishments.push(cnpj);
const created = await confere.batches.create([{ cpf: '40442820135' }, { cnpj: settings.cnpj }, { cnpj: 'x' }]);
const batch = await confere.waitForBatch(created.id);
const results = [];
for await (const { status, answer } of confere.batches.results(batch.id)) results.push(answer?.status ?? status);
await confere.batches.delete(batch.id);
const watch = await confere.watches.create([formatCnpj(settings.cnpj), settings.cnpj, 'x']);
const watched = await confere.watches.find(watch.id);
const changes = [];
for await (const change of confere.watches.changes(watch.id)) changes.push(change);
await confere.watches.delete(watch.id);
const cpf = parseCpf('404.428.201-35');
const unsigned = await verifyWebhook({ headers: {}, body: '{}', secrets: 'whsec_AAAA' }).catch((error) => error.code);
await report({
  person: [person.status, person.score, person.explanation.reasons],
  company: company.status,
  meta: [responseOf(company).status, responseOf(person).requestId === person.request_id, responseOf(company).rateLimit.limit > 0],
  refused: [refused instanceof ConfereError, refused.code, refused.faults.map(({ pointer }) => pointer)],
  rows,
  record,
  missing: (await confere.findCompany(settings.missing)) === undefined,
  lines: lines.map(({ status }) => status),
  establishments: establishments.includes(settings.cnpj),
  batch: [batch.status, results, (await confere.batches.find(batch.id)) === undefined],
  watch: [
    watch.companies,
    watch.refused,
    watched.changes,
    changes,
    (await confere.watches.find(watch.id)) === undefined,
  ],
  numbers: [maskCpf(cpf.value), parseCnpj('12.abc.345/01de-35')],
  unsigned,
});
`;

const cnpj = '34238864000168';
const missing = '90000009000195';
const expected = {
  person: ['verified', 812, ['all_checks_passed']],
  company: 'verified',
  meta: [200, true, true],
  refused: [true, 'invalid_request', ['/cpf']],
  rows: ['verified', 'invalid_request', 'verified'],
  record: { cnpj, status: 'active' },
  missing: true,
  lines: ['found', 'invalid'],
  establishments: true,
  batch: ['completed', ['verified', 'verified', 'invalid'], true],
  watch: [1, [{ line: 3, reason: 'invalid_format' }], 0, [], true],
  numbers: ['***.428.201-**', { kind: 'valid', value: '12ABC34501DE35' }],
  unsigned: 'missing_header',
};

let service: RunningProcess;
let key: string;
let project: string;
beforeAll(async () => {
  const home = createHome();
  service = await startProcess(home);
  const scopes = ['verify:cpf', 'verify:cnpj', 'read:company', 'verify:batch', 'watch:company'];
  ({ key } = await createKey(home, '--mode', 'test', '--scope', ...scopes));
  project = await installClient(createOutputDirectory('client-package'));
});
afterAll(() => service.stop());

const installed = (...path: string[]) => join(project, 'node_modules/@confere/client', ...path);
const toSettings = (url: string) => ({ url, key, cnpj, missing });

const modules = {
  esm: `import * as client from '@confere/client';
import { parseCpf as same } from '@confere/client/numbers';
import { WebhookError as alike } from '@confere/client/webhooks';
`,
  commonjs: `const client = require('@confere/client');
const { parseCpf: same } = require('@confere/client/numbers');
const { WebhookError: alike } = require('@confere/client/webhooks');
if (require.resolve('@confere/client').includes('commonjs') === false) throw new Error('not CommonJS');
`,
} as const;

async function runOn(node: string, kind: keyof typeof modules): Promise<unknown> {
  const file = join(project, kind === 'esm' ? 'program.js' : 'program.cjs');
  writeFileSync(
    file,
    `${modules[kind]}
if (same !== client.parseCpf || alike !== client.WebhookError) throw new Error('two copies');
const settings = JSON.parse(process.env.SETTINGS);
const report = (found) => console.log(JSON.stringify(found));
${kind === 'esm' ? program : `(async () => {${program}})();`}`,
  );
  const env = { ...process.env, SETTINGS: JSON.stringify(toSettings(service.address)) };
  const { stdout } = await run(node, [file], { cwd: project, env });
  return JSON.parse(stdout);
}

test.each(['esm', 'commonjs'] as const)('it works on the Node of the service, as %s', async (kind) => {
  expect(await runOn(process.execPath, kind)).toEqual(expected);
});

const machineNode = findMachineNode();
describe.skipIf(machineNode === undefined)('on the machine’s own Node, 20 or later', () => {
  test.each(['esm', 'commonjs'] as const)('it works as %s', async (kind) => {
    expect(await runOn(machineNode ?? '', kind)).toEqual(expected);
  });
});

const browser = findBrowser();
test.skipIf(browser === undefined)('it works in a page of a browser, without a bundler', async () => {
  const page = `<!doctype html><script type="importmap">
{"imports":{"@confere/client":"/package/dist/packages/client/src/index.js"}}</script>`;
  // As behind the operator's own proxy: the page and the service have one address.
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else if (path.startsWith('/package/')) {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      createReadStream(installed(path.slice('/package/'.length))).pipe(response);
    } else {
      const { method, headers } = request;
      request.pipe(
        forward(`${service.address}${path}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        }),
      );
    }
  });
  const site = await listen(server);
  const chromium = await launchBrowser(browser ?? '');
  try {
    const tab = await chromium.newPage();
    await tab.goto(site.origin);
    const script = `(async (settings) => {
      const client = await import('@confere/client');
      let found;
      const report = (what) => { found = what; };
      ${program}
      return found;
    })(${JSON.stringify(toSettings(site.origin))})`;
    expect(await tab.evaluate(script)).toEqual(expected);
  } finally {
    await chromium.close();
    await site.close();
  }
});

async function compile(more: readonly string[], ...files: string[]): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--ignoreConfig', '--target', 'es2022'];
  const lib = ['--lib', 'es2022,dom,dom.iterable,dom.asynciterable'];
  const args = [tsc, ...options, ...lib, ...more, ...files];
  await run(process.execPath, args, { cwd: project }).catch((error: { stdout?: string }) => {
    throw new Error(`It does not compile:\n${error.stdout}`);
  });
}

describe('what is installed', () => {
  const scripts = () =>
    readdirSync(installed('dist'), { recursive: true, encoding: 'utf8' }).filter(
      // CommonJS is the same files in another form, for Node alone.
      (name) => name.endsWith('.js') && !name.startsWith('commonjs'),
    );

  test('depends on nothing and runs nothing', () => {
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@confere']);
  });

  test('uses only what every platform has', () => {
    const foreign = /\b(?:process|Buffer|require|__dirname|window|document|Deno|Bun)\b(?=[.(])|from '(?!\.)/;
    const faults = scripts().filter((name) =>
      foreign.test(withoutComments(readFileSync(installed('dist', name), 'utf8'))),
    );
    expect(faults).toEqual([]);
  });

  test('compiles in somebody’s project, strictly and with its declarations checked', async () => {
    writeFileSync(
      join(project, 'program.ts'),
      `import { ConfereError, createClient, type CpfResponse, parseCpf, type Cpf } from '@confere/client';
import { verifyWebhook } from '@confere/client/webhooks';

const confere = createClient({ url: 'https://confere.example', key: 'cfr_test_x' });
export async function verify(text: string): Promise<string> {
  const parsed = parseCpf(text);
  if (parsed.kind === 'invalid') return parsed.fault;
  const cpf: Cpf = parsed.value;
  try {
    const plain: CpfResponse = await confere.verifyCpf({ cpf });
    const { explanation } = await confere.verifyCpf({ cpf }, { explain: true, signal: AbortSignal.timeout(1) });
    for await (const row of confere.verifyMany([{ cpf }])) if (row.kind === 'answered') return row.answer.processed_at;
    const record = await confere.findCompany('x', { fields: ['cnpj'] });
    // @ts-expect-error: it was not asked for
    record?.status;
    const watch = await confere.watches.create(['34238864000168'], { webhook: 'wh_1' });
    for await (const { kind, after } of confere.watches.changes(watch.id, { after: '0' })) return kind + after?.status;
    return plain.risk_level + explanation.reasons.join() + record?.cnpj;
  } catch (error) {
    if (error instanceof ConfereError && error.code === 'rate_limited') return String(error.retryAfterMs);
    throw error;
  }
}
export const check = (request: Request, body: string) =>
  verifyWebhook<{ type: string }>({ headers: request.headers, body, secrets: ['whsec_a', 'whsec_b'] });
`,
    );
    writeFileSync(
      join(project, 'program.cts'),
      `import confere = require('@confere/client');
const client: confere.ConfereClient = confere.createClient({ url: 'https://confere.example', key: undefined });
export const wait = (id: string) => client.waitForBatch(id).then((batch) => confere.responseOf(batch)?.rateLimit?.remaining);
`,
    );
    await compile(['--types', '', '--module', 'nodenext'], 'program.ts', 'program.cts');
    await compile(['--types', '', '--module', 'esnext', '--moduleResolution', 'bundler'], 'program.ts');
  });

  test('every example of its page compiles under strict', async () => {
    const page = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
    const blocks = [...page.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    expect(blocks.length).toBeGreaterThan(5);
    const files = blocks.map((code, index) => {
      const file = `example-${index}.ts`;
      const given = code.includes('createClient(')
        ? ''
        : `import { createClient as create } from '@confere/client';
const confere = create({ url: 'https://confere.example', key: process.env['X'] });
declare const customers: import('@confere/client').CpfRequest[];
declare const request: Request;
declare const rawBody: string;
let lastCursor: string | undefined;
`;
      writeFileSync(join(project, file), `${given}${code}\nexport {};\n`);
      return file;
    });
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    await compile([...types, '--module', 'nodenext'], ...files);
  });
});

describe('the numbers are the service’s own', () => {
  const toBare = (code: string) =>
    toPlain(code)
      .replaceAll(".ts'", ".js'")
      .replace(/,(?=[\]})])/g, '')
      // Brackets that held a cast: the compiler drops them, the strip step leaves them.
      .replace(/\((\w+\[\w+\])\)/g, '$1');

  test.each(['cpf', 'cnpj', 'check-digit', 'parsed'])('%s.js is what the service runs, without its types', (name) => {
    const source = readFileSync(join(root, `src/domain/numbers/${name}.ts`), 'utf8');
    const packed = readFileSync(installed(`dist/src/domain/numbers/${name}.js`), 'utf8');
    expect(toBare(packed)).toBe(toBare(stripTypeScriptTypes(source)));
  });

  test('both judge every text alike', async () => {
    const packed = (await import(installed('dist/packages/client/src/index.js'))) as typeof clientSource;
    const digits = fc.stringMatching(/^[0-9]{9}$/);
    const characters = fc.stringMatching(/^[0-9A-Z]{12}$/);
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9A-Za-z./-]{11,18}$/),
      digits.map(completeCpf),
      characters.map(completeCnpj),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(packed.parseCpf(text)).toEqual(parseCpf(text));
        expect(packed.parseCnpj(text)).toEqual(parseCnpj(text));
      }),
    );
    expect(Object.keys(packed).sort()).toEqual(Object.keys(clientSource).sort());
  });
});

/** Without comments and blanks, which compilers set as they like. */
function toPlain(code: string): string {
  return withoutComments(code).replace(/\s+/g, '');
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
