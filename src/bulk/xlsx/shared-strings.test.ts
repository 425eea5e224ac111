import { describe, expect, it } from 'vitest';
import { readSharedStrings } from './shared-strings.ts';

describe('the texts of a spreadsheet', () => {
  it('are kept in a file where there are more than memory is for', async () => {
    const texts = Array.from({ length: 300 }, (_, index) => `${index} ${'ção '.repeat(index % 50)}`);
    async function* pieces() {
      yield '<sst>';
      for (const text of texts) yield `<si><t xml:space="preserve">${text}</t></si>`;
      yield '</sst>';
    }
    const kept = await readSharedStrings(pieces(), { memoryBytesMax: 2_000 });
    expect(texts.map((_, index) => kept.get(index))).toEqual(texts);
    expect(kept.get(texts.length)).toBeUndefined();
    kept.close();
    // What lay in the file is gone with it; what was in memory is not.
    expect(() => kept.get(0)).toThrow();
    expect(kept.get(texts.length - 1)).toBe(texts.at(-1));
  });

  it('are not more than they may be, though each says nothing', async () => {
    async function* pieces() {
      yield `<sst>${'<si/>'.repeat(101)}</sst>`;
    }
    await expect(readSharedStrings(pieces(), { textsMax: 100 })).rejects.toThrow('more texts than rows could hold');
    const kept = await readSharedStrings(pieces(), { textsMax: 101 });
    expect([kept.get(100), kept.get(101)]).toEqual(['', undefined]);
  });
});
