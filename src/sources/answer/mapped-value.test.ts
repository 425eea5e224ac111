import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registrationStatuses } from '../../domain/person/evidence.ts';
import { createCodeReader, InvalidAnswer, readBoolean, readDate, readMappedText, readScore } from './mapped-value.ts';

function attempt<Value>(read: () => Value): Value | 'refused' {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

const range = { format: 'ddmmyyyy', earliest: '1900-01-01', latest: '2026-11-15' } as const;

describe('a mapped value', () => {
  it('of any kind is of its own type, null or refused; nothing is converted', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (value) => {
        expect([null, true, false, 'refused']).toContain(attempt(() => readBoolean('b', value)));
        const score = attempt(() => readScore('s', value));
        if (typeof score === 'number') expect(Object.is(score, value) || (score === 0 && value === 0)).toBe(true);
        else expect([null, 'refused']).toContain(score);
        const text = attempt(() => readMappedText('t', value));
        if (text !== null && text !== 'refused') expect(typeof value).toBe('string');
        const date = attempt(() => readDate('d', value, range));
        if (date !== null && date !== 'refused') expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('that is a score is a whole number from 0 to 1000', () => {
    expect([0, -0, 1, 999, 1000].map((score) => readScore('s', score))).toEqual([0, 0, 1, 999, 1000]);
    for (const wrong of [-1, 1001, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e308, '1', true, []]) {
      expect(attempt(() => readScore('s', wrong))).toBe('refused');
    }
  });

  it('that is a date lies in its range, to the day', () => {
    expect(['01011900', '15112026'].map((date) => readDate('d', date, range))).toEqual(['1900-01-01', '2026-11-15']);
    for (const wrong of ['31121899', '16112026', '21059999', '31062000', 15112026, {}]) {
      expect(attempt(() => readDate('d', wrong, range))).toBe('refused');
    }
  });

  it('that does not fit is told by its field and by what was expected, never by what was found', () => {
    const faultOf = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return error instanceof InvalidAnswer ? error.message : error;
      }
    };
    expect(faultOf(() => readScore('score', '742'))).toBe(
      'score: it must be a whole number from 0 to 1000, but is text',
    );
    expect(faultOf(() => readBoolean('fraud_alert', ['yes']))).toBe(
      'fraud_alert: it must be true or false, but is a list',
    );
    expect(faultOf(() => readDate('birth_date', '1987-05-21', range))).toBe(
      'birth_date: it must be a date as ddmmyyyy, but is other text',
    );
  });

  it('that is text comes out on one line, without what cannot be seen, and of bounded length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const read = attempt(() => readMappedText('t', text));
        if (read === null || read === 'refused') return;
        expect(read).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(read).toBe(read.trim());
        expect(read.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a code of a party', () => {
  const read = createCodeReader('registration', registrationStatuses, {
    REGULAR: 'regular',
    'Pendente de Regularização': 'suspended',
    '0': 'regular',
  });

  it('is compared as a whole, whatever its case, accents and blanks', () => {
    expect(['regular', ' Regular ', 'REGULAR', 0, '0'].map(read)).toEqual(Array.from({ length: 5 }, () => 'regular'));
    expect(read('PENDENTE  DE REGULARIZACAO')).toBe('suspended');
  });

  it('that nobody mapped is unknown', () => {
    for (const code of ['', 'IRREGULAR', 'regular.', 1, null, undefined, 'constructor', '__proto__']) {
      expect(read(code)).toBe('unknown');
    }
  });

  it('is text or a number: anything else makes the answer unusable', () => {
    for (const code of [true, false, {}, [], ['REGULAR'], { codigo: 0 }]) {
      expect(attempt(() => read(code))).toBe('refused');
    }
  });

  it('without a map must be our own word', () => {
    const own = createCodeReader('registration', registrationStatuses, undefined);
    expect(own('deceased')).toBe('deceased');
    expect(own('falecido')).toBe('unknown');
  });
});
