import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll } from 'vitest';
import { importDraft } from '../../../src/app/datasets/import-draft.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { registryDataset } from '../../../src/registry/dataset.ts';
import { openListSession } from '../../../src/screening/list-session.ts';
import { ceis } from '../../../src/screening/lists/cgu/ceis.ts';
import { showEntry } from '../../../src/screening/maintenance.ts';
import { toListDataset } from '../../../src/screening/snapshot/list-dataset.ts';
import { toListCsv, writeListFile } from '../../support/lists/list-files.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, partner, writeDump } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders, findIn, openRegistry } from '../../support/registry/registry-folders.ts';
import { describeDataset } from './dataset.contract.ts';
import type { DatasetCase, ImportedDirectory } from './dataset-case.ts';
import { describeDatasetShare } from './dataset-share.contract.ts';
import { importWords, madeUpDataset, readWord } from './made-up-dataset.ts';

const { newFolder } = createRegistryFolders();

/** A directory after one, two and three imports, made once: September, October, and October published anew. */
function makeOnce(
  importName: (directory: string, name: string, time: number) => Promise<string>,
  toFolder = newFolder,
) {
  const made: ImportedDirectory[] = [];
  beforeAll(async () => {
    for (const [time, name] of ['FIRST', 'SECOND', 'THIRD'].entries()) {
      const directory = toFolder();
      const before = made.at(-1);
      if (before !== undefined) cpSync(before.directory, directory, { recursive: true });
      made.push({ directory, id: await importName(directory, name, time) });
    }
  });
  return () => made;
}

const base = '112223330001';

/** Enough companies for several pieces in every file that is not tiny. */
async function importCompanies(directory: string, name: string, time: number): Promise<string> {
  const bases = Array.from({ length: 400 }, (_, index) => `${String(20_000_000 + index * 7_919)}0001`);
  const rows = {
    establishments: [establishment({ base, tradeName: name }), ...bases.map((one) => establishment({ base: one }))],
    companies: [company(base.slice(0, 8), name), ...bases.map((one) => company(one.slice(0, 8), `${name} ${one}`))],
    partners: [
      partner(base.slice(0, 8), '2', 'ANA', '***123456**', '49', '20200101', '', '***000000**', '', '00', '5'),
    ],
  };
  return (await importInto(directory, writeDump(newFolder(), rows, time === 0 ? '60912' : '61010'))).id;
}

const registry: DatasetCase = {
  dataset: registryDataset,
  newFolder,
  made: makeOnce(importCompanies),
  async read(directory) {
    const found = await findIn(directory, base);
    return found.kind === 'found' ? found.company.legalName : undefined;
  },
  async readWhole(directory) {
    const opened = openRegistry(directory);
    try {
      const found = await opened.records.find(completeCnpj(base));
      return found.kind === 'found' ? found.record.legalName : undefined;
    } finally {
      await opened.close();
    }
  },
  files: {
    needed: [{ name: 'blocks.dat' }, { name: 'index.dat' }],
    // In the middle of records.dat there may be nothing.
    spare: [{ name: 'records.dat', at: 10 }, { name: 'tables.json' }],
  },
};

const madeUp: DatasetCase = {
  dataset: madeUpDataset,
  newFolder,
  made: makeOnce(async (directory, name, time) =>
    importWords(directory, name, {
      day: time === 0 ? '2026-09-12' : '2026-10-10',
      time: `2026-10-1${time}T10:00:00.000Z`,
    }),
  ),
  read: async (directory) => readWord(directory, 'words.dat'),
  readWhole: async (directory) => readWord(directory, 'notes.dat'),
  files: { needed: [{ name: 'words.dat' }], spare: [{ name: 'notes.dat' }] },
};

/** A list's folder carries its name. */
const newListFolder = () => join(newFolder(), 'ceis');

async function importSanctions(directory: string, name: string, time: number): Promise<string> {
  const day = time === 0 ? '2026-09-12' : '2026-10-10';
  const csv = toListCsv(ceis.layout, [{ number: '1', name, document: completeCnpj(base) }]);
  const path = writeListFile(join(newFolder(), 'ceis.csv'), csv);
  const clock = createManualClock({ nowMs: Date.parse(`2026-10-1${time}T20:00:00.000Z`) });
  const session = openListSession(dirname(directory), { list: 'ceis', paths: [path], asOf: day }, clock, []);
  return (await importDraft(session, { overridden: [], signal: new AbortController().signal })).id;
}

const readSanction = async (directory: string) => showEntry(dirname(directory), 'ceis:1').entry.names[0];

const list: DatasetCase = {
  dataset: toListDataset('ceis'),
  newFolder: newListFolder,
  made: makeOnce(importSanctions, newListFolder),
  read: readSanction,
  readWhole: readSanction,
  files: { needed: [{ name: 'entries.dat' }], spare: [] },
};

describeDataset('the company registry', registry);
describeDataset('a made-up dataset', madeUp);
describeDataset('a list', list);
const registryThread = new URL('../../../src/registry/follow-thread.ts', import.meta.url);
const madeUpThread = new URL('./made-up-follow-thread.ts', import.meta.url);
describeDatasetShare('the company registry', registry, registryThread);
describeDatasetShare('a made-up dataset', madeUp, madeUpThread);
