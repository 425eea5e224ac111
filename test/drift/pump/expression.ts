// A regular expression as a tree, as far as our code uses the language. What stands for one character is asked of the engine itself.

export type Node =
  | { readonly kind: 'one'; readonly source: string; readonly matches: (character: string) => boolean }
  | { readonly kind: 'all'; readonly nodes: readonly Node[] }
  | { readonly kind: 'either'; readonly nodes: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly body: Node;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: 'look'; readonly body: Node; readonly isBehind: boolean; readonly isNegative: boolean }
  | { readonly kind: 'place'; readonly at: 'start' | 'end' | 'word' | 'no word' }
  | { readonly kind: 'group'; readonly body: Node; readonly index: number }
  | { readonly kind: 'again'; readonly group: number | string };

export interface Expression {
  readonly root: Node;
  readonly flags: string;
  readonly names: ReadonlyMap<string, number>;
}

/** Throws where it meets what it does not know: such an expression would go untested. */
export function parseExpression(source: string, flags: string): Expression {
  let at = 0;
  let groups = 0;
  const names = new Map<string, number>();
  const peek = (text: string) => source.startsWith(text, at);
  const take = (text: string): boolean => {
    if (!peek(text)) return false;
    at += text.length;
    return true;
  };
  const takeBy = (form: RegExp): RegExpExecArray | undefined => {
    const found = new RegExp(form.source, `${form.flags}y`);
    found.lastIndex = at;
    const match = found.exec(source);
    if (match !== null) at += match[0].length;
    return match ?? undefined;
  };

  function readEither(): Node {
    const nodes = [readAll()];
    while (take('|')) nodes.push(readAll());
    return nodes.length === 1 ? (nodes[0] as Node) : { kind: 'either', nodes };
  }

  function readAll(): Node {
    const nodes: Node[] = [];
    while (at < source.length && !peek('|') && !peek(')')) nodes.push(readRepeated());
    return nodes.length === 1 ? (nodes[0] as Node) : { kind: 'all', nodes };
  }

  function readRepeated(): Node {
    const body = readAtom();
    const found = takeBy(/\*|\+|\?|\{(\d+)(,?)(\d*)\}/);
    if (found === undefined) return body;
    const [sign, least = '', comma, most] = found;
    const isLazy = take('?');
    if (sign === '*') return { kind: 'repeat', body, min: 0, max: Number.POSITIVE_INFINITY, isLazy };
    if (sign === '+') return { kind: 'repeat', body, min: 1, max: Number.POSITIVE_INFINITY, isLazy };
    if (sign === '?') return { kind: 'repeat', body, min: 0, max: 1, isLazy };
    const max = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: 'repeat', body, min: Number(least), max, isLazy };
  }

  function readGroup(): Node {
    for (const [sign, isBehind, isNegative] of looks) {
      if (take(sign)) return close({ kind: 'look', body: readEither(), isBehind, isNegative });
    }
    if (take('(?:')) return close(readEither());
    const name = takeBy(/\(\?<(\w+)>/)?.[1];
    if (name === undefined && (peek('(?') || !take('('))) throw new Error(`An unknown group in /${source}/`);
    const index = ++groups;
    if (name !== undefined) names.set(name, index);
    return close({ kind: 'group', body: readEither(), index });
  }

  function close(node: Node): Node {
    if (!take(')')) throw new Error(`A group without an end in /${source}/`);
    return node;
  }

  function readAtom(): Node {
    if (peek('(')) return readGroup();
    if (take('^')) return { kind: 'place', at: 'start' };
    if (take('$')) return { kind: 'place', at: 'end' };
    if (take('\\b')) return { kind: 'place', at: 'word' };
    if (take('\\B')) return { kind: 'place', at: 'no word' };
    const again = takeBy(/\\(?:([1-9]\d*)|k<(\w+)>)/);
    if (again !== undefined) return { kind: 'again', group: again[2] ?? Number(again[1]) };
    const one = peek('[')
      ? takeClass()
      : takeBy(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\c[a-z]|\\[\s\S]|[\s\S]/iu)?.[0];
    if (one === undefined) throw new Error(`Something unknown in /${source}/`);
    const flagsOfOne = flags.replace(/[gym]/g, '');
    const matches = new RegExp(`^(?:${one})$`, flagsOfOne);
    const known = new Map<string, boolean>();
    return {
      kind: 'one',
      source: one,
      matches(character) {
        const before = known.get(character);
        if (before !== undefined) return before;
        const is = matches.test(character);
        known.set(character, is);
        return is;
      },
    };
  }

  /** With the classes in it, which the flag `v` allows. */
  function takeClass(): string {
    const from = at++;
    let depth = 1;
    while (depth > 0) {
      const next = takeBy(/\\[\s\S]|[\s\S]/u)?.[0];
      if (next === undefined) throw new Error(`A class without an end in /${source}/`);
      if (next === ']') depth--;
      else if (next === '[' && flags.includes('v')) depth++;
    }
    return source.slice(from, at);
  }

  const root = readEither();
  if (at < source.length) throw new Error(`Something behind the end of /${source}/`);
  return { root, flags, names };
}

const looks = [
  ['(?=', false, false],
  ['(?!', false, true],
  ['(?<=', true, false],
  ['(?<!', true, true],
] as const;
