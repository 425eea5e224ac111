// The characters of a positional string. Every encoding here has one byte for a character, so places are places of bytes.

import type { fixedEncodings } from '../../schema/calls/fixed.ts';

export type FixedEncoding = (typeof fixedEncodings)[number];

/** Fatal: it fails on bytes that are no UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows = new TextDecoder('windows-1252', { fatal: true });

/** The text of an answer, or undefined where it is not in this encoding. */
export function decodeFixed(bytes: Uint8Array, encoding: FixedEncoding): string | undefined {
  const hasHighBytes = bytes.some((byte) => byte > 0x7f);
  // Accents in Latin-1 are never valid UTF-8 in practice. Read as Latin-1, UTF-8 would move every field behind an accent.
  if (hasHighBytes && (encoding === 'ascii' || isUtf8(bytes))) return undefined;
  if (encoding === 'windows-1252') return windows.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Characters that no layout has and that would forge lines elsewhere. Line ends may stand around the string alone. */
export function holdsControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return utf8.decode(bytes) !== '';
  } catch {
    return false;
  }
}

/** The bytes of a text, or undefined where the encoding has no byte for one of its characters. */
export function encodeFixed(text: string, encoding: FixedEncoding): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const byte = encoding === 'windows-1252' ? (windowsBytes().get(code) ?? -1) : code;
    if (byte < 0 || byte > (encoding === 'ascii' ? 0x7f : 0xff)) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

let byCode: ReadonlyMap<number, number> | undefined;

function windowsBytes(): ReadonlyMap<number, number> {
  byCode ??= new Map(
    Array.from({ length: 256 }, (_, byte) => [windows.decode(Uint8Array.of(byte)).charCodeAt(0), byte]),
  );
  return byCode;
}
