// Which long parts are begun where not all of them fit: those that the change reaches, those of the day, then the others. The parts are dealt
// into as many lists as a turn has days, so that none is left out for longer than a turn, whatever the changes reach.

import type { Part } from './parts.ts';

export interface Choice {
  readonly begun: readonly string[];
  readonly leftOut: readonly string[];
  /** Parts of today for which there was no time. */
  readonly overdue: readonly string[];
}

interface ChoiceOptions {
  readonly parts: Readonly<Record<string, Part>>;
  /** Names, the nearest first. */
  readonly reached: readonly string[];
  /** Days since 1970. */
  readonly day: number;
  /** As the parts count them, one after another. */
  readonly seconds: number;
}

/** With a landing a day, each part runs in every third one at the latest. */
const turnDays = 3;

export function chooseParts({ parts, reached, day, seconds }: ChoiceOptions): Choice {
  const [due = [], ...later] = [0, 1, 2].map((ahead) => listOfDay(parts, day + ahead));
  const begun: string[] = [];
  const secondsOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (parts[name]?.seconds ?? 0), 0);
  const take = (names: readonly string[], secondsMax: number): void => {
    for (const name of names) if (!begun.includes(name) && secondsOf([...begun, name]) <= secondsMax) begun.push(name);
  };
  // What the change reaches leaves the time for the day's list; where there is too little for that, each has half of it.
  const dueSeconds = secondsOf(due);
  take(reached, seconds < dueSeconds ? seconds / 2 : seconds - dueSeconds);
  take([...due, ...reached, ...later.flat()], seconds);
  const leftOut = Object.keys(parts).filter((name) => !begun.includes(name));
  return { begun, leftOut, overdue: leftOut.filter((name) => due.includes(name)) };
}

/** One of lists of about the same length. In each turn another part is its first, so that the last is not always the one left out. */
function listOfDay(parts: ChoiceOptions['parts'], day: number): readonly string[] {
  const lists = Array.from({ length: turnDays }, () => ({ names: [] as string[], seconds: 0 }));
  for (const [name, part] of Object.entries(parts).toSorted(([, a], [, b]) => b.seconds - a.seconds)) {
    const shortest = lists.reduce((least, list) => (list.seconds < least.seconds ? list : least));
    shortest.names.push(name);
    shortest.seconds += part.seconds;
  }
  const names = lists[day % turnDays]?.names ?? [];
  const first = Math.floor(day / turnDays) % Math.max(1, names.length);
  return [...names.slice(first), ...names.slice(0, first)];
}
