import { expect, test } from 'vitest';
import { parseCountry } from './country-code.ts';

test.each([
  ['ve', 'VE'],
  ['VEN', 'VE'],
  [' Venezuela ', 'VE'],
  ['Alemanha', 'DE'],
  ['germany', 'DE'],
  ['Coréia do Sul', 'KR'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Reino Unido', 'GB'],
  ['EUA', 'US'],
  ['XKX', 'XK'],
  ['Atlantis', undefined],
  ['', undefined],
  ['constructor', undefined],
])('the country %j is read as %s, and nobody guesses', (text, code) => expect(parseCountry(text)).toBe(code));
