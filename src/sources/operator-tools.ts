// What an operator does with a description before trusting it: an overview of the parties, and one trial call.

import type { Clock } from '../app/clock.ts';
import { contractSourceNames } from '../domain/person/contract-sources.ts';
import { OperatorError } from '../errors.ts';
import { type CheckedSources, listParties } from './read/checked-party.ts';
import { formatFaults } from './read/read-sources.ts';
import { type Trial, tryParty } from './try-party.ts';

export interface PartySummary {
  readonly name: string;
  readonly title: string;
  readonly address: string;
  readonly auth: string;
  readonly deadlineMs: number;
  /** The keys of the expressions that run in a thread of the party's own. */
  readonly inThread: readonly string[];
  /** `callback` is the path at which the party calls back. The value is null if it does not, or has no secret for it. */
  readonly callback: string | null;
}

export interface SourcesSummary {
  readonly parties: readonly PartySummary[];
  /** The parties about people that are not described. */
  readonly notConfigured: readonly string[];
  /** `warnings` lists permitted settings that may be mistakes, each with its file and line. */
  readonly warnings: readonly string[];
}

export interface TriableParty {
  readonly title: string;
  /** A trial must supply these placeholders of the request, the number first. */
  readonly asksFor: readonly string[];
  try(values: Readonly<Record<string, string | null>>): Promise<Trial>;
}

export function summarizeSources(sources: CheckedSources): SourcesSummary {
  return {
    parties: listParties(sources).map(({ name, title, origin, basePath, auth, deadlineMs, inThread, later }) => ({
      name,
      title,
      address: origin + basePath,
      auth: auth.kind,
      deadlineMs,
      inThread,
      callback: later?.callback === undefined ? null : `/callbacks/${name}`,
    })),
    notConfigured: contractSourceNames.filter((name) => !sources.people.some((party) => party.name === name)),
    warnings: formatFaults(sources.warnings),
  };
}

export function getParty(sources: CheckedSources, name: string, clock: Clock): TriableParty {
  const party = listParties(sources).find((each) => each.name === name);
  if (party === undefined) throw new OperatorError(`The file describes no ${name}. Known: ${namesOf(sources)}.`);
  const number = party === sources.companyFallback ? 'cnpj' : 'cpf';
  const others = party.usedNames.filter((each) => each !== number);
  return {
    title: party.title,
    asksFor: [number, ...others],
    try: (values) => tryParty(party, { number: values[number] ?? '', values }, clock),
  };
}

function namesOf(sources: CheckedSources): string {
  const names = listParties(sources).map(({ name }) => name);
  return names.length === 0 ? 'none' : names.join(', ');
}
