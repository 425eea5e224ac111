import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makeDump } from '../../scripts/make-dump/make-dump.ts';
import type { Cnpj } from '../../src/domain/cnpj.ts';
import type { Company } from '../../src/domain/company.ts';
import { type LiveRegistry, openCompanyRegistry } from '../../src/registry/live-registry.ts';
import { importInto, testClock } from '../support/registry-import.ts';
import { describeCompanyRegistry } from './company-registry.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'confere-registry-'));
const known: Company[] = [];
let absent: Cnpj;
let registry: LiveRegistry;
let unavailable: LiveRegistry;

beforeAll(async () => {
  const dump = join(folder, 'dump');
  await makeDump({ establishments: 3000, folder: dump, seed: 11 });
  const directory = join(folder, 'registry');
  await importInto(directory, dump);
  for (const line of readFileSync(join(dump, 'expected.jsonl'), 'utf8').trim().split('\n')) {
    const { cnpj, expected } = JSON.parse(line) as { cnpj: Cnpj; expected: Company | null };
    if (expected === null) absent = cnpj;
    else known.push(expected);
  }
  const open = (from: string): LiveRegistry =>
    openCompanyRegistry({ directory: from, clock: testClock, onEvent: () => {}, verifyBeforeReady: false });
  registry = open(directory);
  unavailable = open(join(folder, 'nothing-imported'));
});

afterAll(async () => {
  await registry.close();
  await unavailable.close();
  rmSync(folder, { recursive: true });
});

describeCompanyRegistry('the live registry', () => ({ registry, known, absent, unavailable }));
