// A workbook with one sheet, made from nothing and sent as it is made: neither memory nor a disk ever holds it whole. Sizes stand behind
// each part, where every reader of zips looks for them.

import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Sheet, SheetCell } from '../../../app/batches/ports.ts';
import { toBrazilTime } from '../../../domain/dates/calendar.ts';
import { toColumnName } from '../cell-reference.ts';
import { toXmlText } from './added-columns.ts';

/** The first row has the names of the columns; numbers in texts stay texts. */
export async function* writeWorkbook(sheet: Sheet): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, pieces] of toParts(sheet)) {
    const place = at;
    const part = { name: Buffer.from(name), crc: 0, packed: 0, unpacked: 0 };
    const head = Buffer.concat([toNumbers([0x04034b50, 4]), toFields(part), part.name]);
    at += head.length;
    yield head;
    for await (const chunk of pack(pieces, part)) {
      part.packed += chunk.length;
      at += chunk.length;
      yield chunk;
    }
    const sizes = toNumbers([0x08074b50, 4], [part.crc, 4], [part.packed, 4], [part.unpacked, 4]);
    at += sizes.length;
    yield sizes;
    const rest = toNumbers([0, 2], [0, 2], [0, 2], [0, 4], [place, 4]);
    directory.push(Buffer.concat([toNumbers([0x02014b50, 4], [20, 2]), toFields(part), rest, part.name]));
  }
  const entries = Buffer.concat(directory);
  const count = directory.length;
  yield Buffer.concat([
    entries,
    toNumbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [entries.length, 4], [at, 4], [0, 2]),
  ]);
}

interface Part {
  readonly name: Buffer;
  crc: number;
  packed: number;
  unpacked: number;
}

/** In both headers: version, flags (UTF-8 names, sizes behind), deflated, the first day that a zip knows, sizes, the name's length. */
function toFields({ name, crc, packed, unpacked }: Part): Buffer {
  const head = toNumbers([20, 2], [0x0808, 2], [8, 2], [0, 2], [0x21, 2]);
  return Buffer.concat([head, toNumbers([crc, 4], [packed, 4], [unpacked, 4], [name.length, 2], [0, 2])]);
}

function toNumbers(...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of numbers) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

async function* pack(pieces: AsyncIterable<string>, part: Part): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const feeding = (async () => {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      part.crc = crc32(bytes, part.crc);
      part.unpacked += bytes.length;
      if (!packer.write(bytes)) await once(packer, 'drain');
    }
    packer.end();
  })().catch((error: Error) => void packer.destroy(error));
  for await (const chunk of packer) yield chunk as Buffer;
  await feeding;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Of cells: 1 is text whatever it looks like, in several lines where it is long; 2 the same in bold; 3 a day, 4 a time, 5 a number. */
const styles =
  `${head}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6">' +
  '<xf xfId="0"/>' +
  '<xf xfId="0" numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  '<xf xfId="0" numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>' +
  '<xf xfId="0" numFmtId="164" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf>' +
  '<xf xfId="0" numFmtId="165" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf>' +
  '<xf xfId="0" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf>' +
  '</cellXfs></styleSheet>';

function toParts(sheet: Sheet): [name: string, pieces: AsyncIterable<string>][] {
  const fixed: readonly [string, string][] = [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships ${packageRelations}><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="${toXmlText(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships ${packageRelations}><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
  return [
    ...fixed.map(([name, text]): [string, AsyncIterable<string>] => [name, inOnePiece(text)]),
    ['xl/worksheets/sheet1.xml', toSheet(sheet)],
  ];
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text;
}

/** The names stay in sight and can be filtered by. */
async function* toSheet({ columns, rows: portions }: Sheet): AsyncGenerator<string> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const widths = columns.map(
    ({ width }, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="${lineHeight}"/><cols>${widths.join('')}</cols><sheetData>`;
  const names = columns.map(({ name }) => name);
  yield toRow(names, 1, columns);
  let line = 1;
  for await (const rows of portions) yield rows.map((cells) => toRow(cells, ++line, columns)).join('');
  yield `</sheetData><autoFilter ref="A1:${toColumnName(columns.length - 1)}${line}"/><pageSetup orientation="landscape"/></worksheet>`;
}

const lineHeight = 15;

/** Not every program makes a row as high as its text: it is told, by the widths. */
function toRow(cells: readonly SheetCell[], line: number, columns: Sheet['columns']): string {
  const written = cells.map((cell, place) => toCell(cell, `${toColumnName(place)}${line}`, line === 1));
  const lines = cells.map((cell, place) =>
    typeof cell === 'string' ? Math.ceil(cell.length / (columns[place]?.width ?? cell.length)) : 1,
  );
  const height = lineHeight * Math.min(10, Math.max(1, ...lines));
  return `<row r="${line}" ht="${height}" customHeight="1">${written.join('')}</row>`;
}

function toCell(cell: SheetCell, at: string, isHead: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}" s="5"><v>${cell}</v></c>`;
  if (typeof cell === 'object') {
    const [style, written] = 'day' in cell ? [3, cell.day] : [4, toBrazilTime(Date.parse(cell.time))];
    return `<c r="${at}" s="${style}"><v>${toSerial(written)}</v></c>`;
  }
  return `<c r="${at}" s="${isHead ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${toXmlText(cell)}</t></is></c>`;
}

/** Days since the end of 1899, as spreadsheets count: 25,569 of them before 1970. */
function toSerial(written: string): number {
  return Date.parse(`${written.replace(' ', 'T')}${written.length > 10 ? 'Z' : ''}`) / 86_400_000 + 25_569;
}
