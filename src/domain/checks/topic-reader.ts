// What conditions look at, out of the evidence so far. Each topic is worked out when a condition asks for it: names take microseconds.

import { compareBirthDate, compareName } from '../person/compare-person.ts';
import type { PersonEvidence, PersonQuery } from '../person/evidence.ts';
import { gatherFacts, listTold } from '../person/facts.ts';
import type { ReadTopic } from './condition.ts';

export function createTopicReader(query: PersonQuery, evidence: PersonEvidence): ReadTopic {
  const facts = gatherFacts(evidence);
  return (topic) => {
    switch (topic) {
      case 'registration':
        // Nobody who reports one is not the same as a code that nobody knows.
        return facts.identities.some(({ registration }) => registration !== null) ? [facts.registration] : [];
      case 'name':
        return [compareName(query, facts.identities).match];
      case 'birth_date':
        return [compareBirthDate(query, facts.identities)];
      case 'score':
        return toList(facts.score);
      case 'pending_debts':
        return toList(facts.pendingDebts);
      case 'fraud_alert':
        return toList(facts.fraudAlert);
      default:
        return readNamedTopic(topic, evidence);
    }
  };
}

function toList<Value>(value: Value | null): readonly Value[] {
  return value === null ? [] : [value];
}

function readNamedTopic(topic: string, evidence: PersonEvidence): readonly (string | number | boolean)[] {
  const [kind, name = ''] = topic.split(' ');
  if (kind === 'signal') return listTold(evidence, name);
  return evidence.filter(({ source }) => source === name).map(({ evidence: said }) => said.kind);
}
