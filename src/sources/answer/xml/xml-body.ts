// Answers in XML, with the envelope of SOAP or without.

import { type BodyFormat, type BodyTree, type ParsedBody, unreadable } from '../body/body-format.ts';
import { findDecoder } from '../body/charset.ts';
import { withoutNulls } from '../body/json-body.ts';
import { checkEnvelope, isEnvelope, openEnvelope } from './soap.ts';
import { XmlFault } from './xml-fault.ts';
import type { VerifyXml } from './xml-signature.ts';
import { readTree, type TreeRules, type XmlObject, type XmlTree } from './xml-tree.ts';

interface XmlOptions {
  /** Elements that are always lists, by name or by the end of their path: `debt`, `debts.debt`. */
  readonly lists: readonly string[];
  /** Returns the text that was signed. The reader then uses only that text. */
  readonly verify?: VerifyXml | undefined;
}

export function createXmlFormat({ lists, verify }: XmlOptions): BodyFormat {
  const rules: TreeRules = { isList: toIsList(lists), check: checkEnvelope };
  return {
    name: 'XML',
    accept: 'text/xml, application/soap+xml, application/xml',
    description: { kind: 'xml', lists, certificates: verify?.certificates ?? [] },
    parse(body, charset) {
      const text = decodeXml(body, charset);
      if (text === undefined) return unreadable;
      try {
        return toParsedBody(readTree(verify === undefined ? text : verify(text), rules));
      } catch (error) {
        if (error instanceof XmlFault) return unreadable;
        throw error;
      }
    },
  };
}

function toParsedBody(tree: XmlTree): ParsedBody {
  // Well-formed, and yet for people: the page of a gateway on the way.
  if (tree.root.local.toLowerCase() === 'html') return unreadable;
  const isSoap = isEnvelope(tree.root);
  const sent = isSoap ? openEnvelope(tree) : toDocument(tree);
  if (sent === undefined) return unreadable;
  const known = tree.holdsNull ? (withoutNulls(sent) ?? {}) : sent;
  const fault = isSoap ? findBlame(sent) : undefined;
  return { kind: 'tree', sent, known, size: tree.size, ...(fault && { fault }) };
}

/** An empty document says as little as `{}` does in JSON. */
function toDocument({ root, value }: XmlTree): XmlObject {
  return value === '' || value === null ? {} : { [root.local]: value };
}

/** `Client` in SOAP 1.1, also with a detail of its own such as `Client.Authentication`, and `Sender` in 1.2. */
function findBlame({ fault }: XmlObject): BodyTree['fault'] {
  if (fault === undefined) return undefined;
  return /^(?:Client|Sender)(?:\.|$)/.test(String((fault as XmlObject)['code'])) ? 'ours' : 'theirs';
}

function toIsList(lists: readonly string[]): TreeRules['isList'] {
  const byName = Map.groupBy(
    lists.map((path) => path.split('.')),
    (path) => path.at(-1),
  );
  return (local, around) =>
    byName
      .get(local)
      ?.some((path) => path.slice(0, -1).every((name, index) => around.at(index - path.length + 1)?.local === name)) ??
    false;
}

/**
 * From the bytes of an XML document to its text. Who says how they are written (the byte order mark, the Content-Type, the declaration)
 * must agree where it makes a difference: of two readings one may be somebody else's name. Undefined where the bytes are written in none
 * of the charsets that are read, or contradict what was said about them.
 */
function decodeXml(body: Uint8Array, headerCharset: string | undefined): string | undefined {
  const mark = hasMark(body) ? 'utf-8' : undefined;
  const said = [mark, headerCharset, findDeclared(body)].filter((charset) => charset !== undefined);
  const decoders = said.map(findDecoder);
  if (decoders.includes(undefined)) return undefined;
  // Two names may mean one charset: the standard of the web reads ISO-8859-1 as windows-1252.
  const meant = new Set(decoders.map((each) => each?.encoding));
  if (meant.size > 1 && !isAscii(body)) return undefined;
  const [decoder = findDecoder('utf-8')] = decoders;
  try {
    return decoder?.decode(body);
  } catch {
    return undefined;
  }
}

function hasMark(body: Uint8Array): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}

/** A declaration is written in ASCII in every charset that is read; it ends early. */
function findDeclared(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 256)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/.exec(start)?.[1]?.toLowerCase();
}

function isAscii(body: Uint8Array): boolean {
  return body.every((byte) => byte < 0x80);
}
