// `npm run bench [name]`: runs one benchmark, or lists and runs them all. A benchmark is a file of this folder that exports `run`.
// The packages to compare with have their own lock file here and are installed on first use.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const [wanted] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted)) {
  process.stderr.write(`There is no benchmark "${wanted}". There are: ${names.join(', ')}.\n`);
  process.exit(2);
}
if (!existsSync(join(folder, 'node_modules'))) install();
if (wanted === undefined) process.stdout.write(`Benchmarks: ${names.join(', ')}\n`);
for (const name of wanted === undefined ? names : [wanted]) {
  process.stdout.write(`\n# ${name}\n`);
  const { run } = (await import(join(folder, `${name}.ts`))) as { run(): Promise<void> };
  await run();
}

function install(): void {
  process.stdout.write('Installing the packages to compare with…\n');
  const npm = spawnSync('npm', ['ci', '--prefix', folder, '--ignore-scripts'], { stdio: 'inherit' });
  if (npm.status === 0) return;
  process.stderr.write('They could not be installed; see above, then run the benchmark again.\n');
  process.exit(1);
}
