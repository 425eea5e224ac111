// On which terms somebody is watched: people only for a purpose, by a right, and for a time.

import type { LegalBasis } from '../../../domain/access/legal-basis.ts';
import { toBrazilDay, toBrazilDayStartMs, toNextDay } from '../../../domain/dates/calendar.ts';
import { AppError } from '../../../errors.ts';
import type { NewWatch } from '../ports.ts';

export interface AskedTerms {
  readonly purpose: string | null;
  readonly legalBasis: LegalBasis | null;
  /** YYYY-MM-DD: the last day. Null: as long as the settings allow. */
  readonly until: string | null;
}

export interface TermsRules {
  readonly isPurposeRequired: boolean;
  readonly daysMax: number;
}

type Terms = Pick<NewWatch, 'purpose' | 'legalBasis' | 'untilMs'>;

const dayMs = 86_400_000;

export const companyTerms: Terms = { purpose: null, legalBasis: null, untilMs: null };

export function toPersonTerms({ purpose, legalBasis, until }: AskedTerms, rules: TermsRules, nowMs: number): Terms {
  if (rules.isPurposeRequired && (purpose === null || legalBasis === null)) throw new AppError('purpose_required');
  const untilMaxMs = nowMs + rules.daysMax * dayMs;
  if (until === null) return { purpose, legalBasis, untilMs: untilMaxMs };
  const [today, lastDay] = [toBrazilDay(nowMs), toBrazilDay(untilMaxMs)];
  if (until < today || until > lastDay) throw toOtherUntil(today, lastDay);
  return { purpose, legalBasis, untilMs: Math.min(untilMaxMs, toBrazilDayStartMs(toNextDay(until))) };
}

function toOtherUntil(today: string, lastDay: string): AppError {
  return new AppError('invalid_query', {
    detail: {
      en: `Send as \`until\` a day from ${today} to ${lastDay}, or none.`,
      pt: `Envie em \`until\` um dia de ${today} a ${lastDay}, ou nenhum.`,
    },
  });
}
