// The three sources that have places of their own in the contract's answer, in their order. Each is there in every verification, connected
// or not, and its name says what it is asked for. All that is true of any source goes by its roles instead.

import type { Evidence, PersonEvidence, SourceName, SourceRole } from './evidence.ts';

interface ContractSourceKind {
  readonly roles: readonly SourceRole[];
  /** The text serves as the subject of a sentence. */
  readonly en: string;
  readonly pt: string;
}

export const contractSources = {
  bureau_a: { roles: ['identity', 'debts'], en: 'Bureau A', pt: 'O birô A' },
  bureau_b: { roles: ['identity', 'score'], en: 'Bureau B', pt: 'O birô B' },
  fraud_registry: { roles: ['fraud'], en: 'The fraud registry', pt: 'O registro de fraudes' },
} as const satisfies Readonly<Record<SourceName, ContractSourceKind>>;

export type ContractSource = keyof typeof contractSources;
export const contractSourceNames = Object.keys(contractSources) as readonly ContractSource[];

export function isContractSource(name: SourceName): name is ContractSource {
  return Object.hasOwn(contractSources, name);
}

/** Returns the evidence of the sources that are present, in their order. */
export function toPersonEvidence(said: Readonly<Partial<Record<ContractSource, Evidence>>>): PersonEvidence {
  return contractSourceNames.flatMap((source) => {
    const evidence = said[source];
    return evidence === undefined ? [] : { source, roles: contractSources[source].roles, evidence };
  });
}

/** Any source as the subject of a sentence. */
export function nameSource(name: SourceName): { readonly en: string; readonly pt: string } {
  return isContractSource(name) ? contractSources[name] : { en: `The source ${name}`, pt: `A fonte ${name}` };
}
