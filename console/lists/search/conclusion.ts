// What an answer of the lists means: what to do, how serious it is, and what was not looked at. It decides nothing: the status is the server's.

import type { ConsoleAnswer } from '../../../src/http/console/contract.ts';
import type { Tone } from '../../design/parts.tsx';

export type Answer = ConsoleAnswer<'POST screen'>['pt'];
export type FoundHit = Answer['hits'][number];

/** `freeze`: the law asks for it without delay. `exposed`: an office, which asks for more care and forbids nothing. */
export type SearchAct = 'freeze' | 'review' | 'exposed' | 'compare' | 'accepted' | 'none' | 'unknown';

export interface SearchConclusion {
  readonly act: SearchAct;
  readonly tone: Tone;
  /** The lists of the hits that decide. */
  readonly lists: readonly string[];
}

const unitedNations: readonly string[] = ['onu', 'un'];
const exposure: readonly string[] = ['pep', 'tse-gerais', 'tse-municipais'];

export function concludeSearch({ status, hits }: Pick<Answer, 'status' | 'hits'>): SearchConclusion {
  const inForce = hits.filter(({ state }) => state === 'in_force');
  const open = inForce.filter(({ judgement }) => judgement?.kind !== 'accepted');
  const toLists = (some: readonly FoundHit[]) => [...new Set(some.map(({ list }) => list))];
  /** A person confirmed by an operator is no longer a candidate. */
  const listsOf = (wanted: FoundHit['strength']) =>
    toLists(open.filter(({ strength, judgement }) => (judgement === null ? strength : 'hit') === wanted));
  switch (status) {
    case 'hit': {
      const lists = listsOf('hit');
      if (lists.some((list) => unitedNations.includes(list))) return { act: 'freeze', tone: 'bad', lists };
      if (lists.every((list) => exposure.includes(list))) return { act: 'exposed', tone: 'warn', lists };
      return { act: 'review', tone: 'bad', lists };
    }
    case 'possible':
      return { act: 'compare', tone: 'warn', lists: listsOf('possible') };
    case 'accepted':
      return { act: 'accepted', tone: 'warn', lists: toLists(inForce) };
    case 'clear':
      return { act: 'none', tone: 'good', lists: [] };
    case 'inconclusive':
      return { act: 'unknown', tone: 'warn', lists: [] };
  }
}

export const hitGroups = ['listed', 'candidate', 'not_yet', 'ended'] as const;
export type HitGroup = (typeof hitGroups)[number];

export function toHitGroup({ state, strength }: Pick<FoundHit, 'state' | 'strength'>): HitGroup {
  if (state !== 'in_force') return state;
  return strength === 'hit' ? 'listed' : 'candidate';
}

/** An office forbids nothing, and what is over or only like somebody decides nothing. */
export function toHitTone(hit: Pick<FoundHit, 'state' | 'strength' | 'list'>): Tone {
  const group = toHitGroup(hit);
  if (group === 'listed') return exposure.includes(hit.list) ? 'warn' : 'bad';
  return group === 'candidate' ? 'warn' : 'none';
}
