// What each part of the morning comes to, as codes: how bad it is, and what in it needs somebody. A part that could not be read is never
// good. Pure, so that each case has its test.

import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import type { Tone } from '../design/parts.tsx';

export type Morning = ConsoleAnswer<'GET morning'>;
type Days = NonNullable<Morning['verifications']>;
type Day = Days['today'];
export type Level = keyof Day['people'];

export const partNames = ['sources', 'lists', 'judgements', 'webhooks', 'verifications', 'cost'] as const;
export type PartName = (typeof partNames)[number];

/** `unread`: nobody knows. */
export type PartTone = Tone | 'unread';

export interface Line {
  readonly part: PartName;
  readonly tone: PartTone;
}

const worstFirst: readonly PartTone[] = ['bad', 'unread', 'warn', 'none', 'good'];

/** The worst first. */
export function toLines(morning: Morning): readonly Line[] {
  return partNames
    .map((part) => ({ part, tone: morning[part] === null ? ('unread' as const) : judge[part](morning) }))
    .toSorted((one, other) => worstFirst.indexOf(one.tone) - worstFirst.indexOf(other.tone));
}

const judge: Readonly<Record<PartName, (morning: Morning) => PartTone>> = {
  sources: ({ sources }) => {
    if (sources === null || sources.connected === 0) return 'none';
    if (sources.down.length > 0) return 'bad';
    return sources.left_out.length > 0 ? 'warn' : sources.unasked.length > 0 ? 'unread' : 'good';
  },
  lists: ({ lists }) => {
    if (lists === null || lists.unreliable.length === 0) return 'good';
    return lists.unreliable.some(({ is_bad }) => is_bad) ? 'bad' : 'warn';
  },
  judgements: ({ judgements }) => {
    if (judgements === null) return 'none';
    return judgements.freeze > 0 ? 'bad' : judgements.review + judgements.approval > 0 ? 'warn' : 'good';
  },
  webhooks: ({ webhooks }) => {
    if (webhooks?.troubles.some(({ dead }) => dead > 0)) return 'bad';
    if (webhooks !== null && webhooks.troubles.length > 0) return 'warn';
    return webhooks === null || webhooks.endpoints === 0 ? 'none' : 'good';
  },
  verifications: ({ verifications }) =>
    verifications !== null && findMoved(verifications).length > 0 ? 'warn' : 'none',
  cost: () => 'none',
};

export function countPeople({ people }: Day): number {
  return Object.values(people).reduce((sum, count) => sum + count, 0);
}

/** Returns undefined where nobody was asked about: there is no share of nothing. */
export function findShare(day: Day, level: Level): number | undefined {
  const all = countPeople(day);
  return all === 0 ? undefined : day.people[level] / all;
}

/** Fewer say nothing about a share, and a smaller move may be chance. */
const peopleMin = 30;
const movedMin = 0.05;

export interface Moved {
  readonly level: Level;
  readonly from: number;
  readonly to: number;
}

/** Lists the levels whose share was another one yesterday than in the seven days before. */
export function findMoved({ yesterday, week }: Days): readonly Moved[] {
  if (countPeople(yesterday) < peopleMin || countPeople(week) < peopleMin) return [];
  const levels = Object.keys(yesterday.people) as Level[];
  return levels.flatMap((level) => {
    const [from = 0, to = 0] = [findShare(week, level), findShare(yesterday, level)];
    return Math.abs(to - from) < movedMin ? [] : [{ level, from, to }];
  });
}
