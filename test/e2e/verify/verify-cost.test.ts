// `confere verify --dry-run` by the sources of this machine: what a run costs at most, and the line that a budget may not pay.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { describeBureau, describeThree, goodAnswer } from '../../support/parties/described-sources.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome } from '../../support/service/process.ts';

const { confereHere } = useCommands();
const home = createHome({});
const price = [{ from: '2020-01-01', answered: '9.00', not_found: 0, minor: 0, timeout: 0, error: 0 }];
let party: PartyServer;

beforeAll(async () => {
  party = await startParty(json(200, goodAnswer));
  home.env['CONFERE_CONFIG'] = join(home.directory, 'confere.yaml');
  home.env['CONFERE_VERIFICATION_DEADLINE_MS'] = '30000';
  const { cpf: _, ...mapping } = describeBureau(party.origin)['mapping'] as Record<string, string>;
  const bureau = describeBureau(party.origin, { price, mapping });
  const sources = { ...describeThree(bureau), bureau_a: { ...bureau, budget: { month: { reais: '34.00' } } } };
  writeFileSync(home.env['CONFERE_CONFIG'], stringify({ sources }));
});
afterAll(() => party?.close());

function writePeople(first: number, people: number): string {
  const path = join(home.directory, `people-${first}.csv`);
  const numbers = Array.from({ length: people }, (_, index) => completeCpf(String(390_533_400 + first + index)));
  writeFileSync(path, `cpf\n${numbers.join('\n')}\n`);
  return path;
}

const look = (...args: string[]) => confereHere(home, 'verify', ...args, '--dry-run');

test('it says what it costs at most, and which line a budget may not pay after what was spent already', async () => {
  const table = writePeople(0, 5);
  const { stdout } = await look(table);
  expect(stdout).toContain('Cost by list prices, at most: R$ 135.0000\n');
  expect(stdout).toContain('The budget of bureau_a for this month may not pay line 5 and those behind it.\n');
  expect(party.requests).toHaveLength(0);

  const created = await confereHere(home, 'keys', 'create', '--name', 'run', '--mode', 'live', '--json');
  const keyFile = join(home.directory, 'key.txt');
  writeFileSync(keyFile, JSON.parse(created.stdout).key);
  const run = await confereHere(home, 'verify', writePeople(10, 2), '--key-file', keyFile, '--yes', '--quiet');
  expect(run.code).toBe(0);
  expect(JSON.parse((await look(table, '--json')).stdout)).toMatchObject({
    reais_max: '135.0000',
    budgets: [{ source: 'bureau_a', period: 'month', unit: 'reais', line: 3 }],
  });
});

test('it says neither of a run that this machine does not pay', async () => {
  const companies = join(home.directory, 'companies.csv');
  writeFileSync(companies, `cnpj\n${completeCnpj('191312430001')}\n`);
  for (const args of [[companies], [writePeople(20, 5), '--url', 'http://127.0.0.1:1']]) {
    const { code, stdout } = await look(...args, '--json');
    expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, expect.not.arrayContaining(['reais_max'])]);
  }
});
