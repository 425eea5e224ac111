// An answer of a verification and what the screen derives from it. It decides nothing: every figure is the server's.

import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import type { Tone } from '../design/parts.tsx';

export type CpfAnswer = ConsoleAnswer<'POST verify-cpf'>;
export type CnpjAnswer = ConsoleAnswer<'POST verify-cnpj'>;

export type Verified =
  | { readonly kind: 'cpf'; readonly answer: CpfAnswer; readonly isSynthetic: boolean }
  | { readonly kind: 'cnpj'; readonly answer: CnpjAnswer; readonly isSynthetic: boolean };

export const riskTones: Readonly<Record<CpfAnswer['risk_level'], Tone>> = { low: 'good', medium: 'warn', high: 'bad' };

/** Of a record that another version may have written. */
export function toRiskTone(level: string): Tone {
  const known: Readonly<Record<string, Tone>> = riskTones;
  return known[level] ?? 'none';
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
