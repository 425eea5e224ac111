import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { companyReasons } from '../company/reason-words.ts';
import { personReasons } from '../person/reason-words.ts';
import { listTopics, toCustomerMessage } from './customer-message.ts';
import { findTold } from './told-reasons.ts';

const unnamed = ['signal_device_fraud', 'no_signal_device_fraud', 'pix_dict_unavailable', 'pix_dict_no_verdict'];
const codes = {
  cpf: [...personReasons, ...unnamed, 'of_a_later_version', 'constructor'],
  cnpj: [...companyReasons, 'of_a_later_version', 'constructor'],
};
const anyRefusal = fc.constantFrom('cpf' as const, 'cnpj' as const).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    reasons: fc.uniqueArray(fc.constantFrom(...codes[kind])),
    isNumberOnly: fc.boolean(),
    requestId: fc.constant('req_1'),
  }),
);
const anyLanguage = fc.constantFrom('pt' as const, 'en' as const);
const refuse = (...reasons: string[]) => listTopics({ kind: 'cpf', reasons, isNumberOnly: false });

describe('the text for a customer who was refused', () => {
  test('says why, how to correct it, and how to ask for a review', () => {
    const refusal = { kind: 'cpf', reasons: ['pending_debts'], isNumberOnly: false, requestId: 'req_1' } as const;
    expect(toCustomerMessage(refusal, 'pt').split('\n')).toEqual([
      'Não foi possível aprovar o seu cadastro agora.',
      'Um birô de crédito informou dívidas pendentes no seu CPF. Você pode pedir os detalhes e a correção aos birôs de crédito, sem custo.',
      'Se você não concordar, responda a esta mensagem: uma pessoa da nossa equipe vai rever a decisão.',
      'Protocolo: req_1',
    ]);
  });

  test('is the same with and without whatever nobody may tell', () => {
    fc.assert(
      fc.property(anyRefusal, anyLanguage, (refusal, language) => {
        const reasons = refusal.reasons.filter((code) => findTold(code, refusal.kind) !== 'silence');
        expect(toCustomerMessage(refusal, language)).toBe(toCustomerMessage({ ...refusal, reasons }, language));
      }),
    );
  });

  test('never speaks of alerts, lists, scores, signals or the names of parties', () => {
    const words =
      /fraud|alert|list|score|pontua|sinal|signal|san[cç]|sanction|pep\b|onu\b|birô [ab]\b|bureau [ab]\b|pix|falec|decease/i;
    fc.assert(
      fc.property(anyRefusal, anyLanguage, (refusal, language) => {
        expect(toCustomerMessage(refusal, language)).not.toMatch(words);
      }),
    );
  });

  test.each(['fraud_alert', 'screening_un', 'screening_pep', ...unnamed, 'of_a_later_version', 'constructor'])(
    'keeps silent of %s',
    (code) => expect(refuse(code)).toEqual([]),
  );

  test('tells of debts and of the registration only whom the sources know by name', () => {
    const own = ['pending_debts', 'registration_suspended', 'low_bureau_score'];
    const told = ['debts', 'registration', 'credit'];
    expect(refuse(...own)).toEqual(told);
    expect(refuse('name_strong_partial', ...own)).toEqual(['spelling', ...told]);
    expect(refuse('name_mismatch', 'birth_date_mismatch', ...own)).toEqual(['typed']);
    for (const doubt of ['name_not_comparable', 'birth_date_not_comparable', 'bureaus_contradict']) {
      expect(refuse(...own, doubt)).toEqual([]);
    }
    expect(listTopics({ kind: 'cpf', reasons: own, isNumberOnly: true })).toEqual([]);
  });
});
