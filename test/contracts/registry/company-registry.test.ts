import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import type { Company } from '../../../src/domain/company/company.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cnpj, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import type { LiveRegistry } from '../../../src/registry/live-registry.ts';
import { createSandboxRegistry } from '../../../src/registry/sandbox.ts';
import { companyFor } from '../../../src/sandbox/companies.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';
import { describeCompanyRegistry } from './company-registry.contract.ts';

const clock = createManualClock();
const { newFolder } = createRegistryFolders();
const known: Company[] = [];
let absent: Cnpj;
let registry: LiveRegistry;
let unavailable: LiveRegistry;

beforeAll(async () => {
  const dump = newFolder();
  await makeDump({ establishments: 3000, folder: dump, seed: 11 });
  const directory = newFolder();
  await importInto(directory, dump);
  for (const line of readFileSync(join(dump, 'expected.jsonl'), 'utf8').trim().split('\n')) {
    const { cnpj, expected } = JSON.parse(line) as { cnpj: Cnpj; expected: Company | null };
    if (expected === null) absent = cnpj;
    else known.push(expected);
  }
  registry = openRegistry(directory);
  unavailable = openRegistry(newFolder());
});

afterAll(async () => {
  await registry.close();
  await unavailable.close();
});

describeCompanyRegistry('the live registry', () => ({ registry, known, absent, unavailable }));

describeCompanyRegistry('the sandbox', () => {
  const numbers = Array.from({ length: 200 }, (_, index) =>
    completeCnpj(`${String(index * 7919).padStart(8, '0')}0001`),
  );
  const answers = numbers.map((cnpj) => companyFor(cnpj, toBrazilDay(clock.nowMs())));
  const absentAt = answers.indexOf(undefined);
  return {
    registry: createSandboxRegistry(clock),
    known: answers.filter((company) => company !== undefined),
    absent: numbers[absentAt] as Cnpj,
  };
});
