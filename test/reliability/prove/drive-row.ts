// `node test/reliability/prove/drive-row.ts ROW`: a short drive of one row of the tree that this file lies in. Says what was broken as the last
// line, and ends with 1 where anything was.

import { createFindings } from '../row.ts';
import { rows } from '../rows.ts';

const row = rows.find(({ id }) => id === process.argv[2]);
const findings = createFindings();
await row?.drive?.('short', findings).catch((error: unknown) => {
  const examples = [error instanceof Error ? error.message.slice(0, 300) : String(error)];
  findings.none('drives that ended early', 1, { examples });
});
const broken = findings.broken();
process.stdout.write(`\n${JSON.stringify(broken)}\n`, () => process.exit(broken.length === 0 ? 0 : 1));
