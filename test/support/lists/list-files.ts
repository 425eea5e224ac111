// Files of lists as their publishers make them: quoted cells between semicolons, CRLF, Latin-1, in a zip. All rows are invented.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createZipFile } from '../../../scripts/make-dump/zip-file.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { LayoutColumn } from '../../../src/screening/lists/list-kind.ts';

export type Rows = readonly Readonly<Record<string, string>>[];

/** Cells by their keys, in the order of the columns; those that are not given are empty. */
export function toListCsv(columns: readonly LayoutColumn<string>[], rows: Rows): string {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ key }) => row[key] ?? ''))];
  return lines.map((cells) => `${cells.map(quote).join(';')}\r\n`).join('');
}

export function writeListZip(path: string, member: string, csv: string): string {
  mkdirSync(dirname(path), { recursive: true });
  const zip = createZipFile({ path, member, date: '2026-10-10', level: 1, zip64: false });
  zip.write(Buffer.from(csv, 'latin1'));
  zip.close();
  return path;
}

export function writeListFile(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
  return path;
}

/** `count` sanctions with numbers from `from` on: companies and people by turns. */
export function makeSanctions(count: number, from = 1000): Rows {
  return Array.from({ length: count }, (_, index) => {
    const number = String(from + index);
    const isPerson = index % 2 === 1;
    const document = isPerson
      ? completeCpf(`3${number.padStart(8, '0')}`)
      : completeCnpj(`${number.padStart(8, '0')}0001`);
    return {
      register: 'CEIS',
      number,
      person_kind: isPerson ? 'F' : 'J',
      document,
      name: isPerson ? `FULANO DE TAL ${number}` : `EXEMPLO ${number} COMÉRCIO LTDA`,
      name_by_authority: 'Sem Informação',
      process: `0001.${number}/2024`,
      category: 'Suspensão',
      from: '01/02/2024',
      until: index % 3 === 0 ? '' : '01/02/2027',
      reach: 'No órgão sancionador',
      authority: 'PREFEITURA DE EXEMPLO',
      authority_state: 'SP',
      authority_sphere: 'MUNICIPAL',
    };
  });
}
