// The decision about a person from the answers of all sources, or why there is none.

import type { Plan } from '../../domain/checks/plan.ts';
import { nameSource } from '../../domain/person/contract-sources.ts';
import { isMissing } from '../../domain/person/counted-evidence.ts';
import {
  keptAnswerUsed,
  type NotAskedReason,
  type PersonEvidence,
  type PersonQuery,
  type SourceEvidence,
  type SourceName,
  type UnavailableReason,
  type VerifiedNeeds,
} from '../../domain/person/evidence.ts';
import { decidePerson, type PersonDecision } from '../../domain/person/person.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { AppError, type Bilingual } from '../../errors.ts';
import type { VerifiedScreening } from '../audit/entry.ts';
import type { Chosen } from './ask/chosen-sources.ts';

const retryAfterSeconds = 5;
const toRequiredDetail = ({ en, pt }: Bilingual): Bilingual => ({
  en: `${en} did not answer. This service insists on it, so there is no result. Try again after \`Retry-After\`.`,
  pt: `${pt} não respondeu. Este serviço exige essa resposta, por isso não há resultado. Tente de novo depois de \`Retry-After\`.`,
});

interface Decided {
  readonly query: PersonQuery;
  readonly answers: PersonEvidence;
  readonly policy: RiskPolicy;
  readonly verifiedNeeds: VerifiedNeeds | null;
  /** The value is undefined if no list was consulted. */
  readonly screening: Pick<VerifiedScreening, 'rungs'> | undefined;
}

export type Decision =
  | { readonly decision: PersonDecision; readonly failure: null }
  | { readonly decision: null; readonly failure: AppError };

export function decideAnswers(chosen: Pick<Chosen, 'sources' | 'plan'>, decided: Decided): Decision {
  const { query, answers, policy, verifiedNeeds, screening } = decided;
  const missing = findMissing(chosen, answers);
  if (missing !== undefined) return { decision: null, failure: missing };
  const decision = decidePerson(query, answers, policy, verifiedNeeds, screening?.rungs);
  return decision === undefined ? { decision: null, failure: toNothingKnown(answers) } : { decision, failure: null };
}

/** Returns an error if a required source failed and no other source stood in for it. A source that was not asked did not fail. */
function findMissing(
  { sources, plan }: Pick<Chosen, 'sources' | 'plan'>,
  answers: PersonEvidence,
): AppError | undefined {
  const isRequired = (source: SourceName) => sources.some(({ name, required }) => required && name === source);
  const missing = answers.find(
    ({ source, evidence }) =>
      evidence.kind === 'unavailable' && isRequired(source) && !hasStandIn(source, answers, plan),
  );
  if (missing === undefined) return undefined;
  const internal = `${missing.source} is required: ${findReason(missing)}`;
  const detail = toRequiredDetail(nameSource(missing.source));
  return new AppError('sources_unavailable', { retryAfterSeconds, internal, detail });
}

function toNothingKnown(answers: PersonEvidence): AppError {
  const internal = answers.map((answer) => `${answer.source}: ${findReason(answer) ?? 'answered'}`).join(', ');
  return new AppError('sources_unavailable', { retryAfterSeconds, internal });
}

function hasStandIn(name: SourceName, answers: PersonEvidence, plan: Plan | undefined): boolean {
  const standIn = plan?.stages.flat().find(({ ask }) => ask === name)?.fallback;
  return answers.some((answer) => answer.source === standIn && !isMissing(answer));
}

type SourceReason = UnavailableReason | NotAskedReason | typeof keptAnswerUsed;

export function findReason({ evidence, kept }: SourceEvidence): SourceReason | null {
  if (kept !== undefined) return keptAnswerUsed;
  return evidence.kind === 'unavailable' || evidence.kind === 'not_asked' ? evidence.reason : null;
}
