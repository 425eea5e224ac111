import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from '../../domain/rows/mask-text.ts';
import { maskJson } from './mask.ts';

describe('a mask', () => {
  it('keeps the shape and nothing else', () => {
    expect(maskText('João D’Ávila, 123.456.789-09')).toBe('Aaaa A’Aaaaa, 999.999.999-99');
    expect(maskText('日本 ٣')).toBe('aa 9');
  });

  it('masks every value of a body but true, false, null and the words of the description', () => {
    const body = {
      ni: '39053344705',
      nome: 'JOANA',
      vivo: true,
      obito: null,
      score: 742,
      code: 612,
      situacao: [{ codigo: '0', descricao: 'Regular' }],
      '39053344705': { a: 1.5 },
    };
    expect(maskJson(body, new Set(['0', '612']))).toEqual({
      ni: '99999999999',
      nome: 'AAAAA',
      vivo: true,
      obito: null,
      score: 999,
      code: 612,
      situacao: [{ codigo: '0', descricao: 'Aaaaaaa' }],
      '99999999999': { a: 9.9 },
    });
  });

  it('leaves no letter or digit of any value as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(maskText(text).replace(/[Aa9]/g, '')).not.toMatch(/[\p{L}\p{Nd}]/u);
      }),
    );
  });
});
