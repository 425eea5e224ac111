// By which right somebody watches people: the grounds of LGPD art. 7 that can carry it.

export const legalBases = [
  'legal_obligation',
  'legitimate_interest',
  'credit_protection',
  'contract',
  'consent',
  'public_policy',
  'legal_claims',
] as const;
export type LegalBasis = (typeof legalBases)[number];
