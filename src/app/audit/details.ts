// What is sealed with the record of a verification. Records outlive the versions that write them, so each carries the number of its
// format: docs/compatibility.md.

import type { CompanyEntry, OwnFacts, PersonEntry, ScreenEntry } from './entry.ts';

export type PersonDetails = OwnFacts<PersonEntry>;
export type CompanyDetails = Omit<OwnFacts<CompanyEntry>, 'isFallbackAsked'>;
export type ScreenDetails = OwnFacts<ScreenEntry>;
export type Details = PersonDetails | CompanyDetails | ScreenDetails;

/** Grows with every change that an older version would misread. Each step up brings an upgrader that stays for good. */
const format = 1;

export function writeDetails(details: Details): string {
  return JSON.stringify({ format, ...details });
}

/** Tells whether the lists were consulted for a verification. */
export function hasScreening(text: string): boolean {
  const details = readDetails(text);
  return details !== undefined && 'screening' in details;
}

/** Tells whether the decision has this reason. Most texts are told by a look at their letters alone. */
export function hasReason(text: string, reason: string): boolean {
  if (!text.includes(JSON.stringify(reason))) return false;
  const details = readDetails(text);
  if (details === undefined || !('decision' in details)) return false;
  return details.decision?.reasons.some((each) => each === reason) === true;
}

/** Returns undefined if a newer version of Confere wrote the details. */
export function readDetails(text: string): Details | undefined {
  const { format: written, ...details } = JSON.parse(text) as { readonly format: number };
  return written === format ? (details as unknown as Details) : undefined;
}
