import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { confirm } from './confirm.ts';

const ask = async (typed: string, isTerminal = true) => {
  const shown: string[] = [];
  const show = (question: string) => void shown.push(question);
  const input = Readable.from([typed]);
  await confirm({ question: 'Go on?', otherwise: 'Nothing was done.' }, { input, isTerminal, show });
  return shown;
};

it.each(['y\n', 'Yes\n', 'sim\n'])('%j goes on', async (typed) => {
  expect(await ask(typed)).toEqual(['Go on? [y/N]']);
});

it.each(['', '\n', 'n\n', 'yesterday\n'])('%j does not', async (typed) => {
  await expect(ask(typed)).rejects.toThrow('Nothing was done.');
});

it('what is no terminal is not asked', async () => {
  expect(await ask('', false)).toEqual([]);
});
