// Sets of places in a chain, as ranges: what a purge or an erasure covers is mostly one long range and a few single records.

export interface SequenceRanges {
  add(first: number, last?: number): void;
  /** The last of the range that holds it; undefined where none does. */
  findLast(sequence: number): number | undefined;
  /** The first of these that the other has not. */
  findOutside(other: SequenceRanges): number | undefined;
  /** In order, none touching the next. */
  list(): readonly (readonly [first: number, last: number])[];
  count(): number;
  /** `1-500,503`. */
  toString(): string;
}

export function createSequenceRanges(from: Iterable<readonly [number, number]> = []): SequenceRanges {
  let ranges: [number, number][] = [];
  let isInOrder = true;

  function add(first: number, last = first): void {
    const end = ranges.at(-1);
    if (end !== undefined && first >= end[0] && first <= end[1] + 1) end[1] = Math.max(end[1], last);
    else {
      ranges.push([first, last]);
      isInOrder = false;
    }
  }

  function list(): readonly [number, number][] {
    if (isInOrder) return ranges;
    const sorted = ranges.sort((one, other) => one[0] - other[0]);
    ranges = [];
    for (const [first, last] of sorted) add(first, last);
    isInOrder = true;
    return ranges;
  }

  /** The range that begins last at or before it. */
  function find(sequence: number): readonly [number, number] | undefined {
    const all = list();
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((all[middle] as [number, number])[0] <= sequence) low = middle + 1;
      else high = middle;
    }
    return all[low - 1];
  }

  function findLast(sequence: number): number | undefined {
    const last = find(sequence)?.[1] ?? -1;
    return last >= sequence ? last : undefined;
  }

  for (const [first, last] of from) add(first, last);
  return {
    add,
    findLast,
    list,
    count: () => list().reduce((sum, [first, last]) => sum + last - first + 1, 0),
    findOutside(other) {
      for (const [first, last] of list()) {
        for (let at = first; at <= last; ) {
          const covered = other.findLast(at);
          if (covered === undefined) return at;
          at = covered + 1;
        }
      }
      return undefined;
    },
    toString: () =>
      list()
        .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
        .join(','),
  };
}

export function parseSequenceRanges(text: string): SequenceRanges {
  const parts = text === '' ? [] : text.split(',');
  return createSequenceRanges(
    parts.map((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return [first, last] as const;
    }),
  );
}
