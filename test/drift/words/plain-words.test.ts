// The pages that we write are in plain words, by the rules of scripts/pages/plain-words.ts: CONTRIBUTING.md, "Plain words".

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPlainWordsFaults, splitSentences } from '../../../scripts/pages/plain-words.ts';

const root = join(import.meta.dirname, '../../..');
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/README.md', 'src/**/README.md', 'console/README.md'], {
  cwd: root,
})
  .filter((page) => page !== 'CHANGELOG.md' && !page.endsWith('licences.md'))
  .sort();

function judge(page: string): string[] {
  const language = page.includes('pt-BR') ? 'pt' : 'en';
  return findPlainWordsFaults(readFileSync(join(root, page), 'utf8'), language).map(
    ({ line, rule, advice }) => `${page}:${line}: ${rule}: ${advice}`,
  );
}

describe('a page is in plain words', () => {
  test.each(pages)('%s', (page) => {
    expect(judge(page)).toEqual([]);
  });
});

describe('every row of a table has as many cells as its head', () => {
  const countCells = (row: string) => row.replaceAll(/\\\||`[^`]*`/g, '').split('|').length;

  test.each(pages)('%s', (page) => {
    const lines = readFileSync(join(root, page), 'utf8').split('\n');
    const uneven = lines.flatMap((line, index) => {
      const before = lines[index - 1] ?? '';
      const isRow = line.startsWith('|') && before.startsWith('|');
      return isRow && countCells(line) !== countCells(before) ? [`${page}:${index + 1}`] : [];
    });
    expect(uneven).toEqual([]);
  });
});

describe('the rules notice', () => {
  const rulesOf = (page: string, language: 'en' | 'pt' = 'en') =>
    findPlainWordsFaults(page, language).map(({ line, rule }) => `${line}: ${rule}`);
  const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`;

  test.each([
    ['a sentence that is wrapped', 'The service asks\nthe bureau.', ['1: wrapped sentence']],
    ['a wrap in a list', '- The service asks\n  the bureau.', ['1: wrapped sentence']],
    ['two sentences on a line', 'It asks. It waits.', ['1: two sentences']],
    ['a sentence that begins with code', 'It asks. `confere` waits.', ['1: two sentences']],
    ['two in a list', '1. It asks. It waits.', ['1: two sentences']],
    ['a sentence of 25 words', words(25), ['1: long sentence']],
    ['one in a cell', `| a | ${words(25)} |`, ['1: long sentence']],
    ['a phrase', 'The service answers whatever the bureau does.', ['1: banned phrase']],
    ['a phrase of pages', 'The run goes on.', ['1: banned phrase']],
    ['a phrase in a heading', '# Of one whose key has expired', ['1: banned phrase']],
    ['a wrong term', '| a | The service refuses an ended key. |', ['1: banned phrase']],
  ])('%s', (_, page, faults) => {
    expect(rulesOf(page)).toEqual(faults);
  });

  test('and in Portuguese', () => {
    expect(rulesOf('De uma fonte fora do ar se diz que está fora do ar.', 'pt')).toEqual(['1: banned phrase']);
    expect(rulesOf('O serviço recusa uma chave encerrada.', 'pt')).toEqual(['1: banned phrase']);
    expect(rulesOf('Fonte fora do ar aparece como fora do ar.', 'pt')).toEqual([]);
  });

  test.each([
    ['a sentence a line', 'It asks.\nIt waits:\n\n- one thing\n- another\n'],
    ['a sentence of 24 words', words(24)],
    ['code, which is one word', `${'word '.repeat(23)}\`confere verify customers.csv --out results.csv\`.`],
    ['a link, which is one word', `${'word '.repeat(23)}[the whole page of settings](docs/settings.md).`],
    ['several sentences in a cell', '| a | It asks. It waits. |'],
    ['a list in a cell', `| a | ${'word '.repeat(20)}; ${'word '.repeat(20)} |`],
    ['a way of many steps', `${'word '.repeat(20)}→ ${'word '.repeat(20)}`],
    ['a block of code', '```sh\nIt asks. It waits. Whatever\nthe bureau does.\n```'],
    ['a comment', '<!-- It asks. It waits. -->'],
  ])('but not %s', (_, page) => {
    expect(rulesOf(page)).toEqual([]);
  });

  test.each([
    'Some fields, e.g. CPF, are i.e. Brazilian.',
    'See No. 5 and Art. 7 of the law.',
    'Fale com a Sra. Carvalho, da Padaria Ltda. Centro.',
    'It takes 1.5 s with version 0.1.0 of Node 26.',
    'The file confere.yaml is read.',
    'Numbers, names, dates, etc. Brazilian ones too.',
  ])('a full stop inside: %s', (sentence) => {
    expect(splitSentences(sentence)).toEqual([sentence]);
  });
});
