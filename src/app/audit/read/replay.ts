// Makes a recorded decision again, from the sealed evidence and the policy that was in force, and says whether it is the same.

import { decideCompany, decideMissingCompany } from '../../../domain/company/company.ts';
import { weighCompany } from '../../../domain/company/weigh-company.ts';
import { decidePerson } from '../../../domain/person/person.ts';
import { parsePolicy, type RiskPolicy } from '../../../domain/risk/risk-policy.ts';
import { type CompanyDetails, type Details, type PersonDetails, readDetails, type ScreenDetails } from '../details.ts';
import { hashPolicy } from '../proof/kept-policy.ts';
import type { AuditContent } from '../record.ts';

export type Replay =
  | { readonly kind: 'same'; readonly decision: object | null }
  | { readonly kind: 'different'; readonly recorded: object | null; readonly replayed: object | null }
  | { readonly kind: 'impossible'; readonly reason: string };

/** For a screening, also one within a verification, which is made again with the lists of its day. */
export type RepeatScreening = (record: Pick<ReplayOptions, 'content' | 'details'>) => Promise<Replay>;

interface ReplayOptions {
  readonly content: AuditContent;
  /** `details` holds the opened details. The value is null if they were purged. */
  readonly details: string | null;
  /** The document that the record's policy hash names. */
  readonly policyDocument: string | undefined;
}

export function replay({ content, details, policyDocument }: ReplayOptions): Replay {
  if (content.kind !== 'cpf' && content.kind !== 'cnpj')
    return { kind: 'impossible', reason: 'nothing was decided in it' };
  if (details === null) return { kind: 'impossible', reason: 'its evidence was purged' };
  if (policyDocument === undefined) return { kind: 'impossible', reason: 'its policy is not kept here' };
  if (hashPolicy(policyDocument) !== content.policyHash)
    return { kind: 'impossible', reason: 'its policy was changed: it is not the one that the record names' };
  const parsed = parsePolicy(JSON.parse(policyDocument));
  if (parsed.kind !== 'valid') return { kind: 'impossible', reason: 'its policy is no longer accepted' };
  const read = readDetails(details) as Exclude<Details, ScreenDetails> | undefined;
  if (read === undefined) return { kind: 'impossible', reason: 'a newer version of Confere wrote its evidence' };
  const { decision: recorded } = read;
  const replayed = 'evidence' in read ? decideAgain(read, parsed.policy) : decideCompanyAgain(read, parsed.policy);
  // Both went through JSON, so equal texts mean equal to the last bit.
  const isSame = JSON.stringify(replayed) === JSON.stringify(recorded) && agrees(content, replayed);
  return isSame ? { kind: 'same', decision: replayed } : { kind: 'different', recorded, replayed };
}

function decideAgain({ query, evidence, verifiedNeeds, screening }: PersonDetails, policy: RiskPolicy): object | null {
  return decidePerson(query, evidence, policy, verifiedNeeds, screening?.rungs) ?? null;
}

function decideCompanyAgain(details: CompanyDetails, policy: RiskPolicy): object {
  const { query, company, today, decision, screening } = details;
  const again =
    company === null
      ? decideMissingCompany(decision.status === 'inconclusive' ? 'inconclusive' : 'not_found', query.companyName)
      : decideCompany({
          company,
          typedName: query.companyName,
          today,
          youngCompanyDays: policy.youngCompanyDays,
        });
  return weighCompany(again, screening?.rungs ?? [], policy);
}

/** The content that everybody can see must be that of the sealed decision. */
function agrees(content: AuditContent, decision: object | null): boolean {
  const { status, riskLevel, score } = (decision ?? { status: 'sources_unavailable' }) as {
    status: string;
    riskLevel?: string;
    score?: number;
  };
  return content.status === status && content.riskLevel === (riskLevel ?? null) && content.score === (score ?? null);
}
