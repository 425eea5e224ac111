// A table of companies against the registry of this machine, where verifications are screened: real files, real registry, real lists.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { importInto } from '../../../test/support/registry/import-dump.ts';
import { company, establishment, writeDump } from '../../../test/support/registry/registry-dump.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Asks } from '../../app/bulk/run/added-columns.ts';
import { systemClock } from '../../clock.ts';
import { loadConfig } from '../../config.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { verifyTable } from './verify.ts';

const dataAsOf = toBrazilDay(systemClock.nowMs());
const bases = { sanctioned: '112223330001', named: '445556660001', clear: '778889990001' };

async function createPlace() {
  const folder = createTemporaryFolder('weighed-table');
  chmodSync(folder, 0o700);
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const load = (more: Record<string, string>) =>
    loadConfig({ cwd: folder, env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets', ...more } });
  const names = { sanctioned: 'EXEMPLO LTDA', named: 'COMPANHIA INVENTADA DO LESTE SA', clear: 'OUTRA QUALQUER LTDA' };
  const kinds = ['sanctioned', 'named', 'clear'] as const;
  const dump = writeDump(join(folder, 'dump'), {
    establishments: kinds.map((kind) => establishment({ base: bases[kind] })),
    companies: kinds.map((kind) => company(bases[kind].slice(0, 8), names[kind])),
  });
  await importInto(toRegistryDirectory(load({})), dump);
  const [input, out] = [join(folder, 'table.csv'), join(folder, 'results.ndjson')];
  // Without names: only the registry knows them.
  writeFileSync(input, ['cnpj', ...kinds.map((kind) => completeCnpj(bases[kind])), ''].join('\n'));
  return {
    input,
    lists: toListsDirectory(load({})),
    async run(asks: Asks, more: Record<string, string> = {}) {
      await verifyTable({
        ...{ input, url: undefined, asks, format: 'ndjson', choices: {}, sheet: undefined, text: {}, dateOrder: 'dmy' },
        ...{
          out,
          dataOutput: process.stdout,
          force: false,
          apiKey: undefined,
          purpose: undefined,
          concurrency: 8,
          patienceMs: 60_000,
        },
        ...{ loadConfig: () => load(more), signal: new AbortController().signal },
        watch: { onStart: () => {}, onBadRow: () => {}, onProgress: () => {} },
      });
      const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
      rmSync(out);
      return lines.map((line) => {
        const { answer } = JSON.parse(line).confere;
        return [answer.risk_level, answer.explanation.reasons.join(' '), answer.screening?.status];
      });
    },
  };
}

test('the lists weigh on the risk as in the service, by the name in the registry, where the operator wants it', async () => {
  const { lists, run } = await createPlace();
  const on = { CONFERE_SCREENING_VERIFY: 'true' };
  await expect(run('verify', on)).rejects.toThrow('No list has been imported on this machine');
  const number = completeCnpj(bases.sanctioned);
  writeEdition(lists, 'ceis', [toEntry({ kind: 'company', document: { kind: 'cnpj', number } })], { dataAsOf });
  const named = toEntry({ kind: 'company', names: ['COMPANHIA INVENTADA DO LESTE'] });
  writeEdition(lists, 'onu', [named], { dataAsOf });
  const weighed = [
    ['medium', 'screening_listed', 'hit'],
    ['medium', 'screening_possible', 'possible'],
    ['low', 'all_checks_passed', 'clear'],
  ];
  expect(await run('verify', on)).toEqual(weighed);
  expect(await run('verify_and_screen', on)).toEqual(weighed);
  const alone = ['low', 'all_checks_passed'];
  expect(await run('verify')).toEqual([alone, alone, alone].map((each) => [...each, undefined]));
  // Looked up besides, they are told and do not weigh.
  expect((await run('verify_and_screen'))[0]).toEqual([...alone, 'hit']);
});

test('a company is looked up by the name in the table as well, where the registry has another one', async () => {
  const { input, lists, run } = await createPlace();
  const named = toEntry({ kind: 'company', names: ['HORIZONTE AZUL TRADING'] });
  writeEdition(lists, 'onu', [named], { dataAsOf });
  writeFileSync(input, `cnpj;razao social\n${completeCnpj(bases.clear)};Horizonte Azul Trading\n`);
  const [answer] = await run('verify', { CONFERE_SCREENING_VERIFY: 'true' });
  expect(answer?.at(-1)).toBe('possible');
});
