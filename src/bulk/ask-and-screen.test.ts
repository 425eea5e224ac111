import { expect, test } from 'vitest';
import type { Asks } from '../app/bulk/run/added-columns.ts';
import type { AskResult } from '../app/bulk/run/outcome.ts';
import { chooseAsk } from './ask-and-screen.ts';

const question = { kind: 'cpf', cpf: '40442820135', name: null, birthDate: null } as never;
const hit = { list: 'ceis', as_of: '2026-11-18', row: 'ceis:1', match: 'document', strength: 'hit', state: 'in_force' };
const told = { ...hit, sentence: 'It has this number.' };
const short = { status: 'hit', hits_total: 12, hits: Array(10).fill(told) };
const screened = answer({
  request_id: 'req_lists',
  ...{ status: 'hit', cpf: '40442820135', cnpj: null, hits_total: 12 },
  hits: Array(12).fill({ ...told, name: 'FULANO', other_rows: [] }),
});
const verified = answer({ request_id: 'req_1', status: 'verified' });

function answer(body: Readonly<Record<string, unknown>>): AskResult {
  return { kind: 'answered', body, isReplayed: false };
}

/** A service that gives these, and notes what it was asked. */
function createService(asks: Asks, given: { readonly screened?: AskResult; readonly verified?: AskResult } = {}) {
  const asked: string[] = [];
  const note = (what: string, result: AskResult) => async (_: unknown, key: string) => {
    asked.push(`${what} ${key}`);
    return result;
  };
  const ask = chooseAsk(asks, {
    verify: note('verify', given.verified ?? verified),
    screen: note('screen', given.screened ?? screened),
  });
  return { ask: (key: string) => ask(question, key), asked };
}

test('a row is screened before it is verified, under a key of its own, and has the short form of the screening', async () => {
  const { ask, asked } = createService('verify_and_screen');
  expect(await ask('one')).toEqual(answer({ request_id: 'req_1', status: 'verified', screening: short }));
  expect(asked).toEqual(['screen one_lists', 'verify one']);
});

test('a key that may not screen stops the run before any source is asked', async () => {
  const refusal: AskResult = { kind: 'stop', sentence: 'The service refuses (insufficient_scope).' };
  const { ask, asked } = createService('verify_and_screen', { screened: refusal });
  expect(await ask('one')).toBe(refusal);
  expect(asked).toEqual(['screen one_lists']);
});

test('where verifications carry the screening, nobody is screened twice once that is known', async () => {
  const carrying = answer({ request_id: 'req_1', status: 'verified', screening: { status: 'clear' } });
  const { ask, asked } = createService('verify_and_screen', { verified: carrying });
  await ask('one');
  expect(await ask('two')).toBe(carrying);
  expect(asked).toEqual(['screen one_lists', 'verify one', 'verify two']);
});

const refused: AskResult = { kind: 'refused', code: 'all_sources_unavailable', detail: 'No source answers.' };
const waits = { kind: 'wait', code: 'all_sources_unavailable', detail: '', afterMs: undefined, isBusy: false } as const;

test.each<AskResult>([refused, { ...waits, counts: true }])(
  'a row without an answer keeps what the lists say, also where its verification would carry it: %j',
  async (failure) => {
    const { ask } = createService('verify_and_screen', { verified: failure });
    expect(await ask('one')).toEqual({ ...failure, screening: short });
    const answers: AskResult[] = [answer({ screening: {} }), failure];
    const carried = chooseAsk('verify_and_screen', {
      verify: async () => answers.shift() as AskResult,
      screen: async () => screened,
    });
    await carried(question, 'one');
    expect(await carried(question, 'two')).toEqual({ ...failure, screening: short });
  },
);

test('a service that is only busy is not asked for its lists once more', async () => {
  const { ask, asked } = createService('verify_and_screen', { verified: { ...waits, counts: false } });
  expect(await ask('one')).toEqual({ ...waits, counts: false });
  expect(asked).toEqual(['screen one_lists', 'verify one']);
});

test('the lists alone ask no source', async () => {
  const { ask, asked } = createService('screen');
  expect(await ask('one')).toEqual(answer({ request_id: 'req_lists', cpf: '40442820135', screening: short }));
  expect(asked).toEqual(['screen one_lists']);
});
