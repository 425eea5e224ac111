// How well listed people are found, and how often somebody else is taken for one: a generated set of which the truth is known.

import { createHash, type Hash } from 'node:crypto';
import { join } from 'node:path';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import type { ScreenedPerson } from '../../../src/domain/screening/screened.ts';
import { createListsInMemory, type ListsInMemory } from '../../../src/screening/lookup/lists-in-memory.ts';
import { inventBirths, inventForeignName } from '../../../test/support/lists/invented/foreigners.ts';
import { inventDay, inventPerson } from '../../../test/support/lists/invented/people.ts';
import { varyBrazilian, varyForeign } from '../../../test/support/lists/invented/variants.ts';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { type KindSizes, type KindsQuality, measureKinds } from './kinds-quality.ts';
import { findBest, peerRules, peerScorers, toPeerAsked } from './peers.ts';
import { type JudgedCase, judgePublished } from './published-quality.ts';

export interface QualityRow {
  readonly set: string;
  readonly customers: number;
  /** Per 1,000 customers: recall where they are listed, false hits where they are not. By the name of the scorer. */
  readonly perThousand: ReadonlyMap<string, number>;
  /** Of our own: how many of them by kind of match. */
  readonly kinds: ReadonlyMap<string, number>;
}

interface Sizes {
  /** Listed people who are looked for, for each kind. */
  readonly listed: number;
  /** People who are not listed, each beside all entries. */
  readonly others: number;
  /** Entries of each of the three lists. */
  readonly entries: number;
  readonly kinds: KindSizes;
}

interface Listed {
  readonly entry: ListEntry;
  readonly person: ScreenedPerson;
}

export const ours = 'Confere';

export interface Quality {
  readonly found: QualityRow[];
  readonly false: QualityRow[];
  readonly published: readonly JudgedCase[];
  /** Of people, and of companies: by the way in which the names differ. */
  readonly kinds: readonly KindsQuality[];
  /** Of every answer of ours: another one once any of them is another. */
  readonly fingerprint: string;
}

/** Some seconds: a test compares its fingerprint with the one that the page has. */
export function measureSmall(directory: string): Promise<Quality> {
  return measureQuality(directory, { listed: 150, others: 12, entries: 240, kinds: { pairs: 30, others: 30 } });
}

/** `directory` is an empty folder for the lists. */
export async function measureQuality(
  directory: string,
  { listed, others, entries, kinds: kindSizes }: Sizes,
): Promise<Quality> {
  const answers = createHash('sha256');
  const random = new Random().restart(26);
  const numbered = Array.from({ length: entries }, (_, index) => inventListed(random, index, 'cpf'));
  const masked = Array.from({ length: entries }, (_, index) => inventListed(random, index, 'masked_cpf'));
  const foreign = Array.from({ length: entries }, (_, index) => inventForeign(random, index));

  const all = [...numbered, ...masked, ...foreign].map(({ entry }) => entry);
  writeEdition(directory, 'own-listed', all);
  const lists = createListsInMemory(directory);
  await lists.follow();
  const measure = (set: string, cases: readonly Case[]) => measureSet(lists, set, cases, answers);

  const sets: readonly (readonly [string, readonly Listed[], (one: Listed) => ScreenedPerson])[] = [
    [
      'whole CPF, name spelt otherwise',
      numbered,
      ({ person }) => ({ ...person, name: varyBrazilian(person.name ?? '', random) }),
    ],
    [
      'masked CPF, name spelt otherwise',
      masked,
      ({ person }) => ({ ...person, name: varyBrazilian(person.name ?? '', random) }),
    ],
    [
      'Brazilian name alone, spelt otherwise',
      masked,
      ({ person }) => ({ ...person, cpf: null, birthDate: null, name: varyBrazilian(person.name ?? '', random) }),
    ],
    [
      'foreign name and birth date, transliterated',
      foreign.filter(({ entry }) => entry.births[0]?.length === 10),
      ({ person }) => ({ ...person, name: varyForeign(person.name ?? '', random) }),
    ],
    [
      'foreign name and year of birth, transliterated',
      foreign.filter(({ entry }) => entry.births[0]?.length === 4),
      ({ person }) => ({ ...person, name: varyForeign(person.name ?? '', random) }),
    ],
    [
      'foreign name alone, transliterated',
      foreign,
      ({ person }) => ({ ...person, birthDate: null, name: varyForeign(person.name ?? '', random) }),
    ],
  ];
  const found = sets.map(([set, people, toAskedPerson]) => {
    const pairs = people.slice(0, listed).map((one) => [toAskedPerson(one), one.entry] as const);
    return measure(
      set,
      pairs.map(([person, entry]) => ({ person, entries: [entry] })),
    );
  });

  const strangers = Array.from({ length: others }, (): ScreenedPerson => ({ kind: 'person', ...inventPerson(random) }));
  const namesakes = strangers.map((stranger, index): ScreenedPerson => {
    const { person } = (index % 2 === 0 ? numbered : masked)[index] as Listed;
    return { ...stranger, name: person.name };
  });
  const unnumbered = (people: readonly ScreenedPerson[]) =>
    people.map((person) => ({ ...person, cpf: null, birthDate: null }));
  const besideAll = (set: string, people: readonly ScreenedPerson[]) =>
    measure(
      set,
      people.map((person) => ({ person, entries: all })),
    );
  const published = await judgePublished(join(directory, 'published'), ours);
  const falseHits = [
    besideAll('Brazilians with CPF, name and birth date', strangers),
    besideAll('namesakes of listed Brazilians, with CPF, name and birth date', namesakes),
    besideAll('Brazilians of whom only the name is known', unnumbered(strangers)),
  ];
  for (const { asked, listed: other, verdicts } of published)
    answers.update(`${asked} | ${other} ${[...verdicts.values()].join(' ')}\n`);
  const kinds = await measureKinds(join(directory, 'kinds'), kindSizes, answers);
  return { found, false: falseHits, published, kinds, fingerprint: answers.digest('hex').slice(0, 16) };
}

function inventListed(random: Random, index: number, kind: 'cpf' | 'masked_cpf'): Listed {
  const invented = inventPerson(random);
  const document = kind === 'cpf' ? { kind, number: invented.cpf } : { kind, digits: invented.cpf.slice(3, 9) };
  const entry = toEntry({ id: `${kind}-${index}`, names: [invented.name], document });
  return { entry, person: { kind: 'person', ...invented } };
}

/** The true birth date is one that fits to what the list knows. */
function inventForeign(random: Random, index: number): Listed {
  const name = inventForeignName(random);
  const births = inventBirths(random);
  const day = inventDay(random, 1940, 1995);
  const [birth = day] = births;
  const birthDate = birth.length === 4 ? `${birth}${day.slice(4)}` : birth;
  const cpf = completeCpf(random.digits(9));
  return {
    entry: toEntry({ id: `foreign-${index}`, names: [name], births }),
    person: { kind: 'person', cpf, name, birthDate },
  };
}

/** Somebody and the entries that they are compared with: their own, or all of them. */
interface Case {
  readonly person: ScreenedPerson;
  readonly entries: readonly ListEntry[];
}

/** Customers for whom any of the entries is a hit or a possible one. Ours by the index over all entries, as a request is answered. */
function measureSet(lists: ListsInMemory, set: string, cases: readonly Case[], answers: Hash): QualityRow {
  const counts = new Map<string, number>();
  const kinds = new Map<string, number>();
  const count = (into: Map<string, number>, key: string) => into.set(key, (into.get(key) ?? 0) + 1);
  for (const { person, entries } of cases) {
    const isWanted = (id: string) => entries.length > 1 || entries[0]?.id === id;
    const { hits } = lists.screen(person, '2026-11-18');
    for (const { entry, match, strength, similarity } of hits)
      answers.update(`${set} ${entry.id} ${match} ${strength} ${similarity}\n`);
    const hit = hits.find(({ entry }) => isWanted(entry.id));
    if (hit !== undefined) {
      count(counts, ours);
      count(kinds, `${hit.match}, ${hit.strength}`);
    }
    const peerAsked = toPeerAsked(person);
    for (const rules of peerRules) {
      const best = findBest(rules, peerAsked, entries);
      for (const peer of peerScorers) if (peer.rules === rules.name && best >= peer.threshold) count(counts, peer.name);
    }
  }
  const names = [ours, ...peerScorers.map(({ name }) => name)];
  const perThousand = new Map(names.map((name) => [name, ((counts.get(name) ?? 0) * 1000) / cases.length]));
  return { set, customers: cases.length, perThousand, kinds };
}
