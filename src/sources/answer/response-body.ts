// From the bytes of an answer to a JSON value that is safe to look into.

/** What Brazilian parties really send; any other charset is refused rather than guessed. */
const decoders: ReadonlyMap<string, TextDecoder> = new Map(
  ['utf-8', 'iso-8859-1', 'windows-1252'].map((charset) => [charset, new TextDecoder(charset, { fatal: true })]),
);
const aliases: Readonly<Record<string, string>> = { utf8: 'utf-8', latin1: 'iso-8859-1', 'us-ascii': 'utf-8' };

export type ParsedBody = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'not_json' };

const notJson: ParsedBody = { kind: 'not_json' };

export function parseBody(body: Uint8Array, charset = 'utf-8'): ParsedBody {
  const decoder = decoders.get(aliases[charset] ?? charset);
  if (decoder === undefined) return notJson;
  try {
    if (isTooDeep(body)) return notJson;
    const text = decoder.decode(body);
    const value: unknown = JSON.parse(text);
    return mayHoldProto.test(text) && holdsProto(value) ? notJson : { kind: 'json', value };
  } catch {
    return notJson;
  }
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

/** The key itself, or an escape with which it could be written. */
const mayHoldProto = /__proto__|\\u00/i;

/** An own key `__proto__` becomes the prototype of whatever it is copied into: nobody sends one in good faith. */
function holdsProto(root: unknown): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (Object.hasOwn(node, '__proto__')) return true;
    for (const child of Object.values(node)) pending.push(child);
  }
  return false;
}
