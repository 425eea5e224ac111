// Clients made from openapi.json by the generators that people use, in versions of today: they compile and talk to the real service.

import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installExtra, loadExtra } from '../../scripts/extra-packages.ts';
import { createOutputDirectory } from '../support/output.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

const root = join(import.meta.dirname, '../..');
const input = join(root, 'openapi.json');
const generators = join(root, 'test/generators');
const run = promisify(execFile);
const person = { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' };

/** What somebody writes who has just made a client; each gives the same. */
const programs = {
  orval: `import { type CpfRequest, RiskLevel, verifyCnpj, verifyCpf } from './orval.ts';

const toOptions = (key: string) => ({
  headers: { Authorization: \`Bearer \${key}\`, 'Content-Type': 'application/json' },
});

export async function verify(_address: string, key: string, person: CpfRequest) {
  const { status, data } = await verifyCpf(person, { explain: true }, toOptions(key));
  if (status === 202) throw new Error('it waits for a source');
  if (status !== 200) throw new Error(data.code);
  const risk: RiskLevel = data.risk_level;
  if (risk !== RiskLevel.low || data.explanation === undefined) throw new Error('no explanation');
  return { status: data.status, score: data.score, risk };
}

export async function refuse(_address: string, key: string) {
  const { status, data } = await verifyCnpj({ cnpj: '1' }, undefined, toOptions(key));
  if (status !== 400) throw new Error('it was not refused');
  return { code: data.code, pointers: (data.errors ?? []).map((fault) => fault.pointer) };
}
`,
  'openapi-typescript': `import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.ts';

const connect = (baseUrl: string, key: string) =>
  createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });

export async function verify(address: string, key: string, person: components['schemas']['CpfRequest']) {
  const { data, error } = await connect(address, key).POST('/v1/verify/cpf', {
    body: person,
    params: { query: { explain: true } },
  });
  if (error !== undefined) throw new Error(error.code);
  if (data.status === 'pending') throw new Error('it waits for a source');
  const risk: components['schemas']['RiskLevel'] = data.risk_level;
  if (data.explanation === undefined) throw new Error('no explanation');
  return { status: data.status, score: data.score, risk };
}

export async function refuse(address: string, key: string) {
  const { error } = await connect(address, key).POST('/v1/verify/cnpj', { body: { cnpj: '1' } });
  if (error === undefined) throw new Error('it was not refused');
  return { code: error.code, pointers: (error.errors ?? []).map((fault) => fault.pointer) };
}
`,
  'hey-api': `import { client } from './hey-api/client.gen.ts';
import { type CpfRequest, type RiskLevel, verifyCnpj, verifyCpf } from './hey-api/index.ts';

const connect = (baseUrl: string, auth: string) => client.setConfig({ baseUrl, auth });

export async function verify(address: string, key: string, person: CpfRequest) {
  connect(address, key);
  const { data, error } = await verifyCpf({ body: person, query: { explain: true } });
  if (data === undefined) throw new Error(error.code);
  if (data.status === 'pending') throw new Error('it waits for a source');
  const risk: RiskLevel = data.risk_level;
  if (data.explanation === undefined) throw new Error('no explanation');
  return { status: data.status, score: data.score, risk };
}

export async function refuse(address: string, key: string) {
  connect(address, key);
  const { error } = await verifyCnpj({ body: { cnpj: '1' } });
  if (error === undefined) throw new Error('it was not refused');
  return { code: error.code, pointers: (error.errors ?? []).map((fault) => fault.pointer) };
}
`,
  'swagger-typescript-api': `import { Api, type CpfRequest, type Problem, type RiskLevel } from './swagger-typescript-api/client.ts';

const connect = (baseUrl: string, key: string) =>
  new Api({ baseUrl, baseApiParams: { headers: { Authorization: \`Bearer \${key}\` }, format: 'json' } });

export async function verify(address: string, key: string, person: CpfRequest) {
  const { data } = await connect(address, key).v1.verifyCpf(person, { explain: true });
  const risk: RiskLevel = data.risk_level;
  if (data.explanation === undefined) throw new Error('no explanation');
  return { status: data.status, score: data.score, risk };
}

export async function refuse(address: string, key: string) {
  const refused = await connect(address, key).v1.verifyCnpj({ cnpj: '1' }).then(
    () => { throw new Error('it was not refused'); },
    ({ error }: { error: Problem }) => error,
  );
  return { code: refused.code, pointers: (refused.errors ?? []).map((fault) => fault.pointer) };
}
`,
};

interface Generator {
  generateApi(options: object): Promise<unknown>;
}

installExtra(generators);
const { generateApi } = await loadExtra<Generator>('scripts/client-contract', 'generator.js');
const names = Object.keys(programs);

let service: TestService;
let key: string;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey();
  folder = createOutputDirectory('generated-clients');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(generators, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => service.close());

/** All of them at once, as somebody's own project would compile them. */
async function compile(): Promise<void> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', ''];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable'];
  const imports = ['--allowImportingTsExtensions'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const files = names.map((name) => join(folder, `${name}-program.ts`));
  await run(process.execPath, [tsc, ...options, ...target, ...imports, ...files], { cwd: folder }).catch(
    (error: { stdout?: string }) => {
      throw new Error(`It does not compile:\n${error.stdout}`);
    },
  );
}

interface Program {
  verify(address: string, key: string, person: object): Promise<{ status: string; score: number; risk: string }>;
  refuse(address: string, key: string): Promise<{ code: string; pointers: string[] }>;
}

describe('a generated client', () => {
  beforeAll(async () => {
    await run(process.execPath, [join(generators, 'generate.js'), input, folder, service.address], { cwd: folder });
    const output = join(folder, 'swagger-typescript-api');
    mkdirSync(output);
    await generateApi({
      input,
      output,
      fileName: 'client.ts',
      httpClientType: 'fetch',
      generateUnionEnums: true,
      silent: true,
    });
    for (const [name, program] of Object.entries(programs)) writeFileSync(join(folder, `${name}-program.ts`), program);
  });

  test('compiles', compile);

  test.each(names)('made by %s talks to the service', async (name) => {
    const { verify, refuse } = (await import(join(folder, `${name}-program.ts`))) as Program;
    expect(await verify(service.address, key, person)).toEqual({ status: 'verified', score: 812, risk: 'low' });
    expect(await refuse(service.address, key)).toEqual({ code: 'invalid_request', pointers: ['/cnpj'] });
  });
});
