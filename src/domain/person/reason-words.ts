// What each reason of a decision about a person means, in both languages: the one catalogue for the API, the console, assistants and the
// documentation.

import { screeningReasonWords } from '../risk/screening-reasons.ts';
import { nameSource } from './contract-sources.ts';

interface Words {
  readonly en: string;
  readonly pt: string;
}

/** Codes that speak of no source by its name, and those of the contract's own sources. */
export const personReasonWords = {
  all_checks_passed: {
    en: 'All that was supplied agrees, and no source has an objection.',
    pt: 'Tudo o que foi informado confere, e nenhuma fonte apontou problema.',
  },
  name_strong_partial: {
    en: 'The supplied name agrees in part with the registered one, and strongly so.',
    pt: 'O nome informado confere em parte com o do cadastro, com forte semelhança.',
  },
  name_weak_partial: {
    en: 'The supplied name agrees with the registered one only in part.',
    pt: 'O nome informado confere só em parte com o do cadastro.',
  },
  name_not_comparable: {
    en: 'No source gave a name to compare with.',
    pt: 'Nenhuma fonte informou um nome para comparar.',
  },
  name_mismatch: {
    en: 'The supplied name does not match the registered one.',
    pt: 'O nome informado não confere com o do cadastro.',
  },
  birth_date_not_comparable: {
    en: 'No source gave a date of birth to compare with.',
    pt: 'Nenhuma fonte informou uma data de nascimento para comparar.',
  },
  birth_date_mismatch: {
    en: 'The supplied date of birth does not match the registered one.',
    pt: 'A data de nascimento informada não confere com a do cadastro.',
  },
  registration_pending_regularization: {
    en: 'The CPF is pending regularization at the Receita Federal.',
    pt: 'O CPF está pendente de regularização na Receita Federal.',
  },
  registration_unknown: {
    en: 'The registration status of the CPF could not be determined.',
    pt: 'A situação cadastral do CPF não pôde ser determinada.',
  },
  registration_suspended: {
    en: 'The CPF is suspended at the Receita Federal.',
    pt: 'O CPF está suspenso na Receita Federal.',
  },
  registration_cancelled: {
    en: 'The CPF is cancelled at the Receita Federal.',
    pt: 'O CPF está cancelado na Receita Federal.',
  },
  registration_annulled: {
    en: 'The CPF was annulled at the Receita Federal.',
    pt: 'O CPF foi anulado na Receita Federal.',
  },
  registration_deceased: {
    en: 'The holder of the CPF is recorded as deceased.',
    pt: 'Consta que o titular do CPF faleceu.',
  },
  debts_not_reported: {
    en: 'Whether there are pending debts is not known: no bureau said.',
    pt: 'Não se sabe se há dívidas pendentes: nenhum birô informou.',
  },
  pending_debts: {
    en: 'A bureau knows of pending debts.',
    pt: 'Há dívidas pendentes em um birô.',
  },
  fraud_registry_unavailable: {
    en: 'The fraud registry did not answer.',
    pt: 'O registro de fraudes não respondeu.',
  },
  fraud_registry_no_verdict: {
    en: 'The fraud registry answered without saying whether there is an alert.',
    pt: 'O registro de fraudes respondeu sem informar se há alerta.',
  },
  fraud_alert: {
    en: 'There is a fraud alert for this CPF.',
    pt: 'Há um alerta de fraude para este CPF.',
  },
  bureau_a_unavailable: {
    en: 'Bureau A did not answer.',
    pt: 'O birô A não respondeu.',
  },
  bureau_b_unavailable: {
    en: 'Bureau B did not answer.',
    pt: 'O birô B não respondeu.',
  },
  bureau_b_no_score: {
    en: 'Bureau B computed no score for this person.',
    pt: 'O birô B não calculou um score para esta pessoa.',
  },
  low_bureau_score: {
    en: 'The credit score of this person is low.',
    pt: 'O score de crédito desta pessoa é baixo.',
  },
  no_score_asked: {
    en: 'No source was asked for a credit score.',
    pt: 'Nenhuma fonte de score de crédito foi consultada.',
  },
  bureaus_contradict: {
    en: 'Two bureaus contradict each other on the name or the date of birth.',
    pt: 'Dois birôs se contradizem sobre o nome ou a data de nascimento.',
  },
  one_bureau_not_found: {
    en: 'One of the bureaus does not know this CPF.',
    pt: 'Um dos birôs não encontrou este CPF.',
  },
  both_bureaus_not_found: {
    en: 'No bureau knows this CPF.',
    pt: 'Nenhum birô encontrou este CPF.',
  },
  ...screeningReasonWords,
} as const satisfies Readonly<Record<string, Words>>;

export type ListedReason = keyof typeof personReasonWords;
export const personReasons = Object.keys(personReasonWords) as readonly ListedReason[];

/** A code can state these facts about any source. */
export const sourceReasonKinds = ['unavailable', 'not_asked', 'no_verdict', 'no_score'] as const;
export type SourceReasonKind = (typeof sourceReasonKinds)[number];

/** Any code in words; undefined where another version of Confere must have named it. */
export function findReasonWords(code: string): Words | undefined {
  if (Object.hasOwn(personReasonWords, code)) return personReasonWords[code as ListedReason];
  const [, no, signal] = /^(no_)?signal_(.+)$/.exec(code) ?? [];
  if (signal !== undefined) return toSignalWords(signal, no === undefined);
  const kind = sourceReasonKinds.find((each) => code.endsWith(`_${each}`));
  return kind && toSourceWords(code.slice(0, -kind.length - 1), kind);
}

function toSignalWords(signal: string, isReported: boolean): Words {
  return isReported
    ? { en: `The signal ${signal} counts against this person.`, pt: `O sinal ${signal} pesa contra esta pessoa.` }
    : { en: `No source told the signal ${signal}.`, pt: `Nenhuma fonte informou o sinal ${signal}.` };
}

function toSourceWords(source: string, kind: SourceReasonKind): Words {
  const { en, pt } = nameSource(source);
  switch (kind) {
    case 'unavailable':
      return { en: `${en} did not answer.`, pt: `${pt} não respondeu.` };
    case 'not_asked':
      return { en: `${en} was not asked.`, pt: `${pt} não foi consultad${pt.startsWith('A ') ? 'a' : 'o'}.` };
    case 'no_verdict':
      return {
        en: `${en} answered without saying whether there is an alert.`,
        pt: `${pt} respondeu sem informar se há alerta.`,
      };
    case 'no_score':
      return {
        en: `${en} computed no score for this person.`,
        pt: `${pt} não calculou um score para esta pessoa.`,
      };
  }
}
