// Listed people and companies who are asked about by a name that differs in one way, and others who are not listed; only names are known.
// Ours go through the index, as a request does; the rules of others are given the right entry, or all of them.

import type { Hash } from 'node:crypto';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import type { Screened } from '../../../src/domain/screening/screened.ts';
import { createListsInMemory, type ListsInMemory } from '../../../src/screening/lookup/lists-in-memory.ts';
import { inventCompany, toCompanyName } from '../../../test/support/lists/invented/companies.ts';
import {
  companyKinds,
  inventCompetitor,
  inventNextNumber,
} from '../../../test/support/lists/invented/company-kinds.ts';
import { inventForeignName } from '../../../test/support/lists/invented/foreigners.ts';
import {
  inventRelative,
  type NameKind,
  type NamePair,
  nameKinds,
} from '../../../test/support/lists/invented/name-kinds.ts';
import { inventPerson } from '../../../test/support/lists/invented/people.ts';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { findBest, peerRules, toPeerAsked } from './peers.ts';

export interface KindSizes {
  /** Of each kind. */
  readonly pairs: number;
  /** In each set of others. */
  readonly others: number;
}

/** How one set came out. The scores of others are in step with those who were asked about. */
export interface KindRow {
  readonly title: string;
  readonly asked: number;
  readonly found: number;
  readonly scores: ReadonlyMap<string, readonly number[]>;
}

export interface KindsQuality {
  readonly of: Screened['kind'];
  readonly found: readonly KindRow[];
  /** Who have nothing to do with anybody on the list. */
  readonly strangers: KindRow;
  /** Who are like somebody on the list, and somebody else. */
  readonly neighbours: readonly KindRow[];
}

interface Listed {
  readonly entry: ListEntry;
  readonly pair: NamePair;
}

/** `directory` is an empty folder for the list. */
export async function measureKinds(
  directory: string,
  { pairs, others }: KindSizes,
  answers: Hash,
): Promise<readonly KindsQuality[]> {
  const random = new Random().restart(39);
  const people = inventPairs(nameKinds, 'person', pairs, random);
  const companies = inventPairs(companyKinds, 'company', pairs, random);
  const more = (kind: Screened['kind'], names: readonly string[]) =>
    names.map((name, index) => toEntry({ id: `${kind} beside ${index}`, kind, names: [name] }));
  const make = (invent: () => string) => Array.from({ length: others }, invent);
  const [competitors, numbers] = [inventCompetitor, inventNextNumber].map((invent) =>
    Array.from({ length: others }, () => invent(random)),
  ) as [NamePair[], NamePair[]];
  const peopleListed = [...people.values()].flat().map(({ entry }) => entry);
  const companiesListed = [
    ...[...companies.values()].flat().map(({ entry }) => entry),
    ...more(
      'company',
      [...competitors, ...numbers].map(({ listed }) => listed),
    ),
  ];
  writeEdition(directory, 'own-kinds', [...peopleListed, ...companiesListed]);
  const lists = createListsInMemory(directory);
  await lists.follow();

  const measure = (kind: Screened['kind'], title: string, cases: readonly Case[]) =>
    measureSet(lists, { kind, title, cases }, answers);
  const measureFound = (kind: Screened['kind'], sets: ReadonlyMap<string, readonly Listed[]>) =>
    [...sets].map(([title, set]) =>
      measure(
        kind,
        title,
        set.map(({ entry, pair }) => ({ name: pair.asked, entries: [entry] })),
      ),
    );
  const besideAll = (kind: Screened['kind'], title: string, names: readonly string[]) => {
    const entries = kind === 'person' ? peopleListed : companiesListed;
    return measure(
      kind,
      title,
      names.map((name) => ({ name, entries })),
    );
  };
  const relatives = [...people.values()].flat().filter((_, index) => index % nameKinds.length === 0);
  const strangers = make(() => (random.chance(0.5) ? inventPerson(random).name : inventForeignName(random)));
  const relativesOf = relatives.slice(0, others).map(({ pair }) => inventRelative(pair, random));
  const result = [
    {
      of: 'person' as const,
      found: measureFound('person', people),
      strangers: besideAll('person', 'people who are not listed', strangers),
      neighbours: [besideAll('person', 'people with all names of a listed one but the given name', relativesOf)],
    },
    {
      of: 'company' as const,
      found: measureFound('company', companies),
      strangers: besideAll(
        'company',
        'companies that are not listed',
        make(() => toCompanyName(inventCompany(random))),
      ),
      neighbours: [
        besideAll(
          'company',
          'companies of the same trade with another name',
          competitors.map(({ asked }) => asked),
        ),
        besideAll(
          'company',
          'companies with the next number',
          numbers.map(({ asked }) => asked),
        ),
      ],
    },
  ];
  lists.close();
  return result;
}

function inventPairs(kinds: readonly NameKind[], kind: Screened['kind'], count: number, random: Random) {
  return new Map(
    kinds.map(({ title, invent }) => [
      title,
      Array.from({ length: count }, (_, index): Listed => {
        const pair = invent(random);
        const document =
          kind === 'person' && pair.isBrazilian ? ({ kind: 'masked_cpf', digits: random.digits(6) } as const) : null;
        return { pair, entry: toEntry({ id: `${kind} ${title} ${index}`, kind, names: [pair.listed], document }) };
      }),
    ]),
  );
}

interface Case {
  readonly name: string;
  /** Whom the name may mean: the right one, or, for somebody who is not listed, everybody. */
  readonly entries: readonly ListEntry[];
}

interface CaseSet {
  readonly kind: Screened['kind'];
  readonly title: string;
  readonly cases: readonly Case[];
}

function measureSet(lists: ListsInMemory, { kind, title, cases }: CaseSet, answers: Hash): KindRow {
  let found = 0;
  const scores = new Map(peerRules.map(({ name }) => [name, [] as number[]]));
  for (const { name, entries } of cases) {
    const screened: Screened =
      kind === 'person' ? { kind, cpf: null, birthDate: null, name } : { kind, cnpj: null, name };
    const { hits } = lists.screen(screened, '2026-11-18');
    for (const { entry, similarity } of hits) answers.update(`${title} ${entry.id} ${similarity}\n`);
    if (hits.some(({ entry }) => entries.length > 1 || entries[0]?.id === entry.id)) found++;
    const asked = toPeerAsked(screened);
    for (const rules of peerRules) scores.get(rules.name)?.push(findBest(rules, asked, entries));
  }
  return { title, asked: cases.length, found, scores };
}

/** One set of rules at one threshold: of a thousand, how many of the listed are found and how many strangers are taken for one. */
export interface AtThreshold {
  readonly rules: string;
  readonly threshold: number | null;
  readonly falseHits: number;
  readonly found: number;
}

const perThousand = (count: number, of: number) => (count * 1000) / of;

/** Ours; each of the others at its thresholds; and at the one where it takes as few strangers for somebody listed as we do. */
export function compareAtThresholds({ found, strangers }: KindsQuality, ours: string): readonly AtThreshold[] {
  const pairs = found.reduce((sum, { asked }) => sum + asked, 0);
  const own = {
    rules: ours,
    threshold: null,
    falseHits: perThousand(strangers.found, strangers.asked),
    found: perThousand(
      found.reduce((sum, row) => sum + row.found, 0),
      pairs,
    ),
  };
  const theirs = peerRules.flatMap(({ name, thresholds }) => {
    const [ofFound, ofStrangers] = [
      found.flatMap(({ scores }) => scores.get(name) ?? []),
      strangers.scores.get(name) ?? [],
    ];
    const at = (threshold: number): AtThreshold => {
      const count = (some: readonly number[]) => some.filter((score) => score >= threshold).length;
      const falseHits = perThousand(count(ofStrangers), strangers.asked);
      return { rules: name, threshold, falseHits, found: perThousand(count(ofFound), pairs) };
    };
    // Above the best score of the first stranger who is one too many.
    const tooMany = ofStrangers.toSorted((one, other) => other - one)[strangers.found] ?? 0;
    return [...thresholds.map(at), at(tooMany + 1e-6)];
  });
  return [own, ...theirs];
}
