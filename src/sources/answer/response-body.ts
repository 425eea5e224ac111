// From the bytes of an answer to a JSON value that is safe to look into. JSON null is silence: what is known leaves it out.

import { hasRepeatedKey, takeCensus } from '../../domain/json-census.ts';

/** What Brazilian parties really send; any other charset is refused rather than guessed. */
const decoders: ReadonlyMap<string, TextDecoder> = new Map(
  ['utf-8', 'iso-8859-1', 'windows-1252'].map((charset) => [charset, new TextDecoder(charset, { fatal: true })]),
);
const aliases: Readonly<Record<string, string>> = { utf8: 'utf-8', latin1: 'iso-8859-1', 'us-ascii': 'utf-8' };

export interface JsonBody {
  readonly kind: 'json';
  /** As the party sent it. */
  readonly sent: unknown;
  /** What expressions see: without nulls, so that a field that is null reads as one that is not there. */
  readonly known: unknown;
  /** How many values it holds. */
  readonly size: number;
}

export type ParsedBody = JsonBody | { readonly kind: 'not_json' };

const notJson: ParsedBody = { kind: 'not_json' };

export function parseBody(body: Uint8Array, charset = 'utf-8'): ParsedBody {
  const decoder = decoders.get(aliases[charset] ?? charset);
  if (decoder === undefined) return notJson;
  try {
    if (isTooDeep(body)) return notJson;
    const text = decoder.decode(body);
    const sent: unknown = JSON.parse(text);
    const census = takeCensus(sent);
    // Of two equal keys one contradicts the other, and which one counts depends on who reads.
    if (census.holdsProto || hasRepeatedKey(text, census)) return notJson;
    const known = text.includes('null') ? (withoutNulls(sent) ?? {}) : sent;
    return { kind: 'json', sent, known, size: census.values };
  } catch {
    return notJson;
  }
}

/** Undefined for null, and for a list that holds one: of a list with a hole nobody knows what it says. */
function withoutNulls(value: unknown): unknown {
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
