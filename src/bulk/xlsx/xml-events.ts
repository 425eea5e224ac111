// Reads XML as spreadsheets have it, piece by piece: elements, their attributes and text. A document type is refused, because that is
// how XML attacks its readers; names come without their prefix.

import sax from 'sax';
import { TableError } from '../../app/bulk/table.ts';

export interface XmlHandler {
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

export async function readXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(pieces, handler));
}

/** The same, with a stop after each piece, for who hands on what was read. */
export async function* walkXml(pieces: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = createParser(handler);
  for await (const piece of pieces) {
    parser.write(piece);
    yield;
  }
  parser.close();
}

/** What is no XML ends it with an error; a tag of more than 64 kB counts as such. */
function createParser(handler: XmlHandler): sax.SAXParser {
  // Its types lack `strictEntities`: no names but the five of XML itself.
  const parser = sax.parser(true, { position: false, strictEntities: true } as sax.SAXOptions);
  let depth = 0;
  let roots = 0;
  parser.onopentag = ({ name, attributes }) => {
    if (depth++ === 0) roots++;
    handler.open(toLocalName(name), () => withLocalNames(attributes as Readonly<Record<string, string>>));
  };
  parser.ontext = handler.text.bind(handler);
  parser.oncdata = parser.ontext;
  parser.onclosetag = (name) => {
    depth--;
    handler.close(toLocalName(name));
  };
  parser.ondoctype = () => {
    throw new TableError('The spreadsheet defines XML of its own, which no spreadsheet program does. It is not read.', {
      en: 'The spreadsheet defines XML of its own, which no spreadsheet program does. It is not read.',
      pt: 'A planilha define XML próprio, o que nenhum programa de planilhas faz. Ela não é lida.',
    });
  };
  parser.onerror = () => {
    throw toMalformed();
  };
  // The parser itself takes a document without an element, and one with two beside each other.
  parser.onend = () => {
    if (roots !== 1) throw toMalformed();
  };
  return parser;
}

function toMalformed(): TableError {
  return new TableError('The spreadsheet is damaged: a part of it is no XML. Save it again.', {
    en: 'The spreadsheet is damaged: a part of it is no XML. Save it again.',
    pt: 'A planilha está danificada: uma parte dela não é XML. Salve-a de novo.',
  });
}

function withLocalNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toLocalName(name), value]));
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
