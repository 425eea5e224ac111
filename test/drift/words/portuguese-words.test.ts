// One word for one thing, and none that a Brazilian would not use: the last column of the glossary in CONTRIBUTING.md, in everything that
// is said in Portuguese. That is the pages, and what programs say, found by its letters and little words.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Unsaid {
  readonly pattern: RegExp;
  readonly word: string;
  readonly instead: string;
}

const glossary = read('CONTRIBUTING.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(({ length }) => length === 5);
const unsaid: readonly Unsaid[] = glossary.slice(1).flatMap(([, , instead = '', never = '']) =>
  never
    .split(', ')
    .filter((word) => word !== '')
    .map((word) => ({ word, instead, pattern: toPattern(word) })),
);

function toPattern(word: string): RegExp {
  const [start = '', ...open] = word.split('…');
  return new RegExp(`(?<![\\p{L}\\d_-])${start}${open.length > 0 ? '' : '(?![\\p{L}\\d_-])'}`, 'iu');
}

/** Without what stands in backquotes, is a block of code, or leads elsewhere: those are names. Of code its comments are read. */
function toProse(page: string): string {
  return page
    .replace(/^```[\s\S]*?^```/gm, (block) => (block.match(/(?<=\s)# .*$/gm) ?? []).join('\n'))
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<[^>]*>/g, ' ');
}

const isPortuguese = /[ãõçáéíóúâêôà]|\b(?:uma|dos|das|para|que|pelo|pela|este|esta|foi|não)\b/i;

/** Every literal of a source file that is Portuguese. */
function listPortuguese(source: string): string[] {
  const literals =
    source.match(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [];
  return literals
    .filter((literal) => !literal.startsWith('/'))
    .map((literal) => literal.replace(/\$\{[^}]*\}/g, ' ').replace(/\\`[^`]*\\`|(?<!^)`[^`]+`(?!$)/g, ' '))
    .filter((literal) => isPortuguese.test(literal));
}

function findUnsaid(path: string, texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    unsaid
      .filter(({ pattern }) => pattern.test(text))
      .map(({ word, instead, pattern }) => {
        const at = text.search(pattern);
        return `${path}: "${word}" (say: ${instead}) in …${text.slice(Math.max(0, at - 40), at + 60).replaceAll('\n', ' ')}…`;
      }),
  );
}

test('the glossary is read', () => {
  expect(unsaid.length).toBeGreaterThan(25);
  expect(unsaid.map(({ word }) => word)).toContain('snapshot');
});

test('no page in Portuguese has a word that another one is there for', () => {
  const pages = globSync(['docs/pt-BR/*.md', '*.pt-BR.md'], { cwd: root });
  expect(pages.length).toBeGreaterThan(25);
  expect(pages.flatMap((page) => findUnsaid(page, toProse(read(page)).split(/(?<=[.|])\s/)))).toEqual([]);
});

test('nothing that the service and its console say in Portuguese has one either', () => {
  const files = globSync(['src/**/*.ts', 'console/**/*.{ts,tsx}', 'scripts/pages/**/*.ts'], {
    cwd: root,
    exclude: ['**/*.test.ts', 'console/dist/**', 'src/sim/**'],
  });
  const texts = files.map((file) => [file, listPortuguese(read(file))] as const);
  expect(texts.reduce((sum, [, found]) => sum + found.length, 0)).toBeGreaterThan(1_000);
  expect(texts.flatMap(([file, found]) => findUnsaid(file, found))).toEqual([]);
});
