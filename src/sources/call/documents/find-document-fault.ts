// Texts of a description that are documents themselves. A value that is written into one as it is could add fields to it, or end it:
// so each is written by `{name|json}` or `{name|xml}`, and whether the document then reads as it should is tried here.

import { readXml } from '../../answer/xml/xml-events.ts';
import { XmlFault } from '../../answer/xml/xml-fault.ts';
import { type DocumentKind, writeInto } from '../document-forms.ts';
import { formValue, type Template, type ValuePiece } from '../template.ts';
import { mendDocument } from './mend-document.ts';
import { isPlainName, plainSamples } from './plain-names.ts';

const titles: Readonly<Record<DocumentKind, string>> = { json: 'JSON', xml: 'XML' };

/** This text ends a value, an element or a section wherever it is not escaped. */
const hostile = `"'\\<&>]]>`;

/**
 * Returns what is wrong with the placeholders of a text. `written` is the text as the operator wrote it, and `around` is all of the text
 * that a reader takes for one, if this is only a piece.
 */
export function findDocumentFault(template: Template, written: string, around = template.literal): string | undefined {
  const values = template.pieces.filter((piece) => piece.kind === 'value');
  const kind = findKind(around, values);
  const stray = values.find(({ documents }) => documents.length > 0 && documents.at(-1) !== kind);
  if (kind === undefined) {
    return (
      stray && `{${stray.name}|${stray.documents.at(-1)}} is for a text that is a document; here write {${stray.name}}`
    );
  }
  const bare = values.find(({ name, documents }) => !isPlainName(name) && documents.at(-1) !== kind);
  if (bare !== undefined) {
    return `this text is ${titles[kind]}, and what {${bare.name}} holds could change what it says: write ${mendDocument(written, kind)}`;
  }
  const isWhole = around === template.literal && /^\s*[<{[]/.test(around) && /[>}\]]\s*$/.test(around);
  if (!isWhole || values.length === 0 || isReadAsMeant(template, values, kind)) return undefined;
  return kind === 'json'
    ? 'this text is JSON that cannot be read with its values in it: {name|json} is a whole value with its own quotes, and a number needs quotes around it'
    : 'this text is XML that cannot be read with its values in it: {name|xml} stands in texts and attributes, and not in a CDATA section';
}

function findKind(text: string, values: readonly ValuePiece[]): DocumentKind | undefined {
  const xml = text.indexOf('<');
  const json = text.search(/[{[]/);
  const isJson = json >= 0 && (text.includes('"') || values.some(({ documents }) => documents.at(-1) === 'json'));
  if (isJson && (xml < 0 || json < xml)) return 'json';
  return xml >= 0 ? 'xml' : undefined;
}

/** Tells whether every value comes out of the document as it went in, even a hostile one. */
function isReadAsMeant(template: Template, values: readonly ValuePiece[], kind: DocumentKind): boolean {
  const samples = Object.fromEntries(template.names.map((name) => [name, plainSamples[name] ?? hostile]));
  const read = readers[kind](template.render(samples) ?? '');
  return (
    read?.length !== 0 &&
    values.every((piece) => {
      const inner = piece.documents.slice(0, -1);
      const formed = formValue(piece, samples[piece.name] as string);
      const meant = inner.reduce((value, each) => writeInto[each](value), formed);
      return read?.some((text) => text.includes(meant));
    })
  );
}

/** Each gives the texts of a document, or undefined if it cannot be read. */
const readers: Readonly<Record<DocumentKind, (text: string) => readonly string[] | undefined>> = {
  json(text) {
    const texts: string[] = [];
    try {
      JSON.parse(text, (_key, value: unknown) => {
        if (typeof value === 'string') texts.push(value);
        return value;
      });
    } catch {
      return undefined;
    }
    return texts;
  },
  xml(text) {
    const texts: string[] = [];
    try {
      // Parts of a document may stand side by side.
      readXml(`<document>${text.trim().replace(/^<\?xml [^<>]*\?>/, '')}</document>`, {
        open: ({ attributes }) => void texts.push(...attributes.map(({ value }) => value)),
        text: (piece) => void texts.push(piece),
        close: () => {},
      });
    } catch (error) {
      if (error instanceof XmlFault) return undefined;
      throw error;
    }
    return texts;
  },
};
