// What a customer may hear of each reason: a topic with its sentence, or nothing. Every reason of the catalogues has its choice here, and a
// new one does not compile without. A customer hears nothing of alerts, lists, scores, signals and parties.

import type { CompanyReason } from '../company/reason-words.ts';
import { type ListedReason, type SourceReasonKind, sourceReasonKinds } from '../person/reason-words.ts';

interface InBoth {
  readonly en: string;
  readonly pt: string;
}

/** Each sentence says which kind of information spoke against the customer, and how to correct it. */
export const topicWords = {
  typed: {
    en: 'The name or the date of birth does not agree with the records that we looked up. Please check that both are as on your document.',
    pt: 'O nome ou a data de nascimento não confere com os registros consultados. Verifique se estão iguais aos do seu documento.',
  },
  spelling: {
    en: 'The name agrees only in part with the records that we looked up. Please give the whole name, as on your document.',
    pt: 'O nome confere só em parte com os registros consultados. Informe o nome completo, como está no seu documento.',
  },
  number: {
    en: 'The records that we looked up do not have this CPF. Please check the number.',
    pt: 'O CPF informado não foi encontrado nos registros consultados. Verifique o número.',
  },
  registration: {
    en: 'The CPF is not in order at the Receita Federal. You can look it up and put it in order on the site of the Receita Federal.',
    pt: 'A situação do CPF na Receita Federal não está regular. Você pode consultá-la e regularizá-la no site da Receita Federal.',
  },
  debts: {
    en: 'A credit bureau reports pending debts under your CPF. You can ask the credit bureaus for details and correction, free of charge.',
    pt: 'Um birô de crédito informou dívidas pendentes no seu CPF. Você pode pedir os detalhes e a correção aos birôs de crédito, sem custo.',
  },
  credit: {
    en: 'The credit information of your CPF did not allow it. You can ask the credit bureaus for your data and their correction, free of charge.',
    pt: 'As informações de crédito do seu CPF não permitiram a aprovação. Você pode pedir os seus dados e a correção deles aos birôs de crédito, sem custo.',
  },
  company_number: {
    en: 'The registry of the Receita Federal does not have this CNPJ. Please check the number.',
    pt: 'O CNPJ informado não foi encontrado no cadastro da Receita Federal. Verifique o número.',
  },
  company_registration: {
    en: 'The CNPJ is not active at the Receita Federal. You can look up its status on the site of the Receita Federal.',
    pt: 'O CNPJ não está ativo na Receita Federal. Você pode consultar a situação dele no site da Receita Federal.',
  },
  company_name: {
    en: 'The company’s name does not agree with the registry of the Receita Federal. Please check the legal name or the trade name.',
    pt: 'O nome da empresa não confere com o cadastro da Receita Federal. Verifique a razão social ou o nome fantasia.',
  },
  company_age: {
    en: 'The company was founded a short time ago.',
    pt: 'A empresa foi aberta há pouco tempo.',
  },
  company_situation: {
    en: 'The company is in a special situation at the Receita Federal. You can look it up on the site of the Receita Federal.',
    pt: 'A empresa está em situação especial na Receita Federal. Você pode consultá-la no site da Receita Federal.',
  },
} as const satisfies Readonly<Record<string, InBoth>>;

export type Topic = keyof typeof topicWords;

/** `doubt` says nothing, and leaves it open whether whoever asks is the holder of the number. */
export type Told = Topic | 'doubt' | 'silence';

const toldOfPeople: Readonly<Record<ListedReason, Told>> = {
  all_checks_passed: 'silence',
  name_strong_partial: 'spelling',
  name_weak_partial: 'typed',
  name_not_comparable: 'doubt',
  name_mismatch: 'typed',
  birth_date_not_comparable: 'doubt',
  birth_date_mismatch: 'typed',
  registration_pending_regularization: 'registration',
  registration_unknown: 'silence',
  registration_suspended: 'registration',
  registration_cancelled: 'registration',
  registration_annulled: 'registration',
  registration_deceased: 'registration',
  debts_not_reported: 'silence',
  pending_debts: 'debts',
  fraud_registry_unavailable: 'silence',
  fraud_registry_no_verdict: 'silence',
  fraud_alert: 'silence',
  bureau_a_unavailable: 'silence',
  bureau_b_unavailable: 'silence',
  bureau_b_no_score: 'silence',
  low_bureau_score: 'credit',
  no_score_asked: 'silence',
  bureaus_contradict: 'doubt',
  one_bureau_not_found: 'silence',
  both_bureaus_not_found: 'number',
  screening_inconclusive: 'silence',
  screening_possible: 'silence',
  screening_pep: 'silence',
  screening_listed: 'silence',
  screening_high_listed: 'silence',
  screening_un: 'silence',
};

const toldOfSources: Readonly<Record<SourceReasonKind, Told>> = {
  unavailable: 'silence',
  not_asked: 'silence',
  no_verdict: 'silence',
  no_score: 'silence',
};

const toldOfCompanies: Readonly<Record<CompanyReason, Told>> = {
  all_checks_passed: 'silence',
  company_not_found: 'company_number',
  fallback_unavailable: 'silence',
  company_suspended: 'company_registration',
  company_unfit: 'company_registration',
  company_closed: 'company_registration',
  company_annulled: 'company_registration',
  company_status_unknown: 'silence',
  company_name_mismatch: 'company_name',
  company_name_partial: 'company_name',
  recently_founded: 'company_age',
  foundation_date_unknown: 'silence',
  special_situation: 'company_situation',
  special_situation_unknown: 'silence',
  screening_inconclusive: 'silence',
  screening_possible: 'silence',
  screening_pep: 'silence',
  screening_listed: 'silence',
  screening_high_listed: 'silence',
  screening_un: 'silence',
};

/** Signals are the operator's own, and a code of another version is unknown here: a customer hears of neither. */
export function findTold(code: string, kind: 'cpf' | 'cnpj'): Told {
  const known: Readonly<Record<string, Told>> = kind === 'cpf' ? toldOfPeople : toldOfCompanies;
  if (Object.hasOwn(known, code)) return known[code] as Told;
  const ofSource = kind === 'cpf' && sourceReasonKinds.find((each) => code.endsWith(`_${each}`));
  return ofSource ? toldOfSources[ofSource] : 'silence';
}

/** Tells whether the holder of a CPF may hear the reason itself, in a report that only the holder gets. */
export function isToldToHolder(code: string): boolean {
  return findTold(code, 'cpf') !== 'silence';
}
