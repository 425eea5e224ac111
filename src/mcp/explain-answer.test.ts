import { expect, test } from 'vitest';
import { explainAnswer } from './explain-answer.ts';

test('an answer becomes sentences, and nobody is in them', () => {
  const answer = {
    status: 'inconclusive',
    cpf: '40442820135',
    name: 'ANA BEATRIZ CARVALHO',
    score: 499,
    risk_level: 'high',
    explanation: {
      reasons: [
        'pending_debts',
        'fraud_registry_unavailable',
        'income_unavailable',
        'a_reason_of_tomorrow',
        'ANA BEATRIZ',
      ],
      score_factors: [
        { code: 'pending_debts', penalty: -150, cap: 699 },
        { code: 'fraud_registry_unavailable', penalty: 0, cap: 499 },
      ],
      sources: {
        bureau_a: { outcome: 'answered', reason: null },
        fraud_registry: { outcome: 'unavailable', reason: 'timeout' },
        income: { outcome: 'not_asked', reason: 'condition' },
      },
    },
  };
  expect(explainAnswer(answer).split('\n')).toEqual([
    'Status inconclusive: It could not be decided: a source did not answer, or they contradict each other. It says nothing against the person.',
    'Risk high: manual review required',
    'Score 499 of 1000: 700 and more is low risk, under 500 is high.',
    'Reason pending_debts: A bureau knows of pending debts.',
    'Reason fraud_registry_unavailable: The fraud registry did not answer.',
    'Reason income_unavailable: The source income did not answer.',
    'Reason a_reason_of_tomorrow: a code that this version does not know',
    'Score: pending_debts takes 150 points and lets the score be at most 699.',
    'Score: fraud_registry_unavailable lets the score be at most 499.',
    'Source fraud_registry was unavailable: timeout: it did not answer in time.',
    'Source income was not asked: condition: the condition of its step did not hold.',
  ]);
});

test('an answer without its reasons says how to have them, and what is no answer is said to be none', () => {
  expect(explainAnswer({ status: 'verified', risk_level: 'low' })).toContain('`?explain=true`');
  expect(explainAnswer({ status: 'pending', request_id: 'req_1' })).toMatch(
    /^Status pending: Nothing is decided yet[^\n]*$/,
  );
  for (const nothing of [{}, { status: 7 }, { risk_level: null }, { name: 'Ana' }]) {
    expect(explainAnswer(nothing)).toMatch(/^This is not an answer/);
  }
});

test('what the lists say is told by its codes alone', () => {
  const hit = { list: 'onu', row: 'onu:1', strength: 'hit', state: 'in_force', sentence: 'The list onu has ANA.' };
  const lists = [{ list: 'onu', as_of: null, state: 'missing' }];
  const hits = [hit, { ...hit, list: 'own-house', strength: 'possible' }];
  const screening = { status: 'hit', hits_total: 2, hits, lists };
  const lines = explainAnswer({ status: 'verified', risk_level: 'high', screening, explanation: {} }).split('\n');
  expect(lines.slice(2)).toEqual([
    'Lists hit: A row of a list that is in force names them. It says nothing of who they are.',
    'List onu: hit, in_force.',
    'List own-house: possible, in_force.',
    'List onu is missing.',
  ]);
});

test('an answer of a screening is explained by its own words, with the lists that could not be relied upon', () => {
  const hit = { list: 'onu', row: 'onu:1', strength: 'possible', state: 'in_force', name: 'ANA' };
  const lists = [
    { list: 'onu', as_of: '2026-11-18', state: 'current' },
    { list: 'ceis', as_of: '2020-01-31', state: 'stale' },
  ];
  expect(explainAnswer({ status: 'possible', hits: [hit], lists, need_name: [] }).split('\n')).toEqual([
    'Lists possible: Rows of lists may mean them: a person has to look.',
    'List onu: possible, in_force.',
    'Looked in onu of 2026-11-18.',
    'List ceis of 2020-01-31 is stale.',
  ]);
  expect(explainAnswer({ status: 'inconclusive', hits: [], lists: [], need_name: ['pep', 'Ana'] }).split('\n')).toEqual(
    [
      'Lists inconclusive: A list could not be looked at: it is not known whether they are listed.',
      'Ask again with the whole name: pep cannot tell without.',
    ],
  );
  const numberless = { need_name: [], need_number: ['own-numbers', '40532176871'], partners: { state: 'partial' } };
  expect(
    explainAnswer({ status: 'inconclusive', hits: [], lists: [], ...numberless })
      .split('\n')
      .slice(1),
  ).toEqual([
    'Ask again with the CPF or CNPJ: own-numbers cannot tell without.',
    'Partners: partial, so not all of them were looked up.',
  ]);
  expect(explainAnswer({ status: 'clear' })).toMatch(/^Lists clear: No row in force names them[^\n]*$/);
});

test('what an answer rests on is said as everywhere, without a row that somebody named', () => {
  const text = explainAnswer({
    status: 'verified',
    explanation: {
      checked: [
        { code: 'name' },
        { code: 'debts', source: 'bureau_a', kept_answer: { age_seconds: 90_000, purpose: 'ANA' } },
        { code: 'list', list: 'ceis', as_of: '2026-11-15' },
        { code: 'partners', screened: 2, total: 2 },
      ],
      not_checked: [
        { code: 'birth_date', reason: 'not_provided' },
        { code: 'listed_hit', reason: 'cleared', list: 'own-house', row: 'own-house:ANA BEATRIZ', clearance: 'x' },
        { code: 'listed_hit', reason: 'cleared', list: 'ceis', row: 'ceis:1', cleared_at: '2026-11-16T12:00:00Z' },
        { code: 'signal', reason: 'not_reported', signal: 'open_lawsuits' },
        { code: 'ANA BEATRIZ', reason: 'ANA BEATRIZ', source: 'ANA BEATRIZ' },
      ],
    },
  });
  expect(text).toContain(
    'Checked: the name; debts (bureau A, kept answer 1 day old, bought for unknown); the list ceis (2026-11-15); the partners against the lists (2/2).',
  );
  expect(text).toContain(
    'Not checked: the date of birth (not given); the row of the list own-house (somebody judged it false, so it does not count); the row of the list ceis (somebody judged it false, so it does not count, since 2026-11-16); the signal open_lawsuits (not reported); unknown (unknown).',
  );
  expect(text).toContain('By an answer from before: debts (bureau A, 1 day old, bought for unknown).');
  expect(text).not.toContain('ANA');
  expect(explainAnswer({ status: 'verified', explanation: { checked: [], not_checked: [] } })).toContain(
    'Nothing was left unchecked.',
  );
});
