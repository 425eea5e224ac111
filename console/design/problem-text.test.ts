import { expect, test } from 'vitest';
import { toProblemText } from './problem-text.ts';

test('a sentence that names a header is never shown: the console’s own stands there', () => {
  const shown = toProblemText(
    {
      code: 'sources_unavailable',
      title: 'Nenhuma fonte respondeu',
      detail: 'Nem os birôs nem o registro de fraudes responderam. Tente de novo depois do tempo em `Retry-After`.',
    },
    'pt',
  );
  expect(shown.title).toBe('Nenhuma fonte respondeu');
  expect(`${shown.title} ${shown.advice}`).not.toMatch(/Retry-After|`/);
});

test('a sentence made for the occasion is kept', () => {
  const detail = 'Escolha na lista a finalidade da consulta: ela fica registrada.';
  expect(toProblemText({ code: 'invalid_purpose', title: 'x', detail }, 'pt').advice).toBe(detail);
});
