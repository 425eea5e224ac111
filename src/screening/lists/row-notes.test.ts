import { expect, test } from 'vitest';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import { toMaskedNames, toMaskedText, toRemarks } from './row-notes.ts';

const cpf = completeCpf('300456789');
const [first, second, third, check] = [cpf.slice(0, 3), cpf.slice(3, 6), cpf.slice(6, 9), cpf.slice(9)];

test.each([
  `${first}.${second}.${third}-${check}`,
  `${first}.${second}.${third}\u2013${check}`,
  `${first}.${second}.${third}\u2011${check}`,
  `${first}.${second}.${third} \u2212 ${check}`,
  `${first}-${second}-${third}-${check}`,
  `${first}.${second}.${third}/${check}`,
])('the CPF of somebody else is masked in free text and names, whatever stands between its digits: %s', (written) => {
  expect(toMaskedText(`Sócio: FULANO (CPF ${written}), de 2019-05.`)).toBe(
    'Sócio: FULANO (CPF ***456789**), de 2019-05.',
  );
  expect(toMaskedNames(`FULANO ${written}`)).toEqual(['FULANO ***456789**']);
});

test('facts that end in a full stop get no second one', () => {
  expect(toRemarks({ Title: 'Chefe', Reasons: 'Um motivo.', Remarks: 'Outro.' })).toBe(
    'Title: Chefe. Reasons: Um motivo. Remarks: Outro.',
  );
  expect(toRemarks({ Title: 'Cia.' }, 'Texto')).toBe('Title: Cia. Texto');
});

test('other numbers with dashes stay as they are', () => {
  for (const text of ['0001234-56.2024.4.01.3400', '11 98765-4321', '300-456-789-00', '2019\u20132024'])
    expect(toMaskedText(text)).toBe(text);
});
