// The keys under which somebody is looked for, without those that no row has. Nearly everybody is listed nowhere, and then few are left.

import type { Screened } from '../../../domain/screening/screened.ts';
import type { KeyFilter } from './key-filter.ts';
import { hash } from './key-hash.ts';
import { PlainNameKeys } from './plain-name-keys.ts';
import {
  type AskedKeys,
  type AskedName,
  findBirthYear,
  type Hint,
  listRooms,
  toAskedName,
  toAskedNumbers,
} from './row-keys.ts';

export class KnownKeys {
  readonly #filter: KeyFilter;
  readonly #plain: PlainNameKeys;

  constructor(filter: KeyFilter) {
    this.#filter = filter;
    this.#plain = new PlainNameKeys(filter);
  }

  /** Returns the keys that rows may have, or undefined if none is left: no row then mentions the party. */
  find(screened: Screened): AskedKeys | undefined {
    const asked = toAskedNumbers(screened);
    const numbers = this.#keep(asked.numbers);
    let hints = none<Hint>();
    for (const hint of asked.hints) if (this.#filter.mayHave(hint.key)) hints = [...hints, hint];
    const names = this.#findNames(screened);
    return numbers.length === 0 && hints.length === 0 && names.length === 0 ? undefined : { numbers, hints, names };
  }

  #findNames(screened: Screened): readonly AskedName[] {
    const { name } = screened;
    let names = none<AskedName>();
    if (name === null) return names;
    const year = findBirthYear(screened);
    for (const room of listRooms(screened)) {
      const plain = room === 'foreign' ? this.#plain.find(name, year === undefined ? year : hash(year)) : undefined;
      const asked = plain ?? this.#dropUnknown(toAskedName(name, year, room));
      if (asked.parts.length > 0 || asked.others.length > 0) names = [...names, asked];
    }
    return names;
  }

  #dropUnknown(asked: AskedName): AskedName {
    return { ...asked, parts: this.#keep(asked.parts), others: this.#keep(asked.others) };
  }

  #keep(keys: readonly number[]): readonly number[] {
    return keys.some((key) => this.#filter.mayHave(key)) ? keys.filter((key) => this.#filter.mayHave(key)) : none();
  }
}

const empty: readonly never[] = [];
/** Most people have none, and need no array for it. */
function none<Item>(): readonly Item[] {
  return empty;
}
