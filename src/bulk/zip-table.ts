// A zip as a table: a spreadsheet, or the one file of text in it. Of any other zip its name and what to do are told.

import { type Table, TableError } from '../app/bulk/table.ts';
import { toOpenDocument } from '../app/bulk/text/other-files.ts';
import { openTextTable, type TextTable } from '../app/bulk/text/text-table.ts';
import { createScratchFile, type ScratchFile } from './scratch-file.ts';
import type { OpenTableOptions, TableInput } from './table-format.ts';
import { openXlsxTable } from './xlsx/xlsx-table.ts';
import { openZipParts, type ZipParts } from './xlsx/zip-parts.ts';

export async function openZipTable(
  input: TableInput,
  options: OpenTableOptions,
  opened: AsyncDisposableStack,
): Promise<Table | TextTable> {
  const from = input.path === '-' ? await putAside(input.chunks, opened) : input.path;
  const parts = await openZipParts(from, options.partBytesMax);
  opened.defer(() => parts.close());
  if (parts.has('xl/workbook.xml')) return openXlsxTable(parts, options, opened);
  const { text, hasHeader, names } = options;
  return openTextTable(parts.readBytes(getOnlyText(parts)), { ...text, hasHeader, names });
}

const textNames = /\.(csv|tsv|txt|ndjson|jsonl)$/i;
/** Computers put files with these names into an archive by themselves. */
const byItself = /^__MACOSX\/|(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$|\/$/i;

/** Throws a TableError that says what the archive is. */
function getOnlyText(parts: ZipParts): string {
  if (parts.has('content.xml') && parts.has('META-INF/manifest.xml')) throw toOpenDocument();
  if (parts.has('xl/workbook.bin')) {
    throw toOther('a binary workbook (.xlsb)', 'uma pasta de trabalho binária (.xlsb)');
  }
  if (parts.has('Index/Document.iwa') || parts.has('Index.zip')) {
    throw toOther('a spreadsheet of Apple Numbers (.numbers)', 'uma planilha do Apple Numbers (.numbers)');
  }
  const files = parts.entries().filter(({ fileName }) => !byItself.test(fileName));
  const [only] = files;
  if (only !== undefined && files.length === 1 && textNames.test(only.fileName)) return only.fileName;
  throw new TableError(
    `The file is an archive (.zip) of ${files.length} ${files.length === 1 ? 'file' : 'files'}. It is read where it holds one file of CSV or NDJSON and nothing else. Unpack it and give the table.`,
    {
      en: 'The file is an archive (.zip), and does not hold one file of CSV or NDJSON alone. Unpack it and send the table.',
      pt: 'O arquivo é compactado (.zip), e não tem dentro só um arquivo CSV ou NDJSON. Descompacte-o e envie a tabela.',
    },
  );
}

function toOther(en: string, pt: string): TableError {
  return new TableError(`The file is ${en}, which is not read. Save it as .xlsx or CSV.`, {
    en: `It is ${en}, which is not read. Save it as .xlsx or CSV.`,
    pt: `É ${pt}, que não é lida. Salve-a como .xlsx ou CSV.`,
  });
}

/** The end of a zip has to be read first, which a stream does not allow. */
async function putAside(chunks: AsyncIterable<Uint8Array>, opened: AsyncDisposableStack): Promise<ScratchFile> {
  const file = createScratchFile();
  opened.defer(() => file.close());
  for await (const chunk of chunks) file.append(chunk);
  return file;
}
