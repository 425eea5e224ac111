// What an answer about a person rests on: each source by its roles, what was compared, and the lists.

import type { BirthDateMatch, NameMatch } from '../person/compare-person.ts';
import { isContractSource } from '../person/contract-sources.ts';
import { isMissing } from '../person/counted-evidence.ts';
import type { PersonEvidence, PersonRecord, SourceEvidence, SourceRole } from '../person/evidence.ts';
import { gatherFacts } from '../person/facts.ts';
import type { PersonDecision } from '../person/person.ts';
import { type Coverage, CoverageBuilder, toKeptAnswer } from './coverage.ts';
import { coverLists, type LookedAtLists } from './list-coverage.ts';

interface AnsweredPerson {
  readonly evidence: PersonEvidence;
  readonly decision: Pick<PersonDecision, 'nameMatch' | 'birthDateMatch' | 'reasons'>;
  /** The value is undefined if no list was consulted. */
  readonly lists: LookedAtLists | undefined;
}

export function coverPerson({ evidence, decision, lists }: AnsweredPerson): Coverage {
  const found = new CoverageBuilder();
  addCompared('name', decision.nameMatch, found);
  addCompared('birth_date', decision.birthDateMatch, found);
  for (const each of evidence) if (!isIdle(each, evidence)) addSource(each, found);
  addRegistration(evidence, found);
  addSignals(decision.reasons, found);
  const listed = coverLists(lists, { kind: 'person' });
  found.checked.push(...listed.checked);
  found.not_checked.push(...listed.not_checked);
  return found;
}

function addCompared(code: 'name' | 'birth_date', match: NameMatch | BirthDateMatch, found: CoverageBuilder): void {
  if (match === 'not_provided') found.miss(code, 'not_provided');
  else if (match === 'not_available') found.miss(code, 'nothing_to_compare');
  else found.check(code);
}

/** One that only stands in for another leaves nothing unchecked where others have answered for each of its roles. */
function isIdle({ source, roles, evidence: said }: SourceEvidence, all: PersonEvidence): boolean {
  if (said.kind !== 'not_asked' || said.reason !== 'fallback_not_needed' || isContractSource(source)) return false;
  const answered = all.filter((each) => !isMissing(each));
  return roles.every((role) => answered.some((other) => other.roles.includes(role)));
}

function addSource({ source, roles, evidence: said, kept }: SourceEvidence, found: CoverageBuilder): void {
  const about = { source };
  for (const role of roles) {
    if (said.kind === 'unavailable' || said.kind === 'not_asked') found.miss(role, said.reason, about);
    else if (said.kind === 'not_found' && (role === 'debts' || role === 'score')) found.miss(role, 'not_found', about);
    else if (said.kind === 'answered' && !hasTold(said.record, role)) found.miss(role, 'not_reported', about);
    else found.check(role, { ...about, ...(kept && { kept_answer: toKeptAnswer(kept) }) });
  }
}

function hasTold(record: PersonRecord, role: SourceRole): boolean {
  switch (role) {
    // What it tells of somebody stands in the comparison, and in the registration.
    case 'identity':
      return true;
    case 'debts':
      return record.pendingDebts !== null;
    case 'score':
      return record.score !== null;
    case 'fraud':
      return record.fraudAlert !== null;
  }
}

/** Where no source of identity has answered, that is told of each of them. */
function addRegistration(evidence: PersonEvidence, found: CoverageBuilder): void {
  const { identities, registration } = gatherFacts(evidence);
  if (identities.length === 0) return;
  if (registration !== 'unknown') found.check('registration');
  else {
    const isTold = identities.some((record) => record.registration !== null);
    found.miss('registration', isTold ? 'not_understood' : 'not_reported');
  }
}

const noSignal = 'no_signal_';

function addSignals(reasons: PersonDecision['reasons'], found: CoverageBuilder): void {
  for (const reason of reasons) {
    if (reason.startsWith(noSignal)) found.miss('signal', 'not_reported', { signal: reason.slice(noSignal.length) });
  }
}
