// Reads the XML of a spreadsheet piece by piece, and says of what is none that the spreadsheet is damaged.

import { TableError } from '../../app/bulk/table.ts';
import { walkXml as walk, type XmlFault, type XmlHandler } from '../../xml-stream.ts';

const ignored = { text: () => {}, close: () => {} };

export async function readXml(
  pieces: AsyncIterable<string>,
  handler: Pick<XmlHandler, 'open'> & Partial<XmlHandler>,
): Promise<void> {
  for await (const _ of walkXml(pieces, { ...ignored, ...handler }));
}

/** The same, with a stop after each piece, for who hands on what was read. */
export function walkXml(pieces: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  return walk(pieces, handler, toTableError);
}

function toTableError(fault: XmlFault): TableError {
  if (fault === 'doctype')
    return new TableError({
      en: 'The spreadsheet defines XML of its own, which no spreadsheet program does. It is not read.',
      pt: 'A planilha define XML próprio, o que nenhum programa de planilhas faz. Ela não é lida.',
    });
  return new TableError({
    en: 'The spreadsheet is damaged: a part of it is no XML. Save it again.',
    pt: 'A planilha está danificada: uma parte dela não é XML. Salve-a de novo.',
  });
}
