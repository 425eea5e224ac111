// Clients made from openapi.json by three generators, one of them for Python: they compile and talk to the real service.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'orval';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toOpenApi30 } from '../../support/http/openapi-30.ts';
import { findJava, findPython } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const root = join(import.meta.dirname, '../../..');
const input = join(root, 'openapi.json');
const run = promisify(execFile);
const person = { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' };

let service: TestService;
let key: string;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey();
  folder = createOutputDirectory('generated-clients');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => service.close());

/** As somebody's own project would compile it. */
async function compile(name: string, program: string): Promise<void> {
  writeFileSync(join(folder, name, 'program.ts'), program);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', ''];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable'];
  const imports = ['--allowImportingTsExtensions'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, ...options, ...target, ...imports, join(folder, name, 'program.ts')];
  await run(process.execPath, args, { cwd: folder }).catch((error: { stdout?: string }) => {
    throw new Error(`It does not compile:\n${error.stdout}`);
  });
}

interface Program {
  verify(address: string, key: string, person: object): Promise<{ status: string; score: number; risk: string }>;
  refuse(address: string, key: string): Promise<{ code: string; pointers: string[] }>;
}

async function expectToWork(name: string): Promise<void> {
  const { verify, refuse } = (await import(join(folder, name, 'program.ts'))) as Program;
  expect(await verify(service.address, key, person)).toEqual({ status: 'verified', score: 812, risk: 'low' });
  expect(await refuse(service.address, key)).toEqual({ code: 'invalid_request', pointers: ['/cnpj'] });
}

describe('a generated client compiles and runs against the service', () => {
  test('made by orval', async () => {
    mkdirSync(join(folder, 'orval'));
    await generate({
      input: { target: input },
      output: { target: join(folder, 'orval/client.ts'), client: 'fetch', baseUrl: service.address, mode: 'single' },
    });
    await compile(
      'orval',
      `import { type CpfRequest, RiskLevel, verifyCnpj, verifyCpf } from './client.ts';

const toOptions = (key: string) => ({
  headers: { Authorization: \`Bearer \${key}\`, 'Content-Type': 'application/json' },
});

export async function verify(_address: string, key: string, person: CpfRequest) {
  const { status, data } = await verifyCpf(person, { explain: true }, toOptions(key));
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
    );
    await expectToWork('orval');
  });

  test('made by swagger-typescript-api', async () => {
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
    await compile(
      'swagger-typescript-api',
      `import { Api, type CpfRequest, type Problem, type RiskLevel } from './client.ts';

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
    );
    await expectToWork('swagger-typescript-api');
  });

  const java = findJava();
  const python = findPython();
  test.skipIf(java === undefined || python === undefined)('made by OpenAPI Generator for Python', async () => {
    const spec = join(folder, 'openapi-30.json');
    writeFileSync(spec, JSON.stringify(toOpenApi30(JSON.parse(readFileSync(input, 'utf8')))));
    const jar = join(root, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
    const names = '--additional-properties=packageName=confere_client';
    const output = join(folder, 'python');
    await run(java ?? '', ['-jar', jar, 'generate', '-g', 'python', '-i', spec, '-o', output, names]);
    writeFileSync(
      join(output, 'program.py'),
      `import json, sys
import confere_client as confere

address, key = sys.argv[1], sys.stdin.read().strip()
settings = confere.Configuration(host=address)
settings.access_token = key
with confere.ApiClient(settings) as connection:
    verification = confere.VerificationApi(connection)
    person = confere.CpfRequest(cpf="404.428.201-35", name="Ana Beatriz Carvalho", birth_date="1990-07-21")
    answer = verification.verify_cpf(person, explain="true", idempotency_key="from-python")
    again = verification.verify_cpf(person, explain="true", idempotency_key="from-python")
    company = verification.verify_cnpj(confere.CnpjRequest(cnpj="12.ABC.345/01DE-35"))
    try:
        verification.verify_cnpj(confere.CnpjRequest(cnpj="34238864000169"))
    except confere.ApiException as refused:
        problem = json.loads(refused.body)
    print(json.dumps({
        "person": [answer.status, answer.score, answer.risk_level, answer.bureau_a.pending_debts],
        "reasons": answer.explanation.reasons,
        "year": answer.processed_at.year > 2020,
        "replayed": again.request_id == answer.request_id,
        "company": [company.status, company.cnpj, company.mei],
        "refused": [problem["code"], [fault["pointer"] for fault in problem["errors"]]],
    }))
`,
    );
    const started = run(python ?? '', ['program.py', service.address], { cwd: output });
    // Not as an argument, which everybody on the machine can read.
    started.child.stdin?.end(key);
    expect(JSON.parse((await started).stdout)).toEqual({
      person: ['verified', 812, 'low', false],
      reasons: ['all_checks_passed'],
      year: true,
      replayed: true,
      company: ['verified', '12ABC34501DE35', false],
      refused: ['invalid_request', ['/cnpj']],
    });
  });
});
