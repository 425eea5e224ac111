// The topics that a condition may look at: which values each can have, and which sources tell it.

import { birthDateMatches, nameMatches } from '../person/compare-person.ts';
import { registrationStatuses } from '../person/evidence.ts';
import { scoreMax } from '../risk/rung.ts';
import type { Topic, Values } from './condition.ts';

/** A plan needs these facts about a source. */
export interface PlanSource {
  readonly roles: readonly string[];
  /** The source reports these signals beyond the fields of every source. Each comes with its possible values. */
  readonly signals: Readonly<Record<string, Values>>;
  /** Tells whether the source may answer later; the default is false. */
  readonly answersLater?: boolean;
  /** The flag marks a source whose own description has faults, so that it may have any role. */
  readonly isUnread?: boolean;
}

export type PlanSources = Readonly<Record<string, PlanSource>>;

const words = (...given: readonly string[]): Values => ({ kind: 'words', words: given });

const plainTopics = {
  registration: { role: 'identity', values: words(...registrationStatuses) },
  name: { role: 'identity', values: words(...nameMatches) },
  birth_date: { role: 'identity', values: words(...birthDateMatches) },
  score: { role: 'score', values: { kind: 'band', from: 0, to: scoreMax } },
  pending_debts: { role: 'debts', values: words('true', 'false') },
  fraud_alert: { role: 'fraud', values: words('true', 'false') },
} as const satisfies Partial<Record<Topic, { readonly role: string; readonly values: Values }>>;

export type PlainTopic = keyof typeof plainTopics;
export const plainTopicNames = Object.keys(plainTopics) as PlainTopic[];

/** The outcomes carry the names that `?explain=true` uses. */
export const sourceOutcomes = ['answered', 'not_found', 'unavailable', 'not_asked'] as const;
export type SourceOutcome = (typeof sourceOutcomes)[number];

/** Returns undefined if there is no such signal or source. */
export function findTopicValues(topic: Topic, sources: PlanSources): Values | undefined {
  const [kind, name = ''] = topic.split(' ');
  if (kind === 'source') return Object.hasOwn(sources, name) ? words(...sourceOutcomes) : undefined;
  if (kind !== 'signal') return plainTopics[topic as PlainTopic].values;
  return Object.values(sources).find(({ signals }) => Object.hasOwn(signals, name))?.signals[name];
}

/** The sources of which one must have been asked before anything is known of the topic. */
export function listTellers(topic: Topic, sources: PlanSources): readonly string[] {
  const [kind, name = ''] = topic.split(' ');
  if (kind === 'source') return [name];
  const tells = ({ roles, signals }: PlanSource) =>
    kind === 'signal' ? Object.hasOwn(signals, name) : roles.includes(plainTopics[topic as PlainTopic].role);
  return Object.keys(sources).filter((source) => tells(sources[source] as PlanSource));
}

/** The question itself tells that nothing was given to compare, and that nothing was compared yet. */
export function isToldByQuestion(topic: Topic, word: string): boolean {
  return (topic === 'name' || topic === 'birth_date') && (word === 'not_provided' || word === 'not_available');
}
