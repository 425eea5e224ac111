// What code says to people is in plain words too: comments, sentences for operators, and the help of the commands.
// The rules are in scripts/pages/plain-words.ts: CONTRIBUTING.md, "Plain words".

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listCodeTexts } from '../../../scripts/pages/code-words.ts';
import { findCodeWordsFaults } from '../../../scripts/pages/plain-words.ts';

const root = join(import.meta.dirname, '../../..');
const generated = 'packages/client/src/contract.ts';

function judge(file: string, code: string): string[] {
  return listCodeTexts(file, code)
    .flatMap(findCodeWordsFaults)
    .map(({ line, rule, advice }) => `${file}:${line}: ${rule}: ${advice}`);
}

test.each(['src', 'console', 'scripts', 'packages'])('%s speaks in plain words', (folder) => {
  const isOurs = (path: string) => !/(?:^|\/)(?:node_modules|dist)\//.test(path) && path !== generated;
  const files = globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }).filter(isOurs);
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap((file) => judge(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

describe('the rules notice', () => {
  const long = Array.from({ length: 30 }, () => 'word').join(' ');

  test.each([
    ['a long comment', `// ${long}.`],
    ['a comment that goes on in the next line', `// ${long.slice(0, 80)}\n// ${long.slice(80)}.`],
    ['a long comment of an interface', `interface Key {\n  /** ${long}. */\n  readonly id: string;\n}`],
    ['a doc comment without a subject', '/** Of the newest snapshot. */\nconst size = 1;'],
    ['a doc comment that only says where', '/** Where no list was imported. */\nconst size = 1;'],
    ['a phrase', '// Keys and what became of them.'],
    ['an inverted sentence', '// Of one that was abandoned nobody expects a sign of life.'],
    ['a phrase for operators', `throw new OperatorError('Whatever you do, run this again.');`],
    ['a long sentence for operators', `throw new OperatorError(\`\${file}: ${long.slice(0, 130)}\`);`],
    ['one that is put together', `throw new OperatorError(isOld ? 'Nothing that was' + ' read is kept.' : 'Yes.');`],
    ['help of a command', `program.command('keys').description('Whatever keys there are');`],
    ['help of an option', `command.option('--out FILE', 'whatever is found');`],
  ])('%s', (_, code) => {
    expect(judge('a.ts', code)).toHaveLength(1);
  });

  test.each([
    ['a condition before a main clause', '/** Where no list was imported, the size is 0. */\nconst size = 1;'],
    ['a label beside a line of code', 'const size = 1; // of the newest snapshot'],
    ['two comments, each of its own line of code', `const a = 1; // ${long.slice(0, 80)}\n\n// ${long.slice(80)}`],
    ['what a semicolon parts', `// ${long.slice(0, 80)}; ${long.slice(80)}.`],
    ['a drawing', `/*\n  ${long}\n*/`],
    ['a text that is for nobody', `const key = 'whatever';`],
  ])('but not %s', (_, code) => {
    expect(judge('a.ts', code)).toEqual([]);
  });
});
