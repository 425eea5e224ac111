import { expect, test } from 'vitest';
import { chooseEncoding } from './kept-content.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.000', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=nonsense', 'identity'],
])('a client that accepts %j is sent %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
