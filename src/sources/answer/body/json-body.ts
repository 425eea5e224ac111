// From the bytes of an answer in JSON to a value that is safe to look into. JSON null is silence: what is known leaves it out.

import { hasRepeatedKey, takeCensus } from '../../../domain/json-census.ts';
import { type BodyFormat, type ParsedBody, unreadable } from './body-format.ts';
import { findDecoder } from './charset.ts';

export const jsonFormat: BodyFormat = {
  name: 'JSON',
  accept: 'application/json',
  description: { kind: 'json' },
  parse: parseJson,
};

export function parseJson(body: Uint8Array, charset = 'utf-8'): ParsedBody {
  const decoder = findDecoder(charset);
  if (decoder === undefined || isTooDeep(body)) return unreadable;
  const parsed = tryToParse(body, decoder);
  if (parsed === undefined) return unreadable;
  const { text, sent } = parsed;
  const census = takeCensus(sent);
  // Of two equal keys one contradicts the other, and which one counts depends on who reads.
  if (census.holdsProto || hasRepeatedKey(text, census)) return unreadable;
  const known = text.includes('null') ? (withoutNulls(sent) ?? {}) : sent;
  return { kind: 'tree', sent, known, size: census.values };
}

/** All that may throw because of the party. What else throws is a mistake of ours. */
function tryToParse(
  body: Uint8Array,
  decoder: TextDecoder,
): { readonly text: string; readonly sent: unknown } | undefined {
  try {
    const text = decoder.decode(body);
    return { text, sent: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Returns undefined for null, and for a list that holds one, because a list with a gap is ambiguous. */
export function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls);
    return items.includes(undefined) ? undefined : items;
  }
  const kept = Object.entries(value).map(([key, child]) => [key, withoutNulls(child)] as const);
  return Object.fromEntries(kept.filter(([, child]) => child !== undefined));
}

const depthMax = 64;
const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125];

/** Looked for before parsing: a megabyte of brackets takes the parser and the mapping hundreds of milliseconds. */
function isTooDeep(body: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index];
    if (byte === backslash) index++;
    else if (byte === quote) inText = !inText;
    else if (inText) continue;
    else if (byte === openList || byte === openObject) {
      depth++;
      if (depth > depthMax) return true;
    } else if (byte === closeList || byte === closeObject) depth--;
  }
  return false;
}
