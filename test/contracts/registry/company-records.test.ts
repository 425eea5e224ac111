import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listExpectedRecords } from '../../../scripts/make-dump/expected-records.ts';
import { defaults, makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { createRegistry } from '../../../scripts/make-dump/tables/registry.ts';
import type { CompanyRecord } from '../../../src/domain/company/company-record.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import type { Cnpj, CnpjRoot } from '../../../src/domain/numbers/cnpj.ts';
import type { LiveRegistry } from '../../../src/registry/live-registry.ts';
import { createSandboxRecords } from '../../../src/registry/sandbox-records.ts';
import { companyPersonas } from '../../../src/sandbox/companies.ts';
import { companyRecordFor, establishmentsOf } from '../../../src/sandbox/company-records.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { createRegistryFolders, openRegistry } from '../../support/registry/registry-folders.ts';
import { describeCompanyRecords } from './company-records.contract.ts';

const clock = createManualClock();

describeCompanyRecords('the sandbox', () => {
  const today = toBrazilDay(clock.nowMs());
  const roots = Array.from({ length: 60 }, (_, index) => String(index * 7919).padStart(8, '0') as CnpjRoot);
  const listed = roots.flatMap((root) => establishmentsOf(root, today));
  const fixed = companyPersonas.map(({ cnpj }) => cnpj);
  const known = [...fixed, ...listed].map((cnpj) => companyRecordFor(cnpj, today));
  return {
    records: createSandboxRecords(clock),
    known: known.filter((record): record is CompanyRecord => record !== undefined),
    absent: '90000009000195' as Cnpj,
  };
});

const { newFolder } = createRegistryFolders();
const known: CompanyRecord[] = [];
let absent: Cnpj;
let registry: LiveRegistry;
let unavailable: LiveRegistry;
let withoutRecords: LiveRegistry;

beforeAll(async () => {
  const dump = newFolder();
  await makeDump({ establishments: 3000, folder: dump, seed: 12 });
  const linesOf = (name: string) => readFileSync(join(dump, name), 'utf8').trim().split('\n');
  for (const line of linesOf('expected-records.jsonl'))
    known.push((JSON.parse(line) as { expected: CompanyRecord }).expected);
  const answers = linesOf('expected.jsonl').map((line) => JSON.parse(line) as { cnpj: Cnpj; expected: unknown });
  // Absent numbers that end in 0001 are of unused roots.
  absent = answers.find(({ cnpj, expected }) => expected === null && cnpj.startsWith('0001', 8))?.cnpj as Cnpj;
  const [directory, factsOnly] = [newFolder(), newFolder()];
  await importInto(directory, dump);
  await importInto(factsOnly, dump, { factsOnly: true });
  registry = openRegistry(directory);
  withoutRecords = openRegistry(factsOnly);
  unavailable = openRegistry(newFolder());
});

afterAll(async () => {
  for (const opened of [registry, withoutRecords, unavailable]) await opened.close();
});

describeCompanyRecords('the live registry', () => ({
  records: registry.records,
  known,
  absent,
  unavailable: unavailable.records,
}));

describeCompanyRecords('the live registry beside one without records', () => ({
  records: registry.records,
  known: known.slice(0, 5),
  absent,
  unavailable: withoutRecords.records,
}));

it('holds exactly the expected record of every establishment of a dump with all defects', async () => {
  const every = createRegistry({ ...defaults, establishments: 3000, seed: 12 });
  const differing: string[] = [];
  let compared = 0;
  for (const { cnpj, expected, because } of listExpectedRecords(every, { perTrait: 0, random: 'all' })) {
    const lookup = await registry.records.find(cnpj);
    if (!isDeepStrictEqual(lookup.kind === 'found' ? lookup.record : lookup, expected))
      differing.push(`${cnpj} ${because}`);
    compared++;
  }
  expect(differing).toEqual([]);
  expect(compared).toBe(3000);
});

it('scans as many records as there are establishments', async () => {
  const scan = registry.records.scan({});
  let seen = 0;
  if (scan.kind === 'open') for await (const batch of scan.batches) seen += batch.length;
  expect(seen).toBe(3000);
});
