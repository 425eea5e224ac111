// What the console says in Portuguese: its own words for things, and days and numbers as the language writes them, in fields too.

import { expect, test } from 'vitest';
import { answerWords } from '../answer/words/answer-words.ts';
import { auditWords } from '../audit/words.ts';
import { batchWords } from '../batch/words.ts';
import { companyWords } from '../company/words.ts';
import { dashboardWords } from '../dashboard/words.ts';
import { partWords } from '../design/words.ts';
import { judgementsWords } from '../judgements/words.ts';
import { keysWords } from '../keys/words.ts';
import { clearanceWords } from '../lists/clearances/words.ts';
import { searchWords } from '../lists/search/words.ts';
import { sensitivityWords } from '../lists/sensitivity-words.ts';
import { listsWords } from '../lists/words.ts';
import { workWords } from '../lists/work/words.ts';
import { registryWords } from '../registry/words.ts';
import { sessionsWords } from '../sessions/words.ts';
import { shellWords } from '../shell/words.ts';
import { verifyWords } from '../verify/words.ts';
import {
  formatDay,
  formatDaysIn,
  formatMoney,
  formatNumber,
  formatPrice,
  toPlainCount,
  toTypedCount,
} from './format.ts';
import { counted, language } from './language.ts';

const all = {
  audit: auditWords,
  batch: batchWords,
  company: companyWords,
  dashboard: dashboardWords,
  keys: keysWords,
  lists: listsWords,
  clearances: clearanceWords,
  judgements: judgementsWords,
  sensitivity: sensitivityWords,
  search: searchWords,
  work: workWords,
  parts: partWords,
  registry: registryWords,
  sessions: sessionsWords,
  shell: shellWords,
  answer: answerWords,
  verify: verifyWords,
};

/**
 * The console alone also avoids these words, and uses the given words instead. `test/drift/words/portuguese-words.test.ts` checks the words that
 * the glossary forbids everywhere.
 */
const unsaid: readonly (readonly [RegExp, string])[] = [
  [/verificaç/i, 'consulta'],
  [/quem opera/i, 'quem administra'],
  [/teclas/i, 'atalhos'],
  [/\d\.\d{2}\b(?!\d)/, 'decimal com vírgula'],
  [/\b(?:Retry-After|Idempotency-Key|HTTP \d|Content-Type)\b/, 'nenhum cabeçalho'],
];

/** Every text, with what is filled in standing for itself. */
function* listTexts(words: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof words === 'string') yield [path, words];
  else if (typeof words === 'function') yield* listTexts(words('7', '8', '9'), path);
  else if (typeof words === 'object' && words !== null) {
    for (const [name, one] of Object.entries(words)) yield* listTexts(one, `${path}.${name}`);
  }
}

test('nothing that the console says in Portuguese has a word that another one is there for', () => {
  const texts = Object.entries(all).flatMap(([name, words]) => [...listTexts(words(), name)]);
  expect(texts.length).toBeGreaterThan(500);
  const found = texts.flatMap(([path, text]) =>
    unsaid.filter(([word]) => word.test(text)).map(([, instead]) => `${path}: "${text}"; say: ${instead}`),
  );
  expect(found).toEqual([]);
});

test('days and numbers are written as the language writes them', () => {
  expect(formatDay('2026-11-07')).toBe('07/11/2026');
  expect(formatDaysIn('de 2026-11-07 até 2027-01-31')).toBe('de 07/11/2026 até 31/01/2027');
  expect(formatNumber(1_234_567.5)).toBe('1.234.567,5');
  // More digits than a binary number holds.
  expect(formatMoney('9007199254740993.15').replaceAll('\u00a0', ' ')).toBe('R$ 9.007.199.254.740.993,15');
});

test('money has two decimals, or four where a call costs parts of a cent, and never three', () => {
  const prices = ['21.0950', '1.3185', '0.6500', '0.0650', '0.6590', '0.0175', '12.0000', '1234.5678', '0.0000'];
  expect(prices.map((price) => formatPrice(price).replaceAll('\u00a0', ' '))).toEqual([
    ...['R$ 21,10', 'R$ 1,32', 'R$ 0,65', 'R$ 0,0650', 'R$ 0,6590', 'R$ 0,0175', 'R$ 12,00', 'R$ 1.234,57', 'R$ 0,00'],
  ]);
});

test('a count is written with its marks while it is typed, and what is no whole number is left for who judges it', () => {
  expect(['6000', '6.000', '1234567', '', '12x', '1,5'].map(toTypedCount)).toEqual([
    '6.000',
    '6.000',
    '1.234.567',
    '',
    '12x',
    '1,5',
  ]);
  expect(['6.000', ' 1.234.567 ', '1,5'].map(toPlainCount)).toEqual(['6000', '1234567', '1,5']);
  language.value = 'en';
  expect([toTypedCount('6000'), toPlainCount('6,000'), toPlainCount('1.5')]).toEqual(['6,000', '6000', '1.5']);
  language.value = 'pt';
});

test('one of something is not many', () => {
  expect([
    counted('1', 'linha', 'linhas'),
    counted('0', 'linha', 'linhas'),
    counted('1.001', 'linha', 'linhas'),
  ]).toEqual(['1 linha', '0 linhas', '1.001 linhas']);
});
