// Every regular expression that a file holds: literals, what is given to `RegExp`, and patterns of a schema. What is filled in at run
// time stands for a word.

import { type ESTree, parseSync, Visitor } from 'vite';

export interface FoundExpression {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

export function listExpressions(file: string, code: string): readonly FoundExpression[] {
  const { program } = parseSync(file, code);
  const found: FoundExpression[] = [];
  const constants = new Map<string, ESTree.Expression>();
  const add = ({ start }: { readonly start: number }, source: string, flags: string) =>
    found.push({ line: code.slice(0, start).split('\n').length, source, flags });
  const toSource = (node: ESTree.Argument | undefined): string | undefined => {
    if (node === undefined) return undefined;
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
    if (node.type === 'TemplateLiteral') return fill(node, 'cooked');
    if (node.type === 'TaggedTemplateExpression') return fill(node.quasi, 'raw');
    if (node.type !== 'Identifier') return undefined;
    const constant = constants.get(node.name);
    // A constant may be made of others, which stand in front of it.
    return constant === undefined ? undefined : toSource(constant);
  };
  const fill = ({ quasis, expressions }: ESTree.TemplateLiteral, form: 'cooked' | 'raw') =>
    quasis
      .map(
        ({ value }, index) =>
          (value[form] ?? '') + (index < expressions.length ? (toSource(expressions[index]) ?? 'word') : ''),
      )
      .join('');
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) constants.set(id.name, init);
    },
  }).visit(program);
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags);
      else if (typeof node.value === 'string' && /^\^[\s\S]*\$$/.test(node.value)) add(node, node.value, 'u');
    },
    NewExpression(node) {
      const [source, flags] = node.arguments;
      const isExpression = node.callee.type === 'Identifier' && node.callee.name === 'RegExp';
      const text = isExpression ? toSource(source) : undefined;
      if (text !== undefined) add(node, text, toSource(flags) ?? '');
    },
  }).visit(program);
  return found;
}
