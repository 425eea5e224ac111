// What is sealed with the record of a verification. Records outlive the versions that write them, so each carries the number of its
// format. An upgrader that stays for good reads what an older version wrote as if it were of today.

import { type ContractSource, toPersonEvidence } from '../../domain/person/contract-sources.ts';
import type { Evidence } from '../../domain/person/evidence.ts';
import type { CompanyEntry, OwnFacts, PersonEntry, ScreenEntry } from './entry.ts';

export type PersonDetails = OwnFacts<PersonEntry>;
export type CompanyDetails = Omit<OwnFacts<CompanyEntry>, 'isFallbackAsked'>;
export type ScreenDetails = OwnFacts<ScreenEntry>;
export type Details = PersonDetails | CompanyDetails | ScreenDetails;
type Unread = Readonly<Record<string, unknown>>;

/**
 * The first leads from format 1 to 2, and so on. Format 1 had no number; format 2 differs by nothing else. Format 4 is format 3 with what
 * the lists said, which an older version would leave out of the decision.
 */
const upgraders: readonly ((details: Unread) => Unread)[] = [same, fromContractSources, same];
const format = upgraders.length + 1;
const withoutListsFormat = 3;

export function writeDetails(details: Details): string {
  return JSON.stringify({ format: 'screening' in details ? format : withoutListsFormat, ...details });
}

function same(details: Unread): Unread {
  return details;
}

/** Of a verification: whether the lists were looked at for it. */
export function hasScreening(text: string): boolean {
  const details = readDetails(text);
  return details !== undefined && 'screening' in details;
}

/** Undefined where a newer version of Confere wrote them. */
export function readDetails(text: string): Details | undefined {
  const { format: written = 1, ...details } = JSON.parse(text) as Unread & { readonly format?: number };
  if (written > format) return undefined;
  return upgraders.slice(written - 1).reduce((older, upgrade) => upgrade(older), details) as unknown as Details;
}

/** Up to format 2 the evidence was that of the contract's three sources, by name, and the decision repeated what two of them said. */
function fromContractSources(details: Unread): Unread {
  if (!('evidence' in details)) return details;
  const { evidence, decision, ...others } = details as Unread & {
    readonly evidence: Readonly<Partial<Record<ContractSource, Evidence>>>;
    readonly decision: Unread | null;
  };
  const { bureauA: _a, bureauB: _b, fraudAlert: _f, ...decided } = decision ?? {};
  return { ...others, evidence: toPersonEvidence(evidence), decision: decision === null ? null : decided };
}
