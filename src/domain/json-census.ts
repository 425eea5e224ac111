// What `JSON.parse` does not tell about a text: keys that stand twice, the key `__proto__`, and how much there is in it.

export interface JsonCensus {
  readonly keys: number;
  /** The whole, items of lists and values of keys, at any depth. */
  readonly values: number;
  /** An own key `__proto__` becomes the prototype of whatever it is copied into: nobody sends one in good faith. */
  readonly holdsProto: boolean;
}

/** Without recursion: 16 KiB of brackets nest deeper than the stack. */
export function takeCensus(root: unknown): JsonCensus {
  let [keys, values, holdsProto] = [0, 0, false];
  const open: object[] = [];
  const visit = (value: unknown): void => {
    values++;
    if (typeof value === 'object' && value !== null) open.push(value);
  };
  visit(root);
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (Array.isArray(current)) {
      for (const item of current) visit(item);
      continue;
    }
    for (const key in current) {
      keys++;
      if (key === '__proto__') holdsProto = true;
      visit((current as Record<string, unknown>)[key]);
    }
  }
  return { keys, values, holdsProto };
}

/** `JSON.parse` keeps the last of two equal keys, so fewer keys come out than stand in the text. */
export function hasRepeatedKey(text: string, { keys }: JsonCensus): boolean {
  return countWrittenKeys(text) !== keys;
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
