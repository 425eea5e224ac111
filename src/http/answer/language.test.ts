import { expect, test } from 'vitest';
import { chooseLanguage, findAcceptLanguage } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['pt', 'pt'],
  ['pt-BR', 'pt'],
  ['PT-br', 'pt'],
  ['pt-PT', 'pt'],
  ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt'],
  ['en-US,en;q=0.9,pt-BR;q=0.8', 'en'],
  ['en;q=0.5, pt;q=0.9', 'pt'],
  ['pt;q=0', 'en'],
  ['fr, pt;q=0.3', 'pt'],
  ['fr', 'en'],
  ['*', 'en'],
  ['*;q=0.1, pt;q=0.5', 'pt'],
  ['pt;q=nonsense', 'en'],
  ['pt;q=1.5', 'en'],
  ['pt;q=-1', 'en'],
  ['pt;q=', 'en'],
  ['pt ; q=0.5', 'pt'],
  ['pt;Q=0.5, en;q=0.4', 'pt'],
  ['en, pt', 'en'],
  ['pt, en', 'pt'],
  ['en;q=0, *', 'pt'],
  ['en;q=0', 'en'],
  ['pt;q=0, *', 'en'],
  ['pt-BR;q=0, pt', 'en'],
  ['pt-PT;q=0.9, pt-BR;q=0.1, en;q=0.5', 'en'],
  ['pt-PT, en;q=0.5', 'pt'],
  ['en-GB;q=0.2, pt-BR;q=0.3', 'pt'],
  ['ptarmigan', 'en'],
  [',;,=', 'en'],
] as const)('of "%s" the language is %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

test.each([
  [undefined, undefined],
  ['GET / HTTP/1.1\r\nHost: a\r\n', undefined],
  ['GET / HTTP/1.1\r\nHost: a\r\nAccept-Language:  pt-BR\r\nX: \0\r\n', 'pt-BR'],
  ['GET /?accept-language:pt HTTP/1.1\r\nX-Accept-Language: pt\r\n', undefined],
])('of the bytes %j the header is %s', (bytes, header) => {
  expect(findAcceptLanguage(bytes === undefined ? undefined : Buffer.from(bytes))).toBe(header);
});
