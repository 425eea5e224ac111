// What the sources are called, and why one did not answer: the same wherever a source is spoken of, and apart from the words of an answer,
// so that Painel does not carry those.

import { defineWords } from '../../words/language.ts';
import type { CpfAnswer } from '../facts/answer.ts';

type Reason = NonNullable<NonNullable<CpfAnswer['explanation']>['sources']['bureau_a']['reason']>;

const sourceWords = defineWords(
  {
    names: {
      bureau_a: 'Birô A',
      bureau_b: 'Birô B',
      fraud_registry: 'Registro de fraudes',
      company_fallback: 'Consulta alternativa de CNPJ',
    },
    unavailable: {
      not_configured: 'não conectada',
      timeout: 'demorou demais',
      pending: 'ainda não tem a resposta',
      connection_failed: 'sem conexão',
      circuit_open: 'em pausa após falhas seguidas',
      overloaded: 'muitas consultas ao mesmo tempo',
      rate_limited: 'pediu uma pausa',
      credit_exhausted: 'créditos esgotados',
      authentication_failed: 'recusou nossa credencial',
      upstream_error: 'falhou',
      request_refused: 'recusou a consulta',
      birth_date_required: 'exige a data de nascimento',
      minor: 'menor de idade',
      invalid_response: 'resposta inválida',
      response_too_large: 'resposta grande demais',
      wrong_person: 'respondeu sobre outra pessoa',
      redirect_refused: 'redirecionou a consulta',
      decided_earlier: 'uma etapa anterior já decidiu',
      condition: 'a condição do plano não se cumpriu',
      fallback_not_needed: 'a fonte que ela substitui não falhou',
      not_in_plan: 'fora do plano',
      budget: 'orçamento esgotado',
      kept_answer_used: 'uma resposta guardada foi usada',
    } satisfies Record<Reason, string>,
  },
  {
    names: {
      bureau_a: 'Bureau A',
      bureau_b: 'Bureau B',
      fraud_registry: 'Fraud registry',
      company_fallback: 'Fallback for a CNPJ',
    },
    unavailable: {
      not_configured: 'not connected',
      timeout: 'took too long',
      pending: 'has no answer yet',
      connection_failed: 'no connection',
      circuit_open: 'paused after repeated failures',
      overloaded: 'too many calls at one time',
      rate_limited: 'asked us to wait',
      credit_exhausted: 'out of credits',
      authentication_failed: 'refused our credential',
      upstream_error: 'failed',
      request_refused: 'refused the question',
      birth_date_required: 'needs the date of birth',
      minor: 'a minor',
      invalid_response: 'an invalid answer',
      response_too_large: 'too large an answer',
      wrong_person: 'answered about somebody else',
      redirect_refused: 'redirected, which is not accepted',
      decided_earlier: 'an earlier stage decided',
      condition: 'the condition of the plan did not hold',
      fallback_not_needed: 'the source that it stands in for did not fail',
      not_in_plan: 'not in the plan',
      budget: 'the budget is used up',
      kept_answer_used: 'a kept answer was used',
    },
  },
);

/** One of another version as it is. */
export function toSourceName(name: string): string {
  const known: Readonly<Record<string, string>> = sourceWords().names;
  return known[name] ?? name;
}

export function toUnavailableWord(reason: string): string {
  const known: Readonly<Record<string, string>> = sourceWords().unavailable;
  return known[reason] ?? reason;
}
