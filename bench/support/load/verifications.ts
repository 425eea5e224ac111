// What benchmarks of whole verifications ask: live keys, sources in the process, a registry on disk.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { prepareDump } from '../registry/dump.ts';
import { toPost } from './load.ts';

const establishments = 20_000;

/** What a test key asks of the sandbox: about anybody. */
export const anybody = [
  toOperation('/v1/verify/cnpj', (n) => `{"cnpj":"${completeCnpj(`${toDigits(n, 8)}0001`)}"}`),
  toOperation('/v1/verify/cpf', (n) => `{"cpf":"${completeCpf(toDigits(n, 9))}"}`),
];

function toOperation<Path extends string>(path: Path, toBody: (n: number) => string) {
  const bodies = Array.from({ length: 5_000 }, (_, index) => toBody(index));
  return { path, toRequests: (key: string) => bodies.map((body) => toPost(path, key, body)) };
}

function toDigits(n: number, length: number): string {
  return String((n * 7_919 + 12_345) % 10 ** length).padStart(length, '0');
}

export async function prepareVerifications(folder: string) {
  const dump = await prepareDump(folder, establishments);
  const companies = readCompanies(join(dump, 'expected.jsonl'));
  const people = Array.from({ length: 5_000 }, (_, index) => toCpf(index));
  return {
    env: {
      BENCH_MODE: 'live',
      BENCH_SOURCES: 'in-process',
      BENCH_DUMP: dump,
      // A busy machine is no overload of the service.
      CONFERE_LIMITS_WAIT_MS_MAX: '60000',
      CONFERE_AUDIT_DEADLINE_MS: '30000',
    },
    toPeople: (key: string) => people.map((cpf) => toPost('/v1/verify/cpf', key, `{"cpf":"${cpf}"}`)),
    toCompanies: (key: string) => companies.map((cnpj) => toPost('/v1/verify/cnpj', key, `{"cnpj":"${cnpj}"}`)),
  };
}

function readCompanies(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { cnpj: string }).cnpj);
}

/** Never one of the sandbox's fixed people, some of whom take their time. */
function toCpf(index: number): string {
  return completeCpf(String(100_000_000 + index * 7_919).padStart(9, '0'));
}
