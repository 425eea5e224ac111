// `npm run bench [name]`: runs one benchmark, or lists and runs them all. A benchmark is a file of a room that exports `run`, which is
// given a new folder for all that it writes; the folder is gone when it ends.
// The packages to compare with have their own lock file here and are installed on first use.

import { globSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { installExtra } from '../scripts/extra-packages.ts';

const folder = import.meta.dirname;
const files = globSync('{service,stores,registry,screening}/*.ts', { cwd: folder });
const paths = new Map(files.map((file) => [basename(file, '.ts'), join(folder, file)]));
const names = [...paths.keys()].sort();

const [wanted] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted)) {
  process.stderr.write(`There is no benchmark "${wanted}". There are: ${names.join(', ')}.\n`);
  process.exit(2);
}
installExtra(folder);
if (wanted === undefined) process.stdout.write(`Benchmarks: ${names.join(', ')}\n`);
for (const name of wanted === undefined ? names : [wanted]) {
  process.stdout.write(`\n# ${name}\n`);
  const { run } = (await import(paths.get(name) as string)) as { run(folder: string): Promise<void> };
  using own = mkdtempDisposableSync(join(process.env['BENCH_DIR'] ?? tmpdir(), `confere-bench-${name}-`));
  await run(own.path);
}
