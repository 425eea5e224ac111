import { expect, test } from 'vitest';
import { parseUrl } from './endpoint.ts';

const rules = { allowHttp: false, mayReach: async () => true };

test.each([
  ['https://EXAMPLE.com', 'https://example.com/'],
  ['https://example.com:443/a/../b', 'https://example.com/b'],
  ['https://bücher.example/ç', 'https://xn--bcher-kva.example/%C3%A7'],
  ['https://0x7f.1/', 'https://127.0.0.1/'],
])('%s is kept as it will be called: %s', async (given, kept) => {
  expect(await parseUrl(given, rules)).toEqual({ kind: 'valid', url: kept });
});

test('what is judged is the address that is kept', async () => {
  const judged: string[] = [];
  await parseUrl('https://0x7f.1/', { ...rules, mayReach: async (url) => judged.push(url) > 0 });
  expect(judged).toEqual(['https://127.0.0.1/']);
});

test.each(['\x1b[2J', '\x9b2J', '\n', '\t', '\0', '\x7f', '\u200b', '\u202e', '\u2066', '\u2028', '\ufeff', '\ud800'])(
  'an address that holds %j is refused, wherever it stands',
  async (hidden) => {
    for (const text of [
      `https://exa${hidden}mple.com/`,
      `https://example.com/${hidden}`,
      `${hidden}https://example.com/`,
    ])
      expect(await parseUrl(text, rules)).toMatchObject({
        fault: { en: expect.stringContaining('control character') },
      });
  },
);
