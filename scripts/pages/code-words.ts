// What code says to people: its comments, the sentences for operators, and the help of the commands. Each text comes with its line.

import { type ESTree, parseSync, Visitor } from 'vite';

export interface CodeText {
  readonly line: number;
  readonly kind: 'doc' | 'comment' | 'sentence';
  readonly text: string;
}

/** The argument that holds the words, by the name of a method of the command line. */
const helpArguments: Readonly<Record<string, number>> = {
  description: 0,
  summary: 0,
  argument: 1,
  option: 1,
  requiredOption: 1,
  addHelpText: 1,
};

export function listCodeTexts(file: string, code: string): readonly CodeText[] {
  const { program, comments } = parseSync(file, code);
  const texts: CodeText[] = [];
  const add = (start: number, kind: CodeText['kind'], text: string) =>
    texts.push({ line: code.slice(0, start).split('\n').length, kind, text });
  let lastEnd: number | undefined;
  for (const { type, value, start, end } of comments) {
    // A drawing or a table of bytes.
    if (type === 'Block' && /^[^*][\s\S]*\n/.test(value)) continue;
    const before = texts.at(-1);
    const isLine = type === 'Line';
    const goesOn = isLine && lastEnd !== undefined && /^\r?\n[ \t]*$/.test(code.slice(lastEnd, start));
    if (goesOn && before !== undefined) texts[texts.length - 1] = { ...before, text: `${before.text} ${value.trim()}` };
    else
      add(
        start,
        value.startsWith('*') ? 'doc' : 'comment',
        isLine ? value.trim() : value.replaceAll(/\s*\n\s*\*?\s*|^\*\s*/g, ' ').trim(),
      );
    lastEnd = isLine ? end : undefined;
  }
  const addWords = (node: ESTree.Argument | undefined) => {
    if (node === undefined) return;
    for (const line of toWords(node).split('\n')) if (line.trim() !== '') add(node.start, 'sentence', line.trim());
  };
  new Visitor({
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'OperatorError') addWords(given[0]);
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const place = helpArguments[callee.property.name];
      if (place !== undefined) addWords(given[place]);
    },
  }).visit(program);
  return texts;
}

/** A text that is put together; what is filled in is one word. */
function toWords(node: ESTree.Argument | ESTree.PrivateIdentifier): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('Code');
  if (node.type === 'BinaryExpression') return toWords(node.left) + toWords(node.right);
  if (node.type === 'ConditionalExpression') return `${toWords(node.consequent)}\n${toWords(node.alternate)}`;
  return '';
}
