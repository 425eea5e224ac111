// What is made of a run's results once all are there: a copy of the spreadsheet with them, or CSV with a mark in front that nobody knew
// to be needed before its last rows.

import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toAddedNames } from '../../app/bulk/run/added-columns.ts';
import type { ResultRules } from '../../app/bulk/run/results.ts';
import type { RunCounts } from '../../app/bulk/run/run-counts.ts';
import type { AddedCells, Table } from '../../app/bulk/table.ts';
import type { Compose } from './results-output.ts';

/** Returns undefined if the written file is already the result. */
export function toComposer(table: Table, rules: ResultRules, { latinLines }: RunCounts): Compose | undefined {
  const { format, csv } = rules;
  if (format === 'xlsx') {
    return async (written, result) => table.writeCopy?.(result, toAddedNames(rules), readAdded(written));
  }
  const needsMark = format === 'csv' && !csv.hasMark && latinLines > 0;
  return needsMark ? writeMarked : undefined;
}

async function* readAdded(path: string): AsyncGenerator<AddedCells> {
  const file = await open(path);
  try {
    for await (const line of file.readLines({ autoClose: false })) yield JSON.parse(line) as AddedCells;
  } finally {
    await file.close();
  }
}

async function writeMarked(written: string, result: string): Promise<void> {
  async function* marked(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('\ufeff');
    yield* createReadStream(written);
  }
  await pipeline(Readable.from(marked()), createWriteStream(result, { mode: 0o600, flush: true }));
}
