// Makes spreadsheet files for tests, part by part, so that every oddity of theirs can be put in.

import { writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

interface SheetFile {
  /** The rows: what stands in `sheetData`, and behind it. */
  readonly sheet: string;
  readonly behind?: string;
  readonly strings?: readonly string[];
  /** Number forms of the cells' styles, by their number; 0 is the general one. */
  readonly forms?: readonly number[];
  readonly ownForms?: Readonly<Record<number, string>>;
  readonly is1904?: boolean;
  readonly sheets?: readonly string[];
  /** Of sheets that hold other rows than the rest, by their names. */
  readonly rowsOf?: Readonly<Record<string, string>>;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

export function writeXlsx(path: string, file: SheetFile): string {
  writeFileSync(path, toXlsx(file));
  return path;
}

export function toXlsx(file: SheetFile): Buffer {
  const { sheets = ['Clientes'], forms = [0], ownForms = {}, strings = [] } = file;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types/>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="r"><workbookPr date1904="${file.is1904 ? 1 : 0}"/><sheets>${sheets
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships>${sheets
      .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><numFmts>${Object.entries(ownForms)
      .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${forms
      .map((form) => `<xf numFmtId="${form}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst ${main}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  };
  for (const [index, name] of sheets.entries()) {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `${head}<worksheet ${main}><sheetData>${file.rowsOf?.[name] ?? file.sheet}</sheetData>${file.behind ?? ''}</worksheet>`;
  }
  return toZip(parts);
}

export function toZip(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, title, packed]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    fields.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, title);
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}
