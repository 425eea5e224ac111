import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

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
  ['ptarmigan', 'en'],
  [',;,=', 'en'],
] as const)('of "%s" the language is %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});
