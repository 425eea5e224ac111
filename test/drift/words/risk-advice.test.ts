// What to do at a level of risk is said once, in the specification's words. A page, a tool or a screen that advised something else at
// `medium` would decide about people by where somebody has read it.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actWords, riskAdvice, toAct } from '../../../src/domain/risk/act-words.ts';
import { type RiskLevel, riskLevels } from '../../../src/domain/risk/risk-policy.ts';
import { explainAnswer } from '../../../src/mcp/explain-answer.ts';

const root = join(import.meta.dirname, '../../..');
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/**/*.md', 'examples/**/*.md', 'deploy/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const toLanguage = (page: string) => (page.includes('pt-BR') ? 'pt' : 'en');

/** What stands behind the level, for each table that has a row for every level. */
function listAdvice(text: string): Readonly<Record<RiskLevel, string>>[] {
  const tables = text.split('\n\n').map((block) => block.split('\n').filter((line) => line.startsWith('| ')));
  return tables.flatMap((rows) => {
    const said = riskLevels.map((level) => {
      const row = rows.find((line) => line.includes(`| \`${level}\` |`));
      return [level, row?.split(`| \`${level}\` |`)[1]?.trim()] as const;
    });
    return said.every(([, advice]) => advice !== undefined) ? [Object.fromEntries(said)] : [];
  }) as Readonly<Record<RiskLevel, string>>[];
}

test('every table of every page that tells what to do at each level begins with the specification’s words', () => {
  const tables = pages.flatMap((page) => listAdvice(read(page)).map((advice) => ({ page, advice })));
  const told = tables.map(({ page }) => page);
  for (const page of ['README', 'docs/recipes', 'docs/risk-policy']) expect(told).toContain(`${page}.md`);
  for (const { page, advice } of tables) {
    for (const level of riskLevels) {
      const words = riskAdvice[level][toLanguage(page)];
      expect(advice[level].startsWith(words), `${page}, ${level}: say "${words}" first`).toBe(true);
    }
  }
});

test('the specification’s words are these', () => {
  expect(Object.values(riskAdvice).map(({ en }) => en)).toEqual([
    'auto-approve',
    'review recommended',
    'manual review required',
  ]);
});

test('screens, tables, assistants and the API advise the same', () => {
  for (const level of ['medium', 'high'] as const) {
    for (const language of ['en', 'pt'] as const) {
      for (const kind of ['cpf', 'cnpj'] as const) {
        expect(actWords[language][kind][toAct(level)].toLowerCase()).toBe(riskAdvice[level][language]);
      }
    }
  }
  expect(toAct('low')).toBe('approve');
  for (const level of riskLevels) {
    expect(explainAnswer({ risk_level: level })).toContain(`Risk ${level}: ${riskAdvice[level].en}`);
  }
  const described = riskLevels.map((level) => `${level}: ${riskAdvice[level].en}`);
  const levels = new Set(read('openapi.json').match(/low: [^"]*· medium: [^"]*/g));
  expect([...levels]).toEqual([`${described.join(' · ')}.`]);
  expect(read('packages/client/src/contract.ts')).toContain(`${described.join(' · ')}.`);
});
