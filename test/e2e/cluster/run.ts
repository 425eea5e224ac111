// `npm run test:cluster [faults|storm]`: one fault after the other and then a storm of them, and what was seen in docs/cluster-faults.md.
// `npm run test:cluster -- --prove [ID…]`: shows that a storm finds breaks of the product. CLUSTER_SEED and CLUSTER_MINUTES are the storm's.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { proveStorm } from './storm/prove.ts';

const parts = { faults: 'test/e2e/cluster/cluster.test.ts', storm: 'test/e2e/cluster/storm/storm.test.ts' };
const words = process.argv.slice(2);

if (words.includes('--prove')) {
  const ids = words.filter((word) => word !== '--prove');
  const missed = await proveStorm(ids, (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(missed.length === 0 ? 'All were found.\n' : `Not found: ${missed.join(', ')}.\n`);
  process.exit(missed.length === 0 ? 0 : 1);
}

const unknown = words.filter((word) => !(word in parts));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}, --prove.\n`);
  process.exit(2);
}
for (const [name, file] of Object.entries(parts)) {
  if (words.length > 0 && !words.includes(name)) continue;
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, CLUSTER_FAULTS: 'full' },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
