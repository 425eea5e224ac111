import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createIsWebOrigin } from './web-origins.ts';

function open(pages: readonly string[]) {
  const clock = createManualClock();
  const looked: string[] = [];
  let isBroken = false;
  const isWebOrigin = createIsWebOrigin({
    clock,
    keys: {
      hasWebOrigin: (origin) => {
        looked.push(origin);
        if (isBroken) throw new Error('the store does not answer');
        return pages.includes(origin);
      },
    },
  });
  return { clock, looked, isWebOrigin, breakStore: (is: boolean) => (isBroken = is) };
}

test('a page of a key is looked up once a minute, and a stranger every two seconds', async () => {
  const { clock, looked, isWebOrigin } = open(['https://shop.example']);
  const ask = () => Promise.all(['https://shop.example', 'https://stranger.example'].map(isWebOrigin));
  for (let asked = 0; asked < 3; asked++) expect(await ask()).toEqual([true, false]);
  expect(looked).toEqual(['https://shop.example', 'https://stranger.example']);
  clock.advance(2_000);
  expect(await ask()).toEqual([true, false]);
  expect(looked.slice(2)).toEqual(['https://stranger.example']);
  clock.advance(58_000);
  expect(await ask()).toEqual([true, false]);
  expect(looked.slice(3)).toEqual(['https://shop.example', 'https://stranger.example']);
});

test('strangers with ever other names push nobody out for good', async () => {
  const { isWebOrigin } = open(['https://shop.example']);
  expect(await isWebOrigin('https://shop.example')).toBe(true);
  for (let number = 0; number < 20_001; number++) expect(await isWebOrigin(`https://${number}.example`)).toBe(false);
  expect(await isWebOrigin('https://shop.example')).toBe(true);
});

test('what could not be looked up is looked up again', async () => {
  const { isWebOrigin, breakStore } = open(['https://shop.example']);
  breakStore(true);
  await expect(isWebOrigin('https://shop.example')).rejects.toThrow();
  breakStore(false);
  expect(await isWebOrigin('https://shop.example')).toBe(true);
});
