// `confere registry changes`: what two imports say differently.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, simples, writeDump } from '../../support/registry/registry-dump.ts';
import { refusal } from '../../support/service/commands.ts';
import { confere, createHome } from '../../support/service/process.ts';
import { parseLines } from '../../support/texts.ts';

const home = createHome();
const registry = join(home.env['CONFERE_DATA_DIR'] as string, 'registry');
const run = (...args: string[]) => confere(home, 'registry', 'changes', ...args);

const roots = ['11111111', '22222222', '33333333', '44444444'];
const names = roots.map((root) => company(root, `EMPRESA ${root}`));

beforeAll(async () => {
  const first = {
    companies: names.slice(0, 3),
    establishments: roots.slice(0, 3).map((root) => establishment({ base: `${root}0001` })),
    simples: [simples('22222222', 'S')],
  };
  await importInto(registry, writeDump(join(home.directory, 'old'), first, '60808'));
  const second = {
    companies: [company('11111111', 'OUTRO NOME SA'), ...names.slice(1)],
    establishments: [
      establishment({ base: '111111110001', status: '08' }),
      establishment({ base: '222222220001' }),
      establishment({ base: '333333330001' }),
      establishment({ base: '444444440001' }),
    ],
    simples: [],
  };
  await importInto(registry, writeDump(join(home.directory, 'new'), second, '60912'));
});

test('tells each company that changed, appeared or went, with both states', async () => {
  const { code, stdout, stderr } = await run('previous', 'live');
  expect(code).toBe(0);
  expect(stderr).toBe('3 changes from 2026-08-08 to 2026-09-12.\n');
  const byCnpj = new Map(parseLines(stdout).map((line) => [line.cnpj, line]));
  const active = { status: 'active', trade_name: null, mei: false, risk_level: 'low' };
  expect(byCnpj.get(completeCnpj('111111110001'))).toEqual({
    cnpj: completeCnpj('111111110001'),
    kind: 'changed',
    changed: ['status', 'legal_name', 'risk_level'],
    before: { ...active, legal_name: 'EMPRESA 11111111' },
    after: { ...active, legal_name: 'OUTRO NOME SA', status: 'closed', risk_level: 'high' },
  });
  expect(byCnpj.get(completeCnpj('222222220001'))).toMatchObject({ changed: ['mei'], before: { mei: true } });
  expect(byCnpj.get(completeCnpj('444444440001'))).toMatchObject({ kind: 'added', changed: [], before: null });
});

test('takes ids and folders as well, in either direction, and says what it does not find', async () => {
  const { live, previous } = JSON.parse(readFileSync(join(registry, 'live.json'), 'utf8'));
  const elsewhere = join(home.directory, 'kept');
  cpSync(join(registry, 'snapshots', previous), elsewhere, { recursive: true });
  const { stdout } = await run(live, elsewhere, '--quiet');
  const kinds = parseLines(stdout).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['changed', 'changed', 'removed']);
  expect(await run('live', 'live')).toMatchObject({ code: 0, stdout: '' });
  expect(await run('2020-01', 'live')).toMatchObject(refusal(2, 'There is no snapshot 2020-01 in'));
});

test('writes a file that appears whole and replaces none, and ends with a sentence at a damaged block', async () => {
  const out = join(home.directory, 'changes.ndjson');
  expect((await run('previous', 'live', '--out', out)).code).toBe(0);
  expect(parseLines(readFileSync(out, 'utf8'))).toHaveLength(3);
  expect((await run('previous', 'live', '--out', out)).stderr).toContain('already exists');
  const { live } = JSON.parse(readFileSync(join(registry, 'live.json'), 'utf8'));
  const damaged = join(home.directory, 'damaged');
  cpSync(join(registry, 'snapshots', live), damaged, { recursive: true });
  const blocks = readFileSync(join(damaged, 'blocks.dat'));
  blocks[20] = (blocks[20] ?? 0) ^ 1;
  writeFileSync(join(damaged, 'blocks.dat'), blocks);
  expect(await run('previous', damaged)).toMatchObject(refusal(2, 'is damaged'));
});
