// What `JSON.parse` does not tell about a text: keys that stand twice, the key `__proto__`, and how much there is in it.

export interface JsonCensus {
  readonly keys: number;
  /** The whole, items of lists and values of keys, at any depth. */
  readonly values: number;
  /** The body holds an own key `__proto__`, which becomes the prototype of any object it is copied into. No honest caller sends one. */
  readonly holdsProto: boolean;
}

/** Takes the census without recursion, because 16 KiB of brackets nest deeper than the stack. */
export function takeCensus(root: unknown): JsonCensus {
  let [keys, values, holdsProto] = [0, 1, false];
  const open = typeof root === 'object' && root !== null ? [root] : [];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    const children: readonly unknown[] = Object.values(current);
    values += children.length;
    if (!Array.isArray(current)) {
      keys += children.length;
      if (Object.hasOwn(current, '__proto__')) holdsProto = true;
    }
    for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return { keys, values, holdsProto };
}

/** `JSON.parse` keeps the last of two equal keys, so fewer keys come out than stand in the text. */
export function hasRepeatedKey(text: string, { keys }: JsonCensus): boolean {
  // Strings that are followed by a colon. The text is known to be valid JSON.
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
  return count !== keys;
}
