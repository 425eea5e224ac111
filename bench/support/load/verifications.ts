// What benchmarks of whole verifications ask: live keys, sources in the process, a registry on disk.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { prepareDump } from '../registry/dump.ts';
import { toPost } from './load.ts';

const establishments = 20_000;

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
