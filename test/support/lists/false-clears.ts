// Listed people who are asked about with at most one slip in the name: whoever is `clear` all the same was missed.

import { join } from 'node:path';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import type { ScreenedPerson } from '../../../src/domain/screening/screened.ts';
import { createListsInMemory } from '../../../src/screening/lookup/lists-in-memory.ts';
import { inventBirths, inventForeignName } from './invented/foreigners.ts';
import { inventPerson } from './invented/people.ts';
import { slipOnce } from './invented/slips.ts';
import { toEntry, writeEdition } from './list-editions.ts';

/** What the list and the question both know of a person, beside a name. */
export const knownBeside = ['six digits of the CPF', 'date of birth', 'year of birth', 'nothing'] as const;
type KnownBeside = (typeof knownBeside)[number];

export interface FalseClear {
  /** From which the whole list follows. */
  readonly seed: number;
  readonly listed: string;
  readonly asked: string;
  readonly beside: KnownBeside;
}

export interface SlippedPeople {
  readonly asked: ReadonlyMap<KnownBeside, number>;
  readonly falseClears: readonly FalseClear[];
}

interface Way {
  readonly beside: KnownBeside;
  readonly person: ScreenedPerson;
}

/** `directory` is an empty folder; `people` are the entries of one list. */
export async function countFalseClears(directory: string, seed: number, people: number): Promise<SlippedPeople> {
  const random = new Random().restart(seed);
  const all = Array.from({ length: people }, (_, index) => inventListed(random, index));
  writeEdition(
    join(directory, String(seed)),
    'own-listed',
    all.map(({ entry }) => entry),
  );
  const lists = createListsInMemory(join(directory, String(seed)));
  await lists.follow();
  const falseClears: FalseClear[] = [];
  const asked = new Map<KnownBeside, number>();
  for (const { entry, ways } of all) {
    const [listed = ''] = entry.names;
    for (const { beside, person } of ways) {
      asked.set(beside, (asked.get(beside) ?? 0) + 1);
      const { hits, needName, isWhole } = lists.screen(person, '2026-11-18');
      const isClear = hits.length === 0 && needName.length === 0 && isWhole;
      if (isClear) falseClears.push({ seed, listed, asked: person.name ?? '', beside });
    }
  }
  lists.close();
  return { asked, falseClears };
}

/** Nine of ten names have a slip. */
function slipMostly(name: string, random: Random): string {
  return random.chance(0.9) ? slipOnce(name.split(' '), random).join(' ') : name;
}

/** Half of them as a list of Brazil has them, by name and six digits; half as one of the world has them, by name and birth where it knows one. */
function inventListed(random: Random, index: number): { readonly entry: ListEntry; readonly ways: readonly Way[] } {
  const { cpf, name: brazilianName, birthDate: day } = inventPerson(random);
  const isBrazilian = random.chance(0.5);
  const name = isBrazilian ? brazilianName : inventForeignName(random);
  const births = isBrazilian ? [] : inventBirths(random);
  const document = isBrazilian ? ({ kind: 'masked_cpf', digits: cpf.slice(3, 9) } as const) : null;
  const [birth = day] = births;
  const birthDate = birth.length === 4 ? `${birth}${day.slice(4)}` : birth;
  const person = { kind: 'person', cpf, name: slipMostly(name, random), birthDate } as const;
  const alone = { beside: 'nothing', person: { ...person, cpf: null, birthDate: null } } as const;
  const beside = isBrazilian ? 'six digits of the CPF' : birth.length === 4 ? 'year of birth' : 'date of birth';
  const isTold = isBrazilian || births.length > 0;
  return {
    entry: toEntry({ id: String(index), names: [name], document, births }),
    ways: [alone, ...(isTold ? [{ beside, person } as const] : [])],
  };
}
