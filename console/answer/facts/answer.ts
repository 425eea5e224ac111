// An answer of a verification and what the screen derives from it. It decides nothing: every figure is the server's.

import { isContractSource } from '../../../src/domain/person/contract-sources.ts';
import { findWeighed } from '../../../src/domain/risk/act-words.ts';
import type { ConsoleAnswer, FurtherSource } from '../../../src/http/console/contract.ts';
import type { Way } from '../../ask/way.ts';
import type { Tone } from '../../design/parts.tsx';
import { language } from '../../words/language.ts';

export type CpfAnswer = ConsoleAnswer<'POST verify-cpf'>;
export type CnpjAnswer = ConsoleAnswer<'POST verify-cnpj'>;

export type Verified = (
  | { readonly kind: 'cpf'; readonly answer: CpfAnswer }
  | { readonly kind: 'cnpj'; readonly answer: CnpjAnswer }
) & {
  readonly isSynthetic: boolean;
  /** Tells whether the lists were looked up beside the verification, so that the risk may not reflect them. */
  readonly isUnweighed?: boolean;
};

/** `Typed` holds the values as they stand in the form. */
export interface Typed {
  readonly number: string;
  readonly name: string;
  readonly birthDate: string;
}

export interface Answered {
  readonly verified: Verified;
  readonly asked: Typed;
  readonly body: object;
  readonly way: Way;
  readonly purpose: string | null;
  /** The value is null if no operator was signed in. */
  readonly operator: string | null;
}

type InBoth = NonNullable<CpfAnswer['screening']>;
export type Screening = InBoth['pt'];

/** Returns the results from the lists, if the service looks at them. A pasted key gives the API's own form, in one language. */
export function findScreening({ answer }: Verified): Screening | undefined {
  const screening = answer.screening as InBoth | Screening | undefined;
  return screening === undefined || 'status' in screening ? screening : screening[language.value];
}

/** Returns the list status that the risk may not reflect. It is `clear` if the risk reflects the lists, or if no list was looked at. */
export function findUnweighed(verified: Verified): Screening['status'] {
  return (verified.isUnweighed === true ? findWeighed(findScreening(verified)) : undefined) ?? 'clear';
}

/** Returns the answer as the API gives it. */
export function toApiAnswer(verified: Verified): object {
  const { screening: _, ...others } = verified.answer;
  const screening = findScreening(verified);
  return screening === undefined ? others : { ...others, screening };
}

/** The head of an answer names the place that it is shown in: the focus, which moves there, says it, and nothing else does. */
export const headIds = 'answer-fictitious answer-head answer-coverage';

export const riskTones: Readonly<Record<CpfAnswer['risk_level'], Tone>> = { low: 'good', medium: 'warn', high: 'bad' };

/** A cross is for what does not agree, and for nothing else. */
export const matchTones: Readonly<Record<'exact' | 'partial' | 'mismatch' | 'not_provided' | 'not_available', Tone>> = {
  exact: 'good',
  partial: 'warn',
  mismatch: 'bad',
  not_provided: 'none',
  not_available: 'warn',
};

/** Returns the tone of a risk level. Another version may have written the record. */
export function toRiskTone(level: string): Tone {
  const known: Readonly<Record<string, Tone>> = riskTones;
  return known[level] ?? 'none';
}

/** The sources that have no place of their own in the answer. */
export function listFurtherSources(
  sources: NonNullable<CpfAnswer['explanation']>['sources'],
): [string, FurtherSource][] {
  return Object.entries(sources).filter(([name]) => !isContractSource(name));
}

/** Returns the starting point of the score: the lowest score that a source computed. Returns null if no source computed one. */
export function findBaseScore({ bureau_b, explanation }: CpfAnswer): number | null {
  const further = explanation === undefined ? [] : listFurtherSources(explanation.sources);
  const scores = [bureau_b.score, ...further.map(([, { score }]) => score)].filter(
    (score) => typeof score === 'number',
  );
  return scores.length === 0 ? null : Math.min(...scores);
}

type Factor = NonNullable<CpfAnswer['explanation']>['score_factors'][number];

export interface WaterfallStep {
  readonly code: Factor['code'];
  readonly penalty: number;
  readonly cap: number | null;
  readonly before: number;
  readonly after: number;
}

/** Penalties first, then caps, the highest first, as the policy applies them. A factor may have both. */
export function toWaterfall(
  { bureau_b, score_factors }: { bureau_b: Pick<CpfAnswer['bureau_b'], 'score'>; score_factors: readonly Factor[] },
  baseWithoutScore: number,
): { readonly base: number; readonly steps: readonly WaterfallStep[] } {
  const base = bureau_b.score ?? baseWithoutScore;
  const penalties = score_factors.filter(({ penalty }) => penalty > 0).map((factor) => ({ ...factor, cap: null }));
  const caps = score_factors
    .filter((factor): factor is Factor & { cap: number } => factor.cap !== null && factor.cap < 1000)
    .map((factor) => ({ ...factor, penalty: 0 }))
    .sort((a, b) => b.cap - a.cap);
  let value = base;
  const steps = [...penalties, ...caps].map(({ code, penalty, cap }) => {
    const before = value;
    value = Math.max(0, Math.min(value - penalty, cap ?? value));
    return { code, penalty, cap, before, after: value };
  });
  return { base, steps };
}
