// From the bytes of an XML document to its text. Who says how they are written (the byte order mark, the Content-Type, the declaration)
// must agree where it makes a difference: of two readings one may be somebody else's name.

import { findDecoder } from '../body/charset.ts';

/** Undefined where the bytes are written in none of the charsets that are read, or contradict what was said about them. */
export function decodeXml(body: Uint8Array, headerCharset: string | undefined): string | undefined {
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
