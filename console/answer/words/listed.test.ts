import { expect, test } from 'vitest';
import { findListedSentence } from './listed.ts';

const hit = (list: string, changes: object = {}) => ({ list, strength: 'hit', state: 'in_force', ...changes });

test('a reason of the lists names those that made it, and none that did not', () => {
  expect(findListedSentence('screening_listed', [hit('ceis'), hit('ceis'), hit('pep')])).toBe('Consta na lista CEIS.');
  const several = [hit('ofac'), hit('canada'), hit('ceis'), hit('own-clientes'), hit('ue', { state: 'ended' })];
  expect(findListedSentence('screening_high_listed', several)).toBe(
    'Consta nas listas OFAC e canada e na lista própria clientes.',
  );
  const possible = [hit('cnep', { strength: 'possible' }), hit('ceis')];
  expect(findListedSentence('screening_possible', possible)).toBe(
    'Talvez conste na lista CNEP: alguém precisa conferir.',
  );
  expect(findListedSentence('screening_listed', possible)).toBe('Consta na lista CEIS.');
});

test('a reason that names its list, one of something else, and one without its hits keep their own sentence', () => {
  expect(findListedSentence('screening_un', [hit('onu')])).toBeUndefined();
  expect(findListedSentence('fraud_alert', [hit('ceis')])).toBeUndefined();
  expect(findListedSentence('screening_listed', [])).toBeUndefined();
  expect(findListedSentence('screening_listed', [hit('ceis', { state: 'ended' }), hit('pep')])).toBeUndefined();
});
