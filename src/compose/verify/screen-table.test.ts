// Tables against the lists of this machine: real files, real lists, real audit.

import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toEntry, writeEdition, writeRequiredList } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Asks } from '../../app/bulk/run/added-columns.ts';
import { RunStopped } from '../../app/bulk/run/run.ts';
import { sealJudgement, toJudged } from '../../app/screening/clearances/sealed-judgement.ts';
import { systemClock } from '../../clock.ts';
import { type Config, loadConfig } from '../../config.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import { toAuditPath } from '../../stores/audit/audit-database.sqlite.ts';
import { openOperatorAudit } from '../commands/audit/operator-audit.ts';
import { toCpfSubjects } from '../parts/audit/audit-secrets.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { openStores } from '../parts/stores.ts';
import { type VerifyOrder, type VerifyStart, verifyTable } from './verify.ts';

const today = toBrazilDay(systemClock.nowMs());
const listed = completeCpf('300456789');
const exposed = completeCpf('300456790');
const company = completeCnpj('112223330001');
const branch = completeCnpj('112223330002');

const sanction = toEntry({
  id: '1',
  names: ['FULANO DE TAL INVENTADO'],
  document: { kind: 'cpf', number: listed },
  until: '2099-12-31',
});
const sanctions = [
  sanction,
  toEntry({ id: '2', kind: 'company', names: ['EXEMPLO LTDA'], document: { kind: 'cnpj', number: company } }),
  toEntry({ id: '3', names: ['BELTRANO'], document: { kind: 'cpf', number: listed }, until: '2020-01-31' }),
];
const exposures = [
  toEntry({
    id: '9',
    names: ['SICRANA DE OLIVEIRA EXEMPLO'],
    document: { kind: 'masked_cpf', digits: exposed.slice(3, 9) },
  }),
];

interface Place {
  readonly config: Config;
  readonly folder: string;
  run(content: string | undefined, order?: Partial<VerifyOrder>): Promise<Ran>;
}

interface Ran {
  readonly text: string;
  readonly start: VerifyStart | undefined;
  readonly counts: Awaited<ReturnType<typeof verifyTable>>;
}

function createPlace(): Place {
  const folder = createTemporaryFolder('screen-table');
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  chmodSync(folder, 0o700);
  const config = loadConfig({ cwd: folder, env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' } });
  const input = join(folder, 'table');
  const out = join(folder, 'results');
  return {
    config,
    folder,
    async run(content, more = {}) {
      if (content !== undefined) writeFileSync(input, content);
      let start: VerifyStart | undefined;
      const watch = {
        onStart: (it: VerifyStart) => (start = it),
        onBadRow: () => {},
        onProgress: () => {},
        ...more.watch,
      };
      const counts = await verifyTable({
        ...{ input, url: undefined, asks: 'screen' as Asks, format: undefined, choices: {}, sheet: undefined },
        ...{
          text: {},
          dateOrder: 'dmy',
          out,
          dataOutput: process.stdout,
          force: false,
          apiKey: undefined,
          purpose: undefined,
          concurrency: 8,
        },
        ...{ patienceMs: 60_000, loadConfig: () => config, signal: new AbortController().signal },
        ...more,
        watch,
      });
      const text = readFileSync(out, 'utf8');
      rmSync(out);
      return { text, start, counts };
    },
  };
}

function writeLists({ config }: Place, dataAsOf = today): void {
  writeRequiredList(toListsDirectory(config), today);
  writeEdition(toListsDirectory(config), 'ceis', sanctions, { dataAsOf });
  writeEdition(toListsDirectory(config), 'pep', exposures, { dataAsOf: today });
}

/** Oldest first. */
async function listActs({ config }: Place): Promise<readonly string[]> {
  const stores = await openStores(config, systemClock);
  const audit = await openOperatorAudit(config, stores.secret);
  const { things: rows } = await audit.read.list({ kind: 'act' }, { order: 'oldest', limit: 100 });
  await audit.close();
  await stores.close();
  return rows.map(({ content }) => `${content?.act} ${content?.target}`).filter((act) => act.startsWith('table_'));
}

/** Clears the customer as if an operator had judged that it is not the one of `ceis:1`. */
async function clear({ config }: Place, cpf: typeof listed): Promise<void> {
  const stores = await openStores(config, systemClock);
  const judged = toJudged(
    { entry: sanction, otherRows: [], match: 'document', strength: 'hit', similarity: 1 },
    { kind: 'person', cpf, name: 'Fulano de Tal Inventado', birthDate: null },
  );
  const sealed = sealJudgement(stores.sealFor('clearance'), 'clr_1', {
    reason: 'A court has suspended it.',
    judged: [judged],
  });
  const [subject] = toCpfSubjects(stores.secret, cpf);
  const who = {
    madeBy: 'key_1',
    createdAtMs: 1,
    confirmedBy: null,
    confirmedAtMs: null,
    kind: 'cleared' as const,
    until: null,
    steps: null,
  };
  await stores.clearances.keep(
    { id: 'clr_1', mode: 'live', subject, row: 'ceis:1', sealed, state: 'cleared', ...who },
    null,
  );
  await stores.close();
}

const table = [
  'cpf/cnpj;nome;nascimento',
  `${listed};Fulano de Tal Inventado;01/02/1980`,
  `${exposed};Sicrana de Oliveira Exemplo;`,
  `${branch};Exemplo;`,
  `${completeCpf('300456795')};Ninguém da Silva;`,
  '123;x;',
  '',
].join('\n');

test('a table of people and companies is looked up without a key: status, lists and rows stand beside each row', async () => {
  const place = createPlace();
  writeLists(place);
  const { text, start, counts } = await place.run(table);
  const cells = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(';').slice(4));
  const dated = ['ceis', 'pep', 'onu'].map((list) => `${list}:${today}`).join(' ');
  expect(cells).toEqual([
    ['confere_outcome', 'confere_problem', 'confere_mended', 'confere_document', 'confere_not_checked'].concat([
      'confere_screening_status',
      'confere_screening_lists',
      'confere_screening_rows',
      'confere_screening_as_of',
      'confere_request_id',
    ]),
    ['answered', '', '', listed, '', 'hit', 'ceis', 'ceis:1', dated, ''],
    ['answered', '', '', exposed, 'birth_date:not_provided', 'hit', 'pep', 'pep:9', dated, ''],
    ['answered', '', '', branch, 'partners:not_screened', 'hit', 'ceis', 'ceis:2', dated, ''],
    ['answered', '', '', completeCpf('300456795'), 'birth_date:not_provided', 'clear', '', '', dated, ''],
    ['invalid', 'invalid_check_digits', '', '', '', '', '', '', '', ''],
  ]);
  expect(counts).toMatchObject({
    screening: { hit: 3, clear: 1 },
    screeningLists: { ceis: 2, pep: 1 },
    sourceCalls: {},
  });
  expect(start?.lists).toContainEqual({
    list: 'ceis',
    as_of: today,
    state: 'current',
    relied_upon: true,
    sensitivity: 'balanced',
  });
});

test('NDJSON has the short screening of each row, a stale list leaves nobody clear, and a table of one kind may follow another', async () => {
  const place = createPlace();
  writeLists(place, '2020-01-01');
  const { text, start } = await place.run(
    `{"cpf":"${completeCpf('300456795')}","nome":"Ninguém da Silva"}\n{"cnpj":"${company}"}\n`,
  );
  const [person, firm] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).confere.answer.screening);
  const lists = [
    { list: 'ceis', as_of: '2020-01-01', state: 'stale' },
    ...['pep', 'onu'].map((list) => ({ list, as_of: today, state: 'current' })),
  ];
  expect(person).toEqual({ status: 'inconclusive', hits_total: 0, hits: [], lists });
  expect(firm).toEqual({
    status: 'hit',
    hits_total: 1,
    hits: [
      {
        ...{ list: 'ceis', as_of: '2020-01-01', row: 'ceis:2', match: 'document', strength: 'hit', state: 'in_force' },
        sentence: expect.stringContaining('has this number'),
      },
    ],
    lists,
  });
  expect(start?.lists).toContainEqual({
    list: 'ceis',
    as_of: '2020-01-01',
    state: 'stale',
    relied_upon: true,
    sensitivity: 'balanced',
  });
});

test('a hit that somebody has cleared decides nothing here either', async () => {
  const place = createPlace();
  writeLists(place);
  await clear(place, listed);
  const { text, counts } = await place.run(`cpf,nome\n${listed},Fulano de Tal Inventado\n`);
  expect(text).toContain(`answered,,,${listed},birth_date:not_provided listed_hit.ceis:cleared,clear,,,`);
  expect(counts.screening).toEqual({ clear: 1 });
});

test('the audit has one act before and one after the run, with the editions and the counts, and nobody in them', async () => {
  const place = createPlace();
  writeLists(place);
  await place.run(table);
  const acts = await listActs(place);
  expect(acts).toEqual([
    expect.stringMatching(/^table_screened \S{22} ceis:\S+:balanced pep:\S+:balanced onu:20261015T000000-000:high$/),
    expect.stringMatching(/^table_screening_ended \S{22} rows:5 answered:4 hit:3 clear:1$/),
  ]);
  expect(acts[0]?.split(' ')[1]).toBe(acts[1]?.split(' ')[1]);
  // Whoever has the record must not find out whose table of one row it was by trying all numbers.
  const plain = createHash('sha256').update(table).digest('base64url');
  expect(acts.join()).not.toContain(plain.slice(0, 22));
  expect(acts.join()).not.toContain(listed);
});

test('what cannot be written down is not looked up', async () => {
  const place = createPlace();
  writeLists(place);
  await listActs(place);
  const audit = toAuditPath(place.config.data_dir);
  rmSync(audit);
  mkdirSync(audit);
  await expect(place.run(table)).rejects.toThrow(/audit/i);
  expect(existsSync(join(place.folder, 'results.part'))).toBe(false);
});

/** Rows so long that a few of them are a block. */
function writeLongTable(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cpf = row % 7 === 0 ? listed : completeCpf(String(400_000_000 + row));
    return `${row === 3 ? '123' : cpf},Ninguém da Silva,${'x'.repeat(20_000)}`;
  });
  return `cpf,nome,texto\n${lines.join('\n')}\n`;
}

test('a run that was stopped goes on where it was, with the same lists only', async () => {
  const place = createPlace();
  writeLists(place);
  const whole = await place.run(writeLongTable(600));
  const controller = new AbortController();
  const stopped = place.run(undefined, {
    signal: controller.signal,
    watch: { onStart: () => {}, onProgress: () => {}, onBadRow: () => controller.abort() },
  });
  await expect(stopped).rejects.toThrow(RunStopped);
  const again = await place.run(undefined);
  const before = again.start?.rowsBefore ?? 0;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(600);
  expect(again.text === whole.text).toBe(true);
  expect(again.counts).toEqual(whole.counts);
  expect((await listActs(place)).map((act) => act.split(' ')[0])).toEqual([
    ...['table_screened', 'table_screening_ended', 'table_screened', 'table_screened', 'table_screening_ended'],
  ]);
});

test('a run that was stopped does not go on with other lists', async () => {
  const place = createPlace();
  writeLists(place);
  const controller = new AbortController();
  controller.abort();
  await expect(place.run(table, { signal: controller.signal })).rejects.toThrow(RunStopped);
  writeEdition(toListsDirectory(place.config), 'ceis', sanctions, { dataAsOf: today, id: '20261016T000000-000' });
  const before = await listActs(place);
  await expect(place.run(undefined)).rejects.toThrow(/the lists are others now/);
  // Nobody was looked for.
  expect(await listActs(place)).toEqual(before);
  expect((await place.run(undefined, { force: true })).counts.answered).toBe(4);
});

test.each<[string, (place: Place) => void, RegExp]>([
  ['without any list', () => {}, /No list has been imported/],
  [
    'with a list that is damaged, and says how to mend it',
    (place) => {
      const path = join(writeEdition(toListsDirectory(place.config), 'ceis', sanctions), 'entries.dat');
      const content = readFileSync(path);
      content[20] = (content[20] ?? 0) ^ 1;
      writeFileSync(path, content);
    },
    /of the list ceis cannot be read.*confere lists rollback ceis/,
  ],
])('nothing is answered %s', async (_why, prepare, sentence) => {
  const place = createPlace();
  prepare(place);
  await expect(place.run(table)).rejects.toThrow(sentence);
});
