// `confere verify` with tables of two lengths: what it takes in memory is that of the shorter one.

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { recordedRows } from '../../support/registry/recorded-companies.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { createHome } from '../../support/service/process.ts';
import { startVerify } from '../../support/service/verify-run.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const home = createHome();
const known = completeCnpj('191312430001');

beforeAll(async () => {
  const registry = join(home.env['CONFERE_DATA_DIR'] as string, 'registry');
  await importInto(registry, writeDump(join(home.directory, 'dump'), recordedRows));
});

test('memory does not grow with the table', async () => {
  function* table(rows: number): Generator<string> {
    yield 'id,cnpj,razao social\n';
    const lines = Array.from({ length: 100 }, (_, index) => `${index},${known},Rede pelo conhecimento livre\n`).join(
      '',
    );
    for (let row = 0; row < rows; row += 100) yield lines;
  }
  // What a collector leaves lying about is little where it comes often, so that little of the table kept would show.
  const sparing = { ...home, env: { ...home.env, NODE_OPTIONS: '--max-semi-space-size=1' } };
  const peak = async (rows: number): Promise<number> => {
    const out = join(createTemporaryFolder('verify'), 'results.csv');
    const run = startVerify(sparing, ['-', '--out', out], Readable.from(table(rows)));
    const { code, stderr } = await run.done;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`${rows.toLocaleString('en')} rows, ${rows.toLocaleString('en')} answered`);
    return run.peakBytes();
  };
  const small = await peak(50_000);
  // 180 bytes of each row would be too much. A busy machine lets a collector come late, so that a peak may be higher
  // than it need be; a table that is kept makes every one of them too high.
  let large = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && large / small >= 1.25; run++) large = Math.min(large, await peak(300_000));
  expect(large / small).toBeLessThan(1.25);
});
