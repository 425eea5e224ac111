// The status of a company at the Receita Federal, in both languages. A status without its word does not compile.

import type { CompanyStatus } from './company.ts';

export const companyStatusWords: Readonly<Record<CompanyStatus, { readonly en: string; readonly pt: string }>> = {
  active: { en: 'active', pt: 'ativa' },
  suspended: { en: 'suspended', pt: 'suspensa' },
  unfit: { en: 'unfit (inapta)', pt: 'inapta' },
  closed: { en: 'closed (baixada)', pt: 'baixada' },
  annulled: { en: 'annulled', pt: 'nula' },
  unknown: { en: 'unknown', pt: 'desconhecida' },
};
