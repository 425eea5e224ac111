// The result of comparing a typed name with the registered one, in both languages: the same on the screen, on paper and in a spreadsheet.

export const matchWords = {
  exact: { en: 'matches', pt: 'confere' },
  partial: { en: 'matches in part', pt: 'confere em parte' },
  mismatch: { en: 'does not match', pt: 'não confere' },
  not_provided: { en: 'not supplied', pt: 'não informado' },
  not_available: { en: 'no name to compare with', pt: 'sem nome para comparar' },
} as const;

/** A birth date is compared with a date, never with a name. */
export const birthMatchWords = {
  ...matchWords,
  not_available: { en: 'no date to compare with', pt: 'sem data para comparar' },
} as const;
