// One word for one thing, and none that a Brazilian analyst would not use, in all that the console says in Portuguese.

import { expect, test } from 'vitest';
import { faultsInPortuguese } from '../../src/app/batches/portuguese-results.ts';
import { auditWords } from '../audit/words.ts';
import { batchWords } from '../batch/words.ts';
import { companyWords } from '../company/words.ts';
import { dashboardWords } from '../dashboard/words.ts';
import { keysWords } from '../keys/words.ts';
import { registryWords } from '../registry/words.ts';
import { sessionsWords } from '../sessions/words.ts';
import { shellWords } from '../shell/words.ts';
import { answerWords } from '../verify/answer-words.ts';
import { verifyWords } from '../verify/words.ts';
import { formatDay, formatMoney, formatNumber } from './format.ts';

const all = {
  audit: auditWords,
  batch: batchWords,
  company: companyWords,
  dashboard: dashboardWords,
  keys: keysWords,
  registry: registryWords,
  sessions: sessionsWords,
  shell: shellWords,
  answer: answerWords,
  verify: verifyWords,
};

/** What is said in place of it. */
const unsaid: readonly (readonly [RegExp, string])[] = [
  [/snapshot/i, 'versão do cadastro'],
  [/pontuaç/i, 'score'],
  [/número da consulta|id da requisição|request id/i, 'protocolo'],
  [/não se entende/i, 'resposta inválida'],
  [/titular apagado/i, 'dados excluídos a pedido da pessoa'],
  [/ato de operador/i, 'ação de operador'],
  [/entradas demais/i, 'muitas tentativas'],
  [/\b(?:deletar|setar|startar|logar|printar)\b/i, 'excluir, definir, iniciar, entrar, imprimir'],
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

test('a fault of a row is said alike before a batch and in its spreadsheet, and so is a failure', () => {
  expect(faultsInPortuguese).toEqual(batchWords().faults);
});

test('days and numbers are written as the language writes them', () => {
  expect(formatDay('2026-11-07')).toBe('07/11/2026');
  expect(formatNumber(1_234_567.5)).toBe('1.234.567,5');
  // More digits than a binary number holds.
  expect(formatMoney('9007199254740993.15').replaceAll('\u00a0', ' ')).toBe('R$ 9.007.199.254.740.993,15');
});
