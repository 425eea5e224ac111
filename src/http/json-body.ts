// Reads a request body: one JSON object in UTF-8, without repeated keys and without `__proto__`.

import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.ts';

export function parseJsonBody(bytes: Buffer): Record<string, unknown> {
  const text = bytes.toString('utf8');
  // Decoding puts U+FFFD where bytes make no sense, so only a text that holds one needs the closer look.
  if (text.includes('\ufffd') && !isUtf8(bytes)) throw new AppError('invalid_json', { internal: 'not UTF-8' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message repeats a piece of the body.
    throw new AppError('invalid_json', { internal: 'not JSON' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid_json', { internal: 'not an object' });
  }
  // `JSON.parse` keeps the last of two equal keys, so fewer keys come out than stand in the text.
  if (countKeys(value) !== countWrittenKeys(text)) throw new AppError('invalid_json', { internal: 'repeated key' });
  return value as Record<string, unknown>;
}

/** Without recursion: 16 KiB of brackets nest deeper than the stack. */
function countKeys(root: object): number {
  let count = 0;
  const open: object[] = [root];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    const isList = Array.isArray(current);
    for (const key in current) {
      if (!isList) count++;
      if (key === '__proto__') throw new AppError('invalid_json', { internal: '__proto__ key' });
      const value = (current as Record<string, unknown>)[key];
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return count;
}

/** Counts strings that are followed by a colon. `text` is known to be valid JSON. */
function countWrittenKeys(text: string): number {
  let count = 0;
  let at = text.indexOf('"');
  while (at >= 0) {
    let end = at + 1;
    for (let code = text.charCodeAt(end); code !== 34; code = text.charCodeAt(end)) end += code === 92 ? 2 : 1;
    end++;
    for (let code = text.charCodeAt(end); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(end)) end++;
    if (text.charCodeAt(end) === 58) count++;
    at = text.indexOf('"', end);
  }
  return count;
}

/** The parsed body of a request; one that came without any is not an object either. */
export function getJsonBody(request: { readonly body: unknown }): Record<string, unknown> {
  if (request.body === undefined) throw new AppError('invalid_json', { internal: 'no body' });
  return request.body as Record<string, unknown>;
}
