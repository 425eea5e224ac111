// What a verification may be for, in both languages: for the console and for the report that a person is handed. One that the settings add
// has no word but its own.

export const purposeWords: Readonly<Record<string, { readonly en: string; readonly pt: string }>> = {
  onboarding: { en: 'onboarding', pt: 'cadastro de cliente' },
  credit: { en: 'credit', pt: 'crédito' },
  fraud_prevention: { en: 'fraud prevention', pt: 'prevenção a fraudes' },
  legal_obligation: { en: 'legal obligation', pt: 'obrigação legal' },
};
