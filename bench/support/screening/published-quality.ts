// The published cases by our rules, through the index as a request goes, and by those of the two projects. Only the names are known.

import type { Screened } from '../../../src/domain/screening/screened.ts';
import { createListsInMemory } from '../../../src/screening/lookup/lists-in-memory.ts';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { peerScorers, toPeerAsked, toPeerListed } from './peers.ts';
import { type PublishedCase, publishedCases } from './published-cases.ts';

export interface JudgedCase extends PublishedCase {
  /** By the name of the scorer: whether it takes the two for one. Ours is the first. */
  readonly verdicts: ReadonlyMap<string, boolean>;
}

const nobody = { kind: 'person', cpf: null, birthDate: null } as const;

/** `directory` is an empty folder for the list. */
export async function judgePublished(directory: string, ours: string): Promise<readonly JudgedCase[]> {
  // Each pair has its own names, and a list that has all of them is a harder one.
  const entries = publishedCases.map(({ kind, listed }, index) =>
    toEntry({ id: String(index), kind, names: [listed], category: String(index) }),
  );
  writeEdition(directory, 'ofac', entries);
  const lists = createListsInMemory(directory, { sensitivities: { ofac: 'balanced' } });
  await lists.follow();
  return publishedCases.map((each, index) => {
    const { kind, asked: name } = each;
    const screened: Screened = kind === 'person' ? { ...nobody, name } : { kind, cnpj: null, name };
    const { hits } = lists.screen(screened, '2026-11-18');
    const listed = toPeerListed(entries[index] as (typeof entries)[number]);
    const theirs = peerScorers.map(
      (peer) => [peer.name, peer.score(toPeerAsked(screened), listed) >= peer.threshold] as const,
    );
    return { ...each, verdicts: new Map([[ours, hits.some(({ entry }) => entry.id === String(index))], ...theirs]) };
  });
}
