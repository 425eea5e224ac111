// Files that are no text tables but are sent as such, each told by how it begins: what it is, and what to do. Nothing of its content is said.

import type { Bilingual } from '../../../errors.ts';
import type { Ahead } from '../look-ahead.ts';
import { TableError, toEmptyTable } from '../table.ts';

export async function refuseOthers({ sample, chunks }: Ahead): Promise<void> {
  if (sample.length === 0) throw toEmptyTable();
  const start = toLatin1(sample.subarray(openDocumentAt, openDocumentAt + openDocument.length));
  if (start === openDocument) throw toOpenDocument();
  if (startsWith(sample, compoundFile)) throw (await isEncrypted(chunks)) ? toEncrypted() : toOldWorkbook();
  const known = magics.find(([bytes]) => startsWith(sample, bytes));
  if (known !== undefined) throw new TableError(known[1], known[2]);
}

/** Returns the error also when an archive turns out later to be an OpenDocument spreadsheet. */
export function toOpenDocument(): TableError {
  return new TableError('The file is an OpenDocument spreadsheet (.ods), which is not read. Save it as .xlsx or CSV.', {
    en: 'It is an OpenDocument spreadsheet (.ods), which is not read. Save it as .xlsx or CSV.',
    pt: 'É uma planilha OpenDocument (.ods), que não é lida. Salve-a como .xlsx ou CSV.',
  });
}

/** Refuses markup that many programs export under the name of a spreadsheet (.xls). No text table begins this way. */
export function refuseMarkup(sample: Uint8Array): void {
  const start = new TextDecoder('utf-8').decode(sample.subarray(0, 4096)).trimStart();
  if (!/^<[!?a-z]/i.test(start)) {
    if (/^MIME-Version:/i.test(start)) throw toMarkup('a web archive (.mht)', 'um arquivo da web (.mht)');
    return;
  }
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(start))
    throw toMarkup('an XML spreadsheet of 2003', 'uma planilha XML de 2003');
  if (/^<\?xml/i.test(start) && !/<html/i.test(start)) throw toMarkup('XML', 'XML');
  throw toMarkup('a web page (HTML)', 'uma página da web (HTML)');
}

function toMarkup(en: string, pt: string): TableError {
  const what = `The file is ${en}, whatever its name says, and is not read. Open it in a spreadsheet and save it as .xlsx or CSV.`;
  return new TableError(what, {
    en: what,
    pt: `O arquivo é ${pt}, seja qual for o nome dele, e não é lido. Abra-o em uma planilha e salve-o como .xlsx ou CSV.`,
  });
}

/** A workbook of before 2007; and, of any later one, the envelope that a password puts around it. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];
/** The name of the part that holds what is encrypted, as such a file writes names (MS-OFFCRYPTO 2.3.4.4). It may stand at the file's end. */
const encryptedPart = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('');

async function isEncrypted(chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  let tail = '';
  for await (const chunk of chunks) {
    const text = tail + toLatin1(chunk);
    if (text.includes(encryptedPart)) return true;
    tail = text.slice(-encryptedPart.length);
  }
  return false;
}

function toEncrypted(): TableError {
  return new TableError('The workbook is protected by a password. Save it without one.', {
    en: 'The workbook is protected by a password. Save it without one, or send CSV.',
    pt: 'A planilha está protegida por senha. Salve-a sem senha, ou envie CSV.',
  });
}

function toOldWorkbook(): TableError {
  return new TableError('The file is a spreadsheet of before 2007 (.xls). Save it as .xlsx or CSV.', {
    en: 'The file is a spreadsheet of before 2007 (.xls). Save it as .xlsx, or send CSV or NDJSON.',
    pt: 'O arquivo é uma planilha anterior a 2007 (.xls). Salve-a como .xlsx, ou envie CSV ou NDJSON.',
  });
}

const magics: readonly (readonly [readonly number[], string, Bilingual])[] = [
  [
    [0x1f, 0x8b],
    'The file is compressed. Unpack it on the way: gunzip -c FILE | confere verify - --out …',
    { en: 'The file is compressed. Send it unpacked.', pt: 'O arquivo está compactado. Envie-o descompactado.' },
  ],
  [
    [0x25, 0x50, 0x44, 0x46],
    'The file is a PDF. CSV, NDJSON and XLSX can be read.',
    { en: 'The file is a PDF. Send CSV or NDJSON.', pt: 'O arquivo é um PDF. Envie CSV ou NDJSON.' },
  ],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'The file is an archive or a spreadsheet, and only text can be read here.',
    {
      en: 'The file is an archive or a spreadsheet (.xlsx). Send CSV or NDJSON; `confere verify` reads spreadsheets.',
      pt: 'O arquivo está compactado ou é uma planilha (.xlsx). Envie CSV ou NDJSON; `confere verify` lê planilhas.',
    },
  ],
];

/** Such a file begins with this text by its own standard. The name of the part runs into its content, which states the type of the file. */
const openDocument = 'mimetypeapplication/vnd.oasis.opendocument.';
const openDocumentAt = 30;

function startsWith(sample: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => sample[index] === byte);
}

function toLatin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
