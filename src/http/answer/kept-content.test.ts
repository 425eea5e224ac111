import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chooseEncoding, toPieces } from './kept-content.ts';

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

test('however many ask for a large file, each gets all of it, and a turn of the event loop sends little', async () => {
  const bytes = randomBytes(300_000);
  const perTick = [0];
  const received = Array.from({ length: 30 }, () =>
    buffer(toPieces(bytes).on('data', (piece: Buffer) => ((perTick[perTick.length - 1] as number) += piece.length))),
  );
  const all = Promise.all(received);
  let isDone = false;
  void all.then(() => (isDone = true));
  while (!isDone) {
    await nextTurn();
    perTick.push(0);
  }
  for (const one of await all) expect(one.equals(bytes)).toBe(true);
  // What is counted here between two looks may be two turns.
  expect(Math.max(...perTick)).toBeLessThanOrEqual(2 * 2 * 64 * 1024);
});
