// The files of all lists as their publishers offer them, at their sizes: invented rows in the columns of each list, in zips, CSV, JSON and
// XML. What a program leaves unread, such as borders of areas, is there too, because it must be read past.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import { getList } from '../../../src/screening/lists/catalogue.ts';
import { nationalLists } from '../../../test/support/lists/invented/national-lists.ts';
import { toListCsv, writeListFile, writeListZip, writeZipOf } from '../../../test/support/lists/list-files.ts';

export interface PublishedFiles {
  readonly list: string;
  readonly rows: number;
  readonly paths: readonly string[];
}

type Row = Readonly<Record<string, string>>;
type WriteFiles = (folder: string, entries: readonly ListEntry[]) => readonly string[];

const day = '20261117';
/** Rows of the CEIS have 1,400 characters, most of them about the authority and the publication. */
const longText =
  'TEXTO INVENTADO QUE OCUPA O LUGAR DO FUNDAMENTO LEGAL E DAS OBSERVAÇÕES DO ÓRGÃO SANCIONADOR NO DIÁRIO OFICIAL. '.repeat(
    5,
  );
const border = `MULTIPOLYGON(((${'-54.123456 -12.654321, '.repeat(74)}-54.123456 -12.654321)))`;

const toDay = (iso: string | null): string => (iso === null ? '' : iso.split('-').reverse().join('/'));

/** No list tells of what is yet to begin. */
const toPast = ({ from }: ListEntry): string => (from === null || from > '2026-11-01' ? '2024-02-01' : from);

function toDocument({ document }: ListEntry): string {
  if (document?.kind === 'masked_cpf') return `***.${document.digits.slice(0, 3)}.${document.digits.slice(3)}-**`;
  return document?.kind === 'cpf' || document?.kind === 'cnpj' ? document.number : '';
}

/** By the keys that the layouts share; each list has some of them. */
function toRow(entry: ListEntry): Row {
  const from = toPast(entry);
  const until = entry.until !== null && entry.until < from ? from : entry.until;
  const { id, names, kind, category, authority, process, reach, remarks } = entry;
  return {
    ...{
      number: id,
      agreement: id,
      person_kind: kind === 'person' ? 'F' : 'J',
      kind: kind === 'person' ? 'CPF' : 'CNPJ',
    },
    ...{ document: toDocument(entry), name: names[0] ?? '', legal_name: names[0] ?? '' },
    ...{ from: toDay(from), final_since: toDay(from), included: toDay(from), until: toDay(until) },
    ...{ left: toDay(from), category: category ?? '', reason: category ?? '', function: category ?? '' },
    ...{
      authority: authority ?? 'ÓRGÃO DE EXEMPLO',
      process: process ?? '',
      reach: reach ?? '',
      remarks: remarks ?? '',
    },
    ...{ fine: '1000,00', post: 'ANALISTA', workplace: 'ÓRGÃO DE EXEMPLO', status: 'Cumprido', ruling: '123/2024' },
    ...{ city: 'MUNICÍPIO DE EXEMPLO DO SUL', state: 'SP' },
  };
}

const columnsOf = (list: string) => {
  const kind = getList(list);
  return kind.format === 'table' ? kind.layout.filter(({ isForeign }) => isForeign !== true) : [];
};

/** A zip of the CGU, in Latin-1. */
const zipped =
  (list: string, member: string, more: Row = {}): WriteFiles =>
  (folder, entries) => {
    const csv = toListCsv(
      columnsOf(list),
      entries.map((entry) => ({ ...toRow(entry), ...more })),
    );
    return [writeListZip(join(folder, `${member}.zip`), `${member}.csv`, csv)];
  };

/** An object for each row, as the services of the TCU and the Banco Central give them. */
const json =
  (list: string, wrap: (rows: readonly Row[]) => unknown): WriteFiles =>
  (folder, entries) => {
    const columns = columnsOf(list);
    const rows = entries.map((entry) => {
      const row = toRow(entry);
      return Object.fromEntries(columns.map(({ key, name }) => [name, row[key] ?? '']));
    });
    return [writeListFile(join(folder, `${list}.json`), Buffer.from(JSON.stringify(wrap(rows))))];
  };

const plain =
  (list: string): WriteFiles =>
  (folder, entries) => [writeListFile(join(folder, `${list}.csv`), toListCsv(columnsOf(list), entries.map(toRow)))];

const leniency: WriteFiles = (folder, entries) => {
  const [effects] =
    (getList('leniencia') as { beside?: readonly { layout: Parameters<typeof toListCsv>[0] }[] }).beside ?? [];
  const told = entries.map(({ id }) => ({ number: id, effect: 'Isenção', more: 'Invenção' }));
  const toBytes = (csv: string) => Buffer.from(csv.replaceAll('–', '\x96'), 'latin1');
  const path = join(folder, `${day}_Acordos.zip`);
  return [
    writeZipOf(path, [
      [`${day}_Acordos.csv`, toBytes(toListCsv(columnsOf('leniencia'), entries.map(toRow)))],
      [`${day}_Efeitos.csv`, toBytes(toListCsv(effects?.layout ?? [], told))],
    ]),
  ];
};

/** Too large for one text. */
const embargoes: WriteFiles = (folder, entries) => {
  const path = join(folder, 'termo_de_embargo.csv');
  const file = openSync(path, 'w');
  const columns = columnsOf('ibama');
  writeSync(file, `\ufeff${toListCsv(columns, [])}`);
  for (let at = 0; at < entries.length; at += 2000) {
    const rows = entries.slice(at, at + 2000).map((entry) => ({
      ...toRow(entry),
      ...{ cancelled: 'N', from: `${toPast(entry)} 10:00:00`, lifted: 'N', geometry: border },
    }));
    writeSync(file, toListCsv(columns, rows).split('\r\n').slice(1).join('\r\n'));
  }
  closeSync(file);
  return [path];
};

const treasury: WriteFiles = (folder, entries) => {
  const none = '-0- ';
  const sdn = entries.map(({ id, kind, names, births }, index) => {
    const type = kind === 'person' ? '"individual"' : none;
    const remarks = births[0] === undefined ? none : `"DOB ${births[0].slice(0, 4)}; nationality Exemplo."`;
    return `${index + 1},"${names[0]}",${type},"PROGRAM-X",${`${none},`.repeat(7)}${id === '' ? none : remarks}\r\n`;
  });
  const alt = entries.flatMap(({ names }, index) =>
    names.slice(1).map((name, place) => `${index + 1},${index * 10 + place},"aka","${name}",${none}\r\n`),
  );
  return [writeListFile(join(folder, 'sdn.csv'), sdn.join('')), writeListFile(join(folder, 'alt.csv'), alt.join(''))];
};

const nations: WriteFiles = (folder, entries) => {
  const toElement = ({ id, kind, names, births, from }: ListEntry): string => {
    const who = kind === 'person' ? 'INDIVIDUAL' : 'ENTITY';
    const aliases = [...names.slice(1), 'O OUTRO NOME'].map(
      (name) => `<${who}_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${name}</ALIAS_NAME></${who}_ALIAS>`,
    );
    const birth = `<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>${births[0]?.slice(0, 4) ?? '1970'}</YEAR></INDIVIDUAL_DATE_OF_BIRTH>`;
    return `<${who}><DATAID>${id}</DATAID><FIRST_NAME>${names[0]}</FIRST_NAME><UN_LIST_TYPE>Exemplo</UN_LIST_TYPE><REFERENCE_NUMBER>XX.${id}</REFERENCE_NUMBER><LISTED_ON>${from ?? '2012-03-05'}</LISTED_ON><COMMENTS1>${longText}</COMMENTS1>${aliases.join('')}${kind === 'person' ? birth : ''}</${who}>`;
  };
  const [people, others] = [true, false].map((isPerson) =>
    entries.filter(({ kind }) => (kind === 'person') === isPerson).map(toElement),
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-11-17T00:00:00.000Z">
<INDIVIDUALS>${people?.join('\n')}</INDIVIDUALS><ENTITIES>${others?.join('\n')}</ENTITIES></CONSOLIDATED_LIST>`;
  return [writeListFile(join(folder, 'consolidated.xml'), Buffer.from(xml))];
};

const union: WriteFiles = (folder, entries) => {
  const elements = entries.map(({ id, kind, names, births, from }) => {
    const aliases = names.map(
      (name) =>
        `<nameAlias wholeName="${name}" function="Inventada" strong="true" regulationLanguage="en" logicalId="${id}"/>`,
    );
    const birth = births[0] === undefined ? '' : `<birthdate circa="false" year="${births[0].slice(0, 4)}"/>`;
    return `<sanctionEntity euReferenceNumber="EU.${id}.1" logicalId="${id}"><remark>${longText.repeat(4)}</remark><regulation entryIntoForceDate="${from ?? '2014-03-17'}" numberTitle="269/2014" programme="UKR"><publicationUrl>x</publicationUrl></regulation><subjectType code="${kind === 'person' ? 'person' : 'enterprise'}"/>${aliases.join('')}${birth}</sanctionEntity>`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-17T10:00:00.000+02:00" globalFileId="1">${elements.join('\n')}</export>`;
  return [writeListFile(join(folder, 'eu.xml'), Buffer.from(xml))];
};

const value = (rows: readonly Row[]) => ({ value: rows });
const items = (rows: readonly Row[]) => rows;
const longRemarks = { legal_basis: longText, remarks: longText };

/** By the names of the invented lists. */
const writers: Readonly<Record<string, readonly [list: string, write: WriteFiles]>> = {
  'own-ceis': ['ceis', zipped('ceis', `${day}_CEIS`, longRemarks)],
  'own-cnep': ['cnep', zipped('cnep', `${day}_CNEP`, longRemarks)],
  'own-cepim': ['cepim', zipped('cepim', `${day}_CEPIM`)],
  'own-leniencia': ['leniencia', leniency],
  'own-ceaf': ['ceaf', zipped('ceaf', `${day}_Expulsoes`)],
  'own-pep': ['pep', zipped('pep', '202610_PEP')],
  'own-tcu-inidoneos': ['tcu-inidoneos', json('tcu-inidoneos', items)],
  'own-tcu-inabilitados': ['tcu-inabilitados', json('tcu-inabilitados', items)],
  'own-tcu-contas': ['tcu-contas-irregulares', json('tcu-contas-irregulares', items)],
  'own-bcb-inabilitados': ['bcb-inabilitados', json('bcb-inabilitados', value)],
  'own-bcb-proibidos': ['bcb-proibidos', json('bcb-proibidos', value)],
  'own-mte': ['mte', plain('mte')],
  'own-ibama': ['ibama', embargoes],
  'own-ofac': ['ofac', treasury],
  'own-un': ['onu', nations],
  'own-eu': ['ue', union],
};

export function* writePublishedFiles(folder: string): Generator<PublishedFiles> {
  for (const { list: name, rows, entries } of nationalLists) {
    const [list, write] = writers[name] ?? [];
    if (list === undefined || write === undefined) throw new Error(`Nobody writes ${name}`);
    const own = join(folder, list);
    mkdirSync(own, { recursive: true });
    yield { list, rows, paths: write(own, [...entries()]) };
  }
}
