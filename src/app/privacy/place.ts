// What every place that holds something of a person can do: say how much it holds, and give it up. Each is named in `kept/stores.ts`.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Place } from '../audit/proof/covers.ts';
import type { Person } from './person.ts';

export interface PersonalDataPlace {
  /** Counts the person's things in this place. Returns `unknown` if the place cannot be queried. */
  count(person: Person): Promise<number | 'unknown'>;
  /** Returns the names of the things that an operator must check by hand, as commands name them. A place that erases its things itself has none. */
  name?(person: Person): Promise<readonly string[]>;
  /**
   * Gives up all of them and says how many. What was stored of them goes to `traces`, so that it can be looked for afterwards; records of
   * the audit are named by an act before they go.
   */
  erase(person: Person, traces: Traces, nameGone: NameGone): Promise<number>;
}

interface ListedThings<Thing> {
  /** Lists the things after this one, in an order of the place's own. The call returns the first ones for undefined, and none after the last. */
  list(after: Thing | undefined): Promise<readonly Thing[]>;
  isTheirs(thing: Thing, person: Person): boolean;
  erase(thing: Thing, traces: Traces, person: Person): Promise<void>;
}

/** A place whose things do not tell whose they are, so that all of them are looked at. */
export function createListedPlace<Thing>({ list, isTheirs, erase }: ListedThings<Thing>): PersonalDataPlace {
  async function* find(person: Person): AsyncGenerator<Thing> {
    for (let after: Thing | undefined; ; ) {
      const things = await list(after);
      for (const thing of things) if (isTheirs(thing, person)) yield thing;
      // A console's report is made beside answers to others.
      await nextTurn();
      after = things.at(-1);
      if (after === undefined) return;
    }
  }

  return {
    async count(person) {
      let count = 0;
      for await (const _ of find(person)) count++;
      return count;
    },
    async erase(person, traces) {
      let count = 0;
      for await (const thing of find(person)) {
        await erase(thing, traces, person);
        count++;
      }
      return count;
    },
  };
}

/** Resolves once an act in the audit names these records. */
export type NameGone = (places: readonly Place[]) => Promise<void>;

/** Pieces of what was stored: none of them may be found in any file once the erasure is over. */
export interface Traces {
  addText(text: string): void;
  addBytes(bytes: Uint8Array): void;
  readonly pieces: ReadonlySet<string>;
}

const pieceBytes = 16;
/** A page of a database holds several of what is longer. */
const everyBytes = 1_000;

/** Collects traces as bytes in the characters of a text. */
export function createTraces(): Traces {
  const pieces = new Set<string>();
  return {
    pieces,
    addText: (text) => pieces.add(Buffer.from(text).toString('latin1')),
    addBytes(bytes) {
      const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at + pieceBytes <= all.length; at += everyBytes) {
        pieces.add(all.toString('latin1', at, at + pieceBytes));
      }
      if (all.length >= pieceBytes) pieces.add(all.toString('latin1', all.length - pieceBytes));
    },
  };
}
