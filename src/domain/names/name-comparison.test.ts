import { describe, expect, it } from 'vitest';
import { exactMatch, isSameSet, pairWords, sameWords, toMismatch, toPartial } from './name-comparison.ts';

const unlike = () => 0;
const pair = (typed: string, registered: string, likenessOf: (one: string, other: string) => number = unlike) =>
  pairWords(typed.split(' ').filter(Boolean), registered.split(' ').filter(Boolean), likenessOf);

describe('pairing the words of two names', () => {
  it('pairs equal words first, whatever stands before them', () => {
    expect(pair('SILVA', 'SILVIA SILVA', () => 0.9)).toMatchObject({ partners: [1], likenesses: [1], pairs: 1 });
  });

  it('leaves a word to the equal one, though another is spelled alike and stands before it', () => {
    expect(pair('LUIS LUIZ', 'LUIZ')).toMatchObject({ partners: [-1, 0], likenesses: [0, 1], pairs: 1 });
  });

  it('pairs words that differ in spelling only before words that are merely alike', () => {
    const { partners, likenesses } = pair('LUIZ', 'LUIZA LUIS', () => 0.99);
    expect(partners).toEqual([1]);
    expect(likenesses[0]).toBeGreaterThanOrEqual(0.85);
  });

  it('values another spelling at 0.85 at least, however the letters differ', () => {
    expect(pair('YURI', 'IURI').likenesses).toEqual([0.85]);
    expect(pair('FELIPE', 'PHELIPE').likenesses).toEqual([0.85]);
  });

  it('gives each typed word the free word that is most alike, and none where nothing is', () => {
    const likeness: Record<string, number> = { 'A X': 0.86, 'A Y': 0.9, 'A Z': 0.88, 'B Y': 0.95, 'B Z': 0.87 };
    const found = pair('A B C', 'X Y Z', (one, other) => likeness[`${one} ${other}`] ?? 0);
    expect(found).toMatchObject({ partners: [1, 2, -1], likenesses: [0.9, 0.87, 0], pairs: 2 });
  });

  it('takes each registered word once', () => {
    expect(pair('A B', 'X', () => 0.9)).toMatchObject({ partners: [0, -1], likenesses: [0.9, 0], pairs: 1 });
    expect(pair('ANA ANA', 'ANA')).toMatchObject({ partners: [0, -1], pairs: 1 });
    expect(pair('ANA', 'ANA ANA')).toMatchObject({ partners: [0], pairs: 1 });
  });

  it.each([
    ['ANA LIMA', 'ANA LIMA', 1],
    ['ANA', 'ANA LIMA', 1 / 1.2],
    ['ANA LIMA', 'ANA', 1 / 1.8],
    ['ANA LIMA', 'ANA SOUZA', 1 / 2],
    ['ANA', 'EVA', 0],
    ['', 'ANA', 0],
    ['ANA', '', 0],
    ['', '', 0],
  ])('weighs %j for %j: a typed word too many more than a registered one left out', (typed, registered, similarity) => {
    expect(pair(typed, registered).similarity).toBeCloseTo(similarity, 10);
  });

  it('pairs no more than 24 words, so that a hostile name costs little', () => {
    const words = Array.from({ length: 30 }, (_, index) => `W${index}`).join(' ');
    let compared = 0;
    const { pairs, similarity } = pair(words, words, () => compared++);
    expect(pairs).toBe(24);
    expect(similarity).toBeCloseTo(24 / (24 + 0.8 * 6 + 0.2 * 6), 10);
    expect(compared).toBe(0);
    const beyond = 'W24 W25 W26 W27 W28 W29';
    expect([pair(words, beyond).pairs, pair(beyond, words).pairs]).toEqual([0, 0]);
  });
});

describe('the same words', () => {
  it.each([
    ['ANA LIMA', 'ANA LIMA', true],
    ['ANA LIMA', 'LIMA ANA', true],
    ['ANA', 'ANA LIMA', false],
    ['ANA ANA LIMA', 'ANA LIMA LIMA', false],
    ['ANA LIMA', 'ANA SOUZA', false],
  ])('%s and %s: %s', (some, others, expected) => {
    expect(isSameSet(some.split(' '), others.split(' '))).toBe(expected);
    expect(isSameSet(others.split(' '), some.split(' '))).toBe(expected);
  });
});

describe('a similarity', () => {
  it('is 1 for the same name, and 0.95 for the same words', () => {
    expect(exactMatch).toEqual({ match: 'exact', similarity: 1 });
    expect(sameWords).toEqual({ match: 'partial', similarity: 0.95 });
  });

  it('of a mismatch stays under 0.70, in hundredths', () => {
    expect(toMismatch(0.954)).toEqual({ match: 'mismatch', similarity: 0.69 });
    expect(toMismatch(0.504)).toEqual({ match: 'mismatch', similarity: 0.5 });
  });

  it('is partial from 0.70 on, as it is shown', () => {
    expect(toPartial(0.696)).toEqual({ match: 'partial', similarity: 0.7 });
    expect(toPartial(0.694)).toEqual({ match: 'mismatch', similarity: 0.69 });
    expect(toPartial(0.846)).toEqual({ match: 'partial', similarity: 0.85 });
  });
});
