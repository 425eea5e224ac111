// The contract's own sources for tests: made out of parties that know nothing of their names, and found in a list by name.

import { andThen, type Eventual } from '../../../src/app/eventual.ts';
import type { PersonSource, PersonSources, SourceAnswer } from '../../../src/app/verify/ports.ts';
import {
  type ContractSource,
  contractSourceNames,
  contractSources,
} from '../../../src/domain/person/contract-sources.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';

export type PartyAnswer = Omit<SourceAnswer, 'source' | 'roles'>;

export interface ContractParty extends Omit<PersonSource, 'name' | 'roles' | 'ask' | 'findKnown'> {
  ask(query: PersonQuery, signal: AbortSignal): Eventual<PartyAnswer>;
  readonly findKnown?: (query: PersonQuery) => Eventual<PartyAnswer | undefined>;
}

export type ContractParties = Readonly<Record<ContractSource, ContractParty>>;

export function toSources(parties: ContractParties): PersonSources {
  return contractSourceNames.map((name) => {
    const party = parties[name];
    const { roles } = contractSources[name];
    const sign = (answer: PartyAnswer): SourceAnswer => ({ ...answer, source: name, roles });
    const { findKnown } = party;
    return {
      name,
      roles,
      required: party.required,
      canAdmit: (besides) => party.canAdmit(besides),
      ask: (query, signal) => andThen(party.ask(query, signal), sign),
      ...(findKnown && { findKnown: (query) => andThen(findKnown(query), (known) => known && sign(known)) }),
    };
  });
}

/** All three alike. */
export function toThree(party: ContractParty): PersonSources {
  return toSources({ bureau_a: party, bureau_b: party, fraud_registry: party });
}

export function byName<Source extends { readonly name: string }>(
  sources: readonly Source[],
): Readonly<Record<ContractSource, Source>> {
  return Object.fromEntries(sources.map((source) => [source.name, source])) as Record<ContractSource, Source>;
}
