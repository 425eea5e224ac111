// What to do with an answer, by its risk and by what was compared, and the words for it: the same on the screen, on paper, in a copied
// text and in a spreadsheet.

import type { RiskLevel } from './risk-policy.ts';

/** `complete`: nothing speaks against it, but only the number was compared, which says nothing of who gave it. */
export type Act = 'approve' | 'complete' | 'review' | 'manual';

/** The specification gives these recommendations. Pages, tools and the API use these words first and add details only after them. */
export const riskAdvice: Readonly<Record<RiskLevel, { readonly en: string; readonly pt: string }>> = {
  low: { en: 'auto-approve', pt: 'aprovar automaticamente' },
  medium: { en: 'review recommended', pt: 'revisão recomendada' },
  high: { en: 'manual review required', pt: 'revisão manual obrigatória' },
};

const actOfRisk: Readonly<Record<RiskLevel, Act>> = { low: 'approve', medium: 'review', high: 'manual' };

/** Returns the part of a screening that matters to an act. A hit that its operator declared weightless does not matter. */
export function findWeighed<Status extends string>(
  screening: { readonly status?: Status; readonly only_informs?: boolean } | undefined,
): Status | 'clear' | undefined {
  return screening?.only_informs === true ? 'clear' : screening?.status;
}

/**
 * Returns the act for a risk; a risk of another version goes to review. `lists` holds the result of a screening that the risk does not cover. A
 * customer who is not clear is never approved.
 */
export function toAct(risk: string, isNumberOnly = false, lists = 'clear'): Act {
  const known: Readonly<Record<string, Act>> = actOfRisk;
  if (risk === 'low' && lists !== 'clear') return 'review';
  return isNumberOnly && risk === 'low' ? 'complete' : (known[risk] ?? 'manual');
}

/** The table gives the names in Portuguese. A risk of another version is not among them. */
export const riskNames: Readonly<Record<string, string>> = { low: 'baixo', medium: 'médio', high: 'alto' };

type ActWords = { readonly cpf: Readonly<Record<Act, string>>; readonly cnpj: Readonly<Record<Act, string>> };

const inPortuguese = {
  approve: 'Pode aprovar',
  complete: 'Falta conferir quem é',
  review: 'Revisão recomendada',
  manual: 'Revisão manual obrigatória',
} as const;
const inEnglish = {
  approve: 'May be approved',
  complete: 'Who it is was not checked',
  review: 'Review recommended',
  manual: 'Manual review required',
} as const;

export const actWords: { readonly pt: ActWords; readonly en: ActWords } = {
  pt: { cpf: inPortuguese, cnpj: { ...inPortuguese, complete: 'Falta conferir o nome' } },
  en: { cpf: inEnglish, cnpj: { ...inEnglish, complete: 'The name was not checked' } },
};
