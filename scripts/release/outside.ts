// Which packages the bundle leaves outside, by its own text: what it imports, requires, or looks up to read a file of it.

import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** A call that looks a module up, however it was written: `import.meta.resolve('x')`, `createRequire(…)('x')` or `.resolve('x')`. */
const lookup = /^(?:__require|createRequire\(.*\)|import\.meta)(?:\.resolve)?$/s;

export function listOutside(folder: string): Set<string> {
  const asked = new Set<string>();
  for (const file of globSync('*.js', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    const ask = (node: object | null | undefined) => {
      if (node != null && 'value' in node && typeof node.value === 'string') asked.add(node.value);
    };
    new Visitor({
      ImportDeclaration: ({ source }) => ask(source),
      ExportNamedDeclaration: ({ source }) => ask(source),
      ExportAllDeclaration: ({ source }) => ask(source),
      ImportExpression: ({ source }) => ask(source),
      CallExpression: ({ callee, arguments: [first] }) => {
        if (lookup.test(text.slice(callee.start, callee.end))) ask(first);
      },
    }).visit(parseSync(file, text).program);
  }
  const packages = [...asked].filter((name) => !name.startsWith('.') && !isBuiltin(name));
  return new Set(packages.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
}
