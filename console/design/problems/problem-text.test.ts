import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorKinds } from '../../../src/error-codes.ts';
import { errorsInPortuguese } from '../../../src/http/answer/problem-portuguese.ts';
import { toProblemText } from './problem-text.ts';

const codes = Object.keys(errorKinds) as ErrorCode[];

describe.each(['pt', 'en'] as const)('in %s', (language) => {
  test.each(codes)('%s is told without a name of the protocol, with a title, and once', (code) => {
    const said = language === 'pt' ? errorsInPortuguese[code] : errorKinds[code];
    for (const isCounted of [true, false]) {
      const { title, advice } = toProblemText({ code, title: said.title, detail: said.detail }, language, isCounted);
      expect(title).not.toBe('');
      expect(advice).not.toContain(title);
      expect(`${title} ${advice}`).not.toMatch(/`|Retry-After|Idempotency-Key|Confere-|Content-|Authorization|\/v1\//);
      if (isCounted) expect(advice).not.toMatch(/tente de novo em|try again in|^espere|^wait/i);
    }
  });
});

test('a source that is missing is named first, and when to try again is left to the countdown', () => {
  const detail =
    'O birô B não respondeu. Este serviço exige essa resposta, por isso não há resultado. Tente de novo depois de `Retry-After`.';
  expect(
    toProblemText({ code: 'sources_unavailable', title: 'Faltou a resposta das fontes', detail }, 'pt', true),
  ).toEqual({
    title: 'O birô B não respondeu.',
    advice: 'Este serviço exige essa resposta, por isso não há resultado.',
  });
});

test('a sentence made for the occasion is kept', () => {
  const detail = 'Escolha na lista a finalidade da consulta: ela fica registrada.';
  expect(toProblemText({ code: 'invalid_purpose', title: 'x', detail }, 'pt').advice).toBe(detail);
});
