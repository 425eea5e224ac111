// Reads XML as spreadsheets have it, piece by piece: elements, their attributes and text. No document types and no entities of
// one's own, which is how XML attacks its readers; names come without their prefix.

import { TableError } from '../../app/bulk/table.ts';

export interface XmlHandler {
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** No tag and no text between two tags is longer in a spreadsheet; a cell holds 32,767 characters. */
const pendingMax = 4 * 1024 * 1024;

export async function readXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(pieces, handler));
}

/** The same, with a stop after each piece, for who hands on what was read. */
export async function* walkXml(pieces: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  let pending = '';
  for await (const piece of pieces) {
    pending = consume(pending + piece, handler);
    if (pending.length > pendingMax) throw toMalformed();
    yield;
  }
  if (pending.trim() !== '') throw toMalformed();
}

/** Gives what is not whole yet. */
function consume(text: string, handler: XmlHandler): string {
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start < 0) return text.slice(at);
    const special = text.charCodeAt(start + 1) === 33 ? readSpecial(text, start, handler, at) : undefined;
    if (special === 'more') return text.slice(at);
    if (special !== undefined) {
      at = special;
      continue;
    }
    const end = text.indexOf('>', start);
    if (end < 0) return text.slice(at);
    if (start > at) handler.text(decodeText(text.slice(at, start)));
    readTag(text.slice(start + 1, end), handler);
    at = end + 1;
  }
}

/** Comments and marked sections; `more` where the end is not there yet. */
function readSpecial(text: string, start: number, handler: XmlHandler, from: number): number | 'more' {
  const [opening, closing] = text.startsWith('<!--', start) ? ['<!--', '-->'] : ['<![CDATA[', ']]>'];
  if (!text.startsWith(opening, start)) {
    if (text.length - start < 9) return 'more';
    throw new TableError('The spreadsheet defines XML of its own, which no spreadsheet program does. It is not read.', {
      en: 'The spreadsheet defines XML of its own, which no spreadsheet program does. It is not read.',
      pt: 'A planilha define XML próprio, o que nenhum programa de planilhas faz. Ela não é lida.',
    });
  }
  const end = text.indexOf(closing, start + opening.length);
  if (end < 0) return 'more';
  if (start > from) handler.text(decodeText(text.slice(from, start)));
  if (opening !== '<!--') handler.text(text.slice(start + opening.length, end));
  return end + closing.length;
}

function readTag(tag: string, handler: XmlHandler): void {
  if (tag.startsWith('?')) return;
  if (tag.startsWith('/')) {
    handler.close(toLocalName(tag.slice(1).trim()));
    return;
  }
  const isEmpty = tag.endsWith('/');
  const body = isEmpty ? tag.slice(0, -1) : tag;
  const blank = body.search(/\s/);
  const name = toLocalName(blank < 0 ? body : body.slice(0, blank));
  if (name === '') throw toMalformed();
  handler.open(name, () => (blank < 0 ? {} : readAttributes(body.slice(blank))));
  if (isEmpty) handler.close(name);
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[toLocalName(name)] = decodeText(double ?? single ?? '');
  }
  return attributes;
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (name !== undefined) return named[name] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function toMalformed(): TableError {
  return new TableError('The spreadsheet is damaged: a part of it is no XML. Save it again.', {
    en: 'The spreadsheet is damaged: a part of it is no XML. Save it again.',
    pt: 'A planilha está danificada: uma parte dela não é XML. Salve-a de novo.',
  });
}
