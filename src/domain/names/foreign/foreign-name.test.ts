import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareForeignNames, foldForeign, toForeignName } from './foreign-name.ts';

const toName = (text: string) => toForeignName(foldForeign(text));
const compare = (asked: string, listed: string) => compareForeignNames(toName(asked), toName(listed));

describe('one person, as clerks of several countries write the name', () => {
  test.each([
    ['Mohammed Hussein', 'MUHAMMAD HUSAYN'],
    ['Muammar Gaddafi', 'QADHAFI, Muammar al-'],
    ['Youssef al-Khaled', 'KHALID, Yusuf'],
    ['Abdul Rahman Said', 'SAID, Abd al-Rahman'],
    ['Abdulrahman Said', 'SAID, Abd al-Rahman'],
    ['Alexei Kuznetsov', 'KUZNETSOV, Aleksei'],
    ['Сергей Иванов', 'IVANOV, Sergei'],
    ['Kim Jongun', 'KIM Jong Un'],
    ['Jørgen Sørensen', 'SORENSEN, Jorgen'],
    ['Juan Rodrigues Peres', 'RODRIGUEZ PEREZ, Juan'],
    ["Omar Qa'ida", 'QAIDA OMAR'],
    ['Omar Albaghdadi', 'AL-BAGHDADI, Omar'],
    ['Omar Albaghdadi', 'BAGHDADI, Omar'],
    ['Ahmed Elmasri', 'AL-MASRI, Ahmad'],
    ['Mahmoud Elsayed', 'SAYED, Mahmud'],
  ])('%s is %s', (asked, listed) => {
    expect(compare(asked, listed)).toBeGreaterThanOrEqual(0.92);
    expect(compare(listed, asked)).toBeGreaterThanOrEqual(0.92);
  });
});

describe('two people', () => {
  test.each([
    ['Hassan Ibrahim', 'HUSSEIN IBRAHIM'],
    ['Omar Elsandra', 'SANDRA, Omar'],
    ['Omar Alexandrov', 'EXANDROV, Omar'],
    ['Omar Almeida', 'MEIDA, Omar'],
    ['Maria Santos', 'MARIO SANTOS'],
    ['Daniela Torres', 'DANIEL TORRES'],
    ['Paulo Lima', 'PAULA LIMA'],
    ['Ivan Petrova', 'IVAN PETROV'],
    ['João Silva', 'JOAO'],
    ['J Silva', 'JOAO SILVA'],
    ['João Silva', 'JOAO SILVA NETO'],
    ['Carlos Souza Neto', 'CARLOS SOUZA FILHO'],
    ['José Silva', 'JOSE ANTONIO SILVA'],
  ])('%s is not %s', (asked, listed) => {
    expect(compare(asked, listed)).toBeLessThan(0.92);
    expect(compare(listed, asked)).toBeLessThan(0.92);
  });
});

test.each(['', ' ', '...', 'X', '李 明', 'محمد علي', `${'A'.repeat(5000)} B`, 'A '.repeat(3000)])(
  'whatever is written, the answer is between 0 and 1: %#',
  (text) => {
    for (const [asked, listed] of [
      [text, 'MARIA SILVA'],
      ['MARIA SILVA', text],
      [text, text],
    ] as const) {
      expect(compare(asked, listed)).toBeGreaterThanOrEqual(0);
      expect(compare(asked, listed)).toBeLessThanOrEqual(1);
    }
  },
);

const word = fc.stringMatching(/^[A-Z]{4,9}$/);
const words = fc.uniqueArray(word, { minLength: 2, maxLength: 5 });

test('property: a name is itself in any order of its words, and alike is alike from both sides where both have as many words', () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const name = toName(one.join(' '));
      // A drawn word may be a particle, and then a word is missing.
      fc.pre(name.words.length === one.length && name.agnome === undefined);
      expect(compare(one.join(' '), one.toReversed().join(' '))).toBe(1);
      if (one.length === other.length && toName(other.join(' ')).words.length === one.length) {
        const [there, back] = [compare(one.join(' '), other.join(' ')), compare(other.join(' '), one.join(' '))];
        expect(Math.abs(there - back)).toBeLessThanOrEqual(0.25);
      }
    }),
  );
});
