// Looks for a text on which an expression takes more than its length: pieces that the expression itself suggests, repeated.

import { countSteps } from './count-steps.ts';
import { type Expression, type Node, parseExpression } from './expression.ts';

export interface Attack {
  readonly prefix: string;
  readonly pumped: string;
  readonly suffix: string;
}

/** Of each class a few are tried. */
const candidates = [...'aAzZ09 \t\n\r.,;:-_/\\"\'`<>()[]{}=+*?!&%#@|~^$éº\u0000\u00a0€'];
const perClass = 3;
const poolMax = 10;

/** So many characters, and at least so many pieces. Four times as many take at most eight times the steps: a square takes sixteen times as many. */
const first: Length = { characters: 30, pieces: 6 };
/** What is bounded above the lengths that are tried first grows no more at these. */
const sure: Length = { characters: 300, pieces: 24 };
const growthMax = 8;

interface Length {
  readonly characters: number;
  readonly pieces: number;
}

export function findAttack(source: string, flags: string): Attack | undefined {
  const expression = parseExpression(source, flags);
  const grows = (attack: Attack, { characters, pieces }: Length) => {
    const few = Math.max(pieces, Math.ceil(characters / attack.pumped.length));
    const count = (times: number) => {
      const text = toText(attack, few * times);
      // A square, with some steps for each.
      return countSteps(expression, text, text.length ** 2 * 10);
    };
    return count(4) >= count(1) * growthMax;
  };
  for (const attack of listAttacks(expression)) if (grows(attack, first) && grows(attack, sure)) return attack;
  return undefined;
}

function toText({ prefix, pumped, suffix }: Attack, count: number): string {
  return prefix + pumped.repeat(count) + suffix;
}

const suffixes = ['\u0000', '\n', ''];

function* listAttacks({ root }: Expression): Generator<Attack> {
  const repeats = listRepeats(root, '');
  if (repeats.length === 0) return;
  const prefixes = new Set(['', ...repeats.map(({ before }) => before)]);
  const pool = listPool(root);
  const pumps = new Set(pool);
  for (const { before, body } of repeats) {
    for (const pumped of [body, before, before + body, body + before]) pumps.add(pumped);
  }
  pumps.delete('');
  for (const pumped of pumps) {
    for (const prefix of prefixes) for (const suffix of suffixes) yield { prefix, pumped, suffix };
  }
  const paired = pool.slice(0, poolMax);
  for (const one of paired) {
    for (const other of paired) {
      if (one === other) continue;
      for (const prefix of prefixes) yield { prefix, pumped: one + other, suffix: suffixes[0] as string };
    }
  }
}

interface Repeat {
  /** What brings an engine to it, and what it repeats. */
  readonly before: string;
  readonly body: string;
}

function listRepeats(node: Node, before: string): Repeat[] {
  switch (node.kind) {
    case 'all': {
      let said = before;
      return node.nodes.flatMap((each) => {
        const found = listRepeats(each, said);
        said += toSample(each);
        return found;
      });
    }
    case 'either':
      return node.nodes.flatMap((each) => listRepeats(each, before));
    case 'repeat':
      return [
        ...(node.max > 8 ? listSamples(node.body).map((body) => ({ before, body })) : []),
        ...listRepeats(node.body, before),
      ];
    case 'look':
    case 'group':
      return listRepeats(node.body, before);
    default:
      return [];
  }
}

/** A short text that it matches, as far as that can be told without trying. */
function toSample(node: Node): string {
  switch (node.kind) {
    case 'one':
      return candidates.find(node.matches) ?? findOther(node.matches);
    case 'all':
      return node.nodes.map(toSample).join('');
    case 'either':
      return toSample(node.nodes[0] as Node);
    case 'repeat':
      return toSample(node.body).repeat(Math.min(node.min, 8));
    case 'group':
      return toSample(node.body);
    default:
      return '';
  }
}

function listSamples(node: Node): string[] {
  if (node.kind === 'either') return node.nodes.flatMap(listSamples);
  if (node.kind === 'group') return listSamples(node.body);
  if (node.kind === 'one') return candidates.filter(node.matches).slice(0, perClass);
  return [toSample(node)];
}

/** One character that stands for few. */
function findOther(matches: (character: string) => boolean): string {
  for (let code = 0; code < 0x3000; code++) if (matches(String.fromCharCode(code))) return String.fromCharCode(code);
  return '';
}

function listPool(root: Node): string[] {
  const pool = new Set<string>();
  const visit = (node: Node): void => {
    if (node.kind === 'one') {
      const members = candidates.filter(node.matches);
      for (const member of members.slice(0, perClass)) pool.add(member);
      if (members.length === 0) pool.add(findOther(node.matches));
    } else if (node.kind === 'all' || node.kind === 'either') node.nodes.forEach(visit);
    else if ('body' in node) visit(node.body);
  };
  visit(root);
  pool.delete('');
  return [...pool];
}
