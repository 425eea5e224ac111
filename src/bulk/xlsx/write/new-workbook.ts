// A workbook with one sheet, made from nothing and sent as it is made: neither memory nor a disk ever holds it whole. Sizes stand behind
// each part, where every reader of zips looks for them.

import type { Sheet, SheetCell } from '../../../app/batches/ports.ts';
import { toBrazilTime } from '../../../domain/dates/calendar.ts';
import { toColumnName } from '../cell-reference.ts';
import { toXmlText } from './added-columns.ts';
import {
  pack,
  sizesBehind,
  toDirectory,
  toLocalHeader,
  toPackedPart,
  toSizesBehind,
  type ZipPart,
} from './zip-records.ts';

/** The first row has the names of the columns; numbers in texts stay texts. */
export async function* writeWorkbook(sheet: Sheet): AsyncGenerator<Buffer> {
  const parts: ZipPart[] = [];
  let at = 0;
  for (const [name, pieces] of toWorkbookParts(sheet)) {
    const part = toPackedPart(Buffer.from(name), at, sizesBehind);
    const head = toLocalHeader(part);
    yield head;
    yield* pack(pieces, part);
    const sizes = toSizesBehind(part);
    yield sizes;
    at += head.length + part.packed + sizes.length;
    parts.push(part);
  }
  yield toDirectory(parts, at);
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/**
 * The styles apply to cells. Style 1 is text of any appearance, in several lines if it is long. Style 2 is the same in bold. Style 3 is a day, 4 a
 * time and 5 a number.
 */
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

function toWorkbookParts(sheet: Sheet): [name: string, pieces: AsyncIterable<string>][] {
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
  yield toRowXml(names, 1, columns);
  let line = 1;
  for await (const rows of portions) yield rows.map((cells) => toRowXml(cells, ++line, columns)).join('');
  yield `</sheetData><autoFilter ref="A1:${toColumnName(columns.length - 1)}${line}"/><pageSetup orientation="landscape"/></worksheet>`;
}

const lineHeight = 15;

/** Builds a row and states its height, which follows from the column widths. Some programs do not fit the height of a row to its text. */
function toRowXml(cells: readonly SheetCell[], line: number, columns: Sheet['columns']): string {
  const written = cells.map((cell, place) => toCellXml(cell, `${toColumnName(place)}${line}`, line === 1));
  const lines = cells.map((cell, place) =>
    typeof cell === 'string' ? Math.ceil(cell.length / (columns[place]?.width ?? cell.length)) : 1,
  );
  const height = lineHeight * Math.min(10, Math.max(1, ...lines));
  return `<row r="${line}" ht="${height}" customHeight="1">${written.join('')}</row>`;
}

function toCellXml(cell: SheetCell, at: string, isHead: boolean): string {
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
