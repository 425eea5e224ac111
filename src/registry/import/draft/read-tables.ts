// Reads the small tables of codes that come with a dump, and the IBGE codes of municipalities: those that the package ships, or
// those of a file that the operator gives.

import { readFileSync } from 'node:fs';
import type { DumpTable } from '../../../app/registry/registry-snapshot.ts';
import { dumpTables } from '../../../app/registry/registry-snapshot.ts';
import { readMember } from '../../../datasets/files/file-member.ts';
import { OperatorError } from '../../../errors.ts';
import type { DumpMember } from '../../files/dump.ts';
import { RowScanner } from '../../files/row-scanner.ts';
import { codeDigits, type RecordTables } from '../../records/tables.ts';

export interface ReadTables {
  readonly tables: RecordTables;
  /** These tables are not among the files, or lack a code or a text in some row. */
  readonly missing: readonly DumpTable[];
}

const tableBytesMax = 16 * 1024 * 1024;
/** Brazil has 5,571 municipalities: a file with fewer than this is cut short, or something else. */
const municipalitiesMin = 5000;
const shippedCodes = new URL('../../records/tom-ibge.csv', import.meta.url);
const shippedSource = 'shipped with the package: Tesouro Nacional (SIAFI) and IBGE, 2026-06-17';

export async function readTables(members: readonly DumpMember[], municipalitiesFile?: string): Promise<ReadTables> {
  const texts: Partial<Record<DumpTable, Readonly<Record<string, string>>>> = {};
  const missing: DumpTable[] = [];
  for (const name of dumpTables) {
    const member = members.find(({ group }) => group === name);
    const table = member === undefined ? undefined : await readTable(member, codeDigits[name]);
    if (table === undefined) missing.push(name);
    texts[name] = table ?? {};
  }
  return {
    tables: {
      texts: texts as RecordTables['texts'],
      ibgeCodes: readIbgeCodes(municipalitiesFile ?? shippedCodes),
      ibgeSource: municipalitiesFile === undefined ? shippedSource : 'given by the operator',
    },
    missing,
  };
}

/** Returns undefined if a row lacks the known layout of two columns: a code of the right length and a text. */
async function readTable(member: DumpMember, digits: number): Promise<Record<string, string> | undefined> {
  if (member.csvBytes > tableBytesMax) return undefined;
  const texts: Record<string, string> = {};
  const scanner = new RowScanner(2, {
    row(bytes, starts, ends) {
      const field = (column: number): string =>
        Buffer.from(bytes.subarray(starts[column], ends[column])).toString('latin1').replaceAll('""', '"');
      const code = field(0);
      const text = field(1)
        .replace(/[\0- \x7f-\xa0]+/g, ' ')
        .trim();
      if (code.length !== digits || !/^\d+$/.test(code) || text === '') return 'wrong_column_count';
      texts[code] = text;
      return undefined;
    },
    rejected() {},
  });
  for await (const chunk of readMember(member)) scanner.push(chunk);
  scanner.finish();
  return scanner.rejected > 0 || scanner.rows === 0 ? undefined : texts;
}

/**
 * Takes the Receita's `municipios.csv`, the Tesouro's `tabmun.csv` and our own. Their lines have fields separated by `;`: the first is a TOM code
 * and some other one has the seven digits of an IBGE code. The function skips other fields, and lines without these two.
 */
function readIbgeCodes(file: string | URL): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read';
    throw new OperatorError(`The file of municipalities cannot be read (${why}).`);
  }
  const codes: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const fields = line.split(';').map((field) => field.replaceAll('"', '').trim());
    const ibge = fields.slice(1).find((field) => /^[1-5]\d{6}$/.test(field));
    if (ibge === undefined || !/^\d{1,4}$/.test(fields[0] ?? '')) continue;
    const tom = (fields[0] as string).padStart(4, '0');
    if (codes[tom] !== undefined && codes[tom] !== ibge)
      throw new OperatorError(`The file of municipalities gives TOM code ${tom} two IBGE codes: use another file.`);
    codes[tom] = ibge;
  }
  const found = Object.keys(codes).length;
  if (found < municipalitiesMin) {
    throw new OperatorError(
      `The file of municipalities holds ${found} pairs of codes, and Brazil has 5,571: give the Receita's municipios.csv (TOM code;IBGE code;…) or the Tesouro's tabmun.csv as published.`,
    );
  }
  return codes;
}
