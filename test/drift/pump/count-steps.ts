// How many characters a backtracking engine looks at to search a whole text, as `replaceAll` does: the same number on every machine.

import type { Expression, Node } from './expression.ts';

type Next = (at: number) => boolean;

class TooManySteps extends Error {}

/** Infinity where it takes more than `stepsMax`. */
export function countSteps({ root, flags, names }: Expression, text: string, stepsMax: number): number {
  const characters = [...text];
  const { length } = characters;
  const isEachLine = flags.includes('m');
  const groups = new Map<number, readonly [number, number]>();
  let steps = 0;
  const step = (): void => {
    if (++steps > stepsMax) throw new TooManySteps();
  };
  const isBreak = (at: number) => /[\n\r\u2028\u2029]/.test(characters[at] ?? '');
  const isWord = (at: number) => /\w/.test(characters[at] ?? '');

  const isAt = (place: (Node & { kind: 'place' })['at'], at: number): boolean => {
    if (place === 'start') return at === 0 || (isEachLine && isBreak(at - 1));
    if (place === 'end') return at === length || (isEachLine && isBreak(at));
    return (isWord(at - 1) !== isWord(at)) === (place === 'word');
  };

  /** `way` is 1, or -1 inside of what looks behind. */
  function run(node: Node, at: number, way: 1 | -1, next: Next): boolean {
    step();
    switch (node.kind) {
      case 'one': {
        const character = characters[way === 1 ? at : at - 1];
        return character !== undefined && node.matches(character) && next(at + way);
      }
      case 'all':
        return runAll(way === 1 ? node.nodes : node.nodes.toReversed(), 0, at, way, next);
      case 'either':
        return node.nodes.some((each) => run(each, at, way, next));
      case 'repeat':
        return node.body.kind === 'one' ? repeatOne(node, at, way, next) : repeat(node, 0, at, way, next);
      case 'look': {
        const found = run(node.body, at, node.isBehind ? -1 : 1, () => true);
        return found !== node.isNegative && next(at);
      }
      case 'place':
        return isAt(node.at, at) && next(at);
      case 'group': {
        const before = groups.get(node.index);
        return (
          run(node.body, at, way, (end) => {
            const kept = groups.get(node.index);
            groups.set(node.index, way === 1 ? [at, end] : [end, at]);
            if (next(end)) return true;
            if (kept === undefined) groups.delete(node.index);
            else groups.set(node.index, kept);
            return false;
          }) ||
          (before !== undefined && groups.set(node.index, before) && false)
        );
      }
      case 'again': {
        const [from, to] = groups.get(typeof node.group === 'number' ? node.group : (names.get(node.group) ?? 0)) ?? [
          0, 0,
        ];
        const width = to - from;
        const start = way === 1 ? at : at - width;
        for (let index = 0; index < width; index++) {
          step();
          if (characters[start + index] !== characters[from + index]) return false;
        }
        return next(at + way * width);
      }
    }
  }

  function runAll(nodes: readonly Node[], index: number, at: number, way: 1 | -1, next: Next): boolean {
    const node = nodes[index];
    if (node === undefined) return next(at);
    return run(node, at, way, (end) => runAll(nodes, index + 1, end, way, next));
  }

  /** Of one character: without a call for each. */
  function repeatOne(
    { body, min, max, isLazy }: Node & { kind: 'repeat' },
    at: number,
    way: 1 | -1,
    next: Next,
  ): boolean {
    const matches = (count: number) => {
      step();
      const character = characters[way === 1 ? at + count : at - count - 1];
      return character !== undefined && (body as Node & { kind: 'one' }).matches(character);
    };
    let count = 0;
    if (isLazy) {
      while (count < min) if (!matches(count++)) return false;
      for (;;) {
        if (next(at + way * count)) return true;
        if (count >= max || !matches(count)) return false;
        count++;
      }
    }
    while (count < max && matches(count)) count++;
    for (; count >= min; count--) {
      step();
      if (next(at + way * count)) return true;
    }
    return false;
  }

  function repeat(node: Node & { kind: 'repeat' }, count: number, at: number, way: 1 | -1, next: Next): boolean {
    const { body, min, max, isLazy } = node;
    const more = () =>
      count < max &&
      run(body, at, way, (end) => (end !== at || count < min) && repeat(node, count + 1, end, way, next));
    if (count < min) return more();
    return isLazy ? next(at) || more() : more() || next(at);
  }

  const isSticky = flags.includes('y');
  try {
    for (let at = 0; at <= length; ) {
      let end = -1;
      groups.clear();
      run(root, at, 1, (found) => {
        end = found;
        return true;
      });
      if (end < 0 && isSticky) break;
      at = end > at ? end : at + 1;
    }
  } catch (error) {
    if (error instanceof TooManySteps) return Number.POSITIVE_INFINITY;
    throw error;
  }
  return steps;
}
