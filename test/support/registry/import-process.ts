// `node import-process.ts DIRECTORY DUMP`: one import as a process of its own, for tests that kill it or fill its disk.

import { OperatorError } from '../../../src/errors.ts';
import { importInto } from './import-dump.ts';

const [directory, dump] = process.argv.slice(2) as [string, string];
try {
  await importInto(directory, dump, { startedMs: Date.now(), rules: { overridden: ['older_data'] } });
  process.stdout.write('published\n');
} catch (error) {
  process.stdout.write(`${error instanceof OperatorError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
