// What each reason of a decision about a company means, in both languages: the one catalogue for the API, the console, assistants and the
// documentation.

import { screeningReasonWords } from '../risk/screening-reasons.ts';

export const companyReasonWords = {
  all_checks_passed: {
    en: 'The company is active, and all that was supplied agrees.',
    pt: 'A empresa está ativa e tudo o que foi informado confere.',
  },
  company_not_found: {
    en: 'The registry of the Receita Federal does not have this CNPJ.',
    pt: 'Este CNPJ não está no cadastro da Receita Federal.',
  },
  fallback_unavailable: {
    en: 'The registry does not have this CNPJ, and the live lookup did not answer.',
    pt: 'Este CNPJ não está no cadastro, e a consulta alternativa não respondeu.',
  },
  company_suspended: {
    en: 'The company is suspended.',
    pt: 'A empresa está suspensa.',
  },
  company_unfit: {
    en: 'The company is unfit (inapta).',
    pt: 'A empresa está inapta.',
  },
  company_closed: {
    en: 'The company is closed (baixada).',
    pt: 'A empresa está baixada.',
  },
  company_annulled: {
    en: 'The registration of the company is annulled.',
    pt: 'A inscrição da empresa é nula.',
  },
  company_status_unknown: {
    en: 'The status of the company has an unknown code.',
    pt: 'A situação da empresa tem um código desconhecido.',
  },
  company_name_mismatch: {
    en: 'The supplied name matches neither legal nor trade name.',
    pt: 'O nome informado não confere com a razão social nem com o nome fantasia.',
  },
  company_name_partial: {
    en: 'The supplied name agrees only in part.',
    pt: 'O nome informado confere só em parte.',
  },
  recently_founded: {
    en: 'The company was founded a short time ago.',
    pt: 'A empresa foi aberta há pouco tempo.',
  },
  foundation_date_unknown: {
    en: 'The registry has no date of foundation.',
    pt: 'A data de abertura não consta no cadastro.',
  },
  special_situation: {
    en: 'The company is in a special situation, such as judicial recovery or bankruptcy.',
    pt: 'A empresa está em situação especial, como recuperação judicial ou falência.',
  },
  special_situation_unknown: {
    en: 'The source that answered does not tell special situations.',
    pt: 'A fonte que respondeu não informa situações especiais.',
  },
  ...screeningReasonWords,
} as const satisfies Readonly<Record<string, { readonly en: string; readonly pt: string }>>;

export type CompanyReason = keyof typeof companyReasonWords;
export const companyReasons = Object.keys(companyReasonWords) as readonly CompanyReason[];
