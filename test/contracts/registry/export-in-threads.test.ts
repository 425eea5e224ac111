// An export by several threads is the same list as by one, and ends with a sentence where one of them cannot go on.

import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { exportCompanies } from '../../../src/app/companies/export-companies.ts';
import { exportInThreads } from '../../../src/compose/commands/registry/export-in-threads.ts';
import { openExportScan } from '../../../src/compose/commands/registry/export-scan.ts';
import { recordsFile } from '../../../src/registry/records/records-file.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { recordedRows } from '../../support/registry/recorded-companies.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';

const home = createOutputDirectory('export-in-threads');
const directory = join(home, 'registry');
const disclosures = { email: null, phones: null, personal_address: null, minors: null };
const order = { directory, filter: {}, format: 'ndjson', disclosures } as const;
const toLines = (pieces: readonly { readonly text: string }[]) =>
  pieces
    .map(({ text }) => text)
    .join('')
    .split('\n')
    .sort();

beforeAll(async () => {
  await importInto(directory, writeDump(join(home, 'dump'), recordedRows));
});

test('threads write together what one writes alone', async () => {
  const { scan, establishments } = await openExportScan(order);
  const alone = await Array.fromAsync(exportCompanies({ ...order, ...scan }));
  const together = await Array.fromAsync(exportInThreads({ ...order, snapshot: scan.snapshot }, 3));
  expect(toLines(together)).toEqual(toLines(alone));
  expect(together.reduce((sum, { records }) => sum + records, 0)).toBe(establishments);
});

test('a list that is given up leaves no thread behind', async () => {
  const { scan } = await openExportScan(order);
  for await (const { records } of exportInThreads({ ...order, snapshot: scan.snapshot }, 2)) {
    expect(records).toBeGreaterThan(0);
    break;
  }
  await scan.batches[Symbol.asyncIterator]().return?.();
});

test('another snapshot than the one that was announced, and damage, end it with a sentence', async () => {
  const exportAll = (snapshot: string) => Array.fromAsync(exportInThreads({ ...order, snapshot }, 2));
  await expect(exportAll('another')).rejects.toThrow(/An import replaced the registry.*confere registry status/);
  const { scan } = await openExportScan(order);
  const file = readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(recordsFile));
  truncateSync(join(directory, file ?? ''), 1);
  await expect(exportAll(scan.snapshot)).rejects.toThrow(/confere registry status/);
});
