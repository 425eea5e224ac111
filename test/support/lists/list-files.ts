// Files of lists as their publishers make them: quoted cells between semicolons, CRLF, Latin-1, in a zip. All rows are invented.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
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

/** Windows-1252, which has an en dash where Latin-1 has none. */
export function toCp1252(text: string): Uint8Array {
  return Buffer.from(text.replaceAll('–', '\x96'), 'latin1');
}

/** A zip of several files, not packed. */
export function writeZipOf(path: string, files: readonly (readonly [string, Uint8Array])[]): string {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), Buffer.from(bytes));
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, place, Buffer.from(name));
    at += 30 + name.length + bytes.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return writeListFile(path, Buffer.concat([...local, entries, end]));
}
