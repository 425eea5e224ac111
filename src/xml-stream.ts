// Reads XML piece by piece, whatever it is of: elements, their attributes and text. A document type is refused, because that is how XML
// attacks its readers; names come without their prefix. Only this file uses the parser.

import sax from 'sax';

export interface XmlHandler {
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * `doctype`: it defines XML of its own. `deep`: its elements nest deeper than any document. `malformed`: it is no XML, or is cut, or holds
 * more than any document does: a comment or an attribute of more than 64 kB, or attributes without end.
 */
export type XmlFault = 'doctype' | 'deep' | 'malformed';

/** The parser keeps each that is open. */
const depthMax = 256;
const attributesMax = 1_000;

/** With a stop after each piece, for who hands on what was read. Throws what `toError` makes of a fault. */
export async function* walkXml(
  pieces: AsyncIterable<string>,
  handler: XmlHandler,
  toError: (fault: XmlFault) => Error,
): AsyncGenerator<void> {
  const parser = createParser(handler, toError);
  for await (const piece of pieces) {
    // By it the parser bounds what it keeps of a text, a comment or an attribute; it does not count for itself without lines and columns.
    parser.position += piece.length;
    parser.write(piece);
    yield;
  }
  parser.close();
}

function createParser(handler: XmlHandler, toError: (fault: XmlFault) => Error): sax.SAXParser {
  // Its types lack `strictEntities`: no names but the five of XML itself.
  const parser = sax.parser(true, { position: false, strictEntities: true } as sax.SAXOptions);
  parser.position = 0;
  let depth = 0;
  let attributeCount = 0;
  let roots = 0;
  parser.onattribute = () => {
    if (++attributeCount > attributesMax) throw toError('malformed');
  };
  parser.onopentag = ({ name, attributes }) => {
    attributeCount = 0;
    if (depth++ === 0) roots++;
    if (depth > depthMax) throw toError('deep');
    handler.open(toLocalName(name), () => withLocalNames(attributes as Readonly<Record<string, string>>));
  };
  parser.ontext = handler.text.bind(handler);
  parser.oncdata = parser.ontext;
  parser.onclosetag = (name) => {
    depth--;
    handler.close(toLocalName(name));
  };
  parser.ondoctype = () => {
    throw toError('doctype');
  };
  parser.onerror = () => {
    throw toError('malformed');
  };
  // The parser itself takes a document without an element, and one with two beside each other.
  parser.onend = () => {
    if (roots !== 1) throw toError('malformed');
  };
  return parser;
}

function withLocalNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toLocalName(name), value]));
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
