import { expect, it } from 'vitest';
import { createKeptAnswers } from './with-kept-answers.ts';

it('keeps an answer for a moment only where it has no gaps, and asks the party all the same', async () => {
  const kept: string[] = [];
  const { around } = createKeptAnswers<string>({
    cache: { find: async () => undefined, keep: async (_asked, value) => void kept.push(value) },
    bought: undefined,
    turns: undefined,
    toAsked: ({ number }) => ({ number, key: number }),
    isComplete: (value) => value === 'whole',
  });
  const ask = around(async ({ number }) => ({ kind: 'found', value: number }));
  for (const number of ['gaps', 'whole']) {
    expect(await ask({ number, values: {} }, AbortSignal.timeout(60_000), null)).toEqual({
      kind: 'found',
      value: number,
    });
  }
  expect(kept).toEqual(['whole']);
});
