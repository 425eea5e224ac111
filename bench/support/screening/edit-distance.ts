// How many letters one word is away from another: too many, too few, changed, or two neighbours swapped.

/** Infinity where it is more than `most`. */
export function countEdits(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  let [before, above]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let place = 1; place <= other.length; place++) {
      const isSame = one[row - 1] === other[place - 1];
      let least = Math.min(
        (above[place] as number) + 1,
        (line[place - 1] as number) + 1,
        (above[place - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && place > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
      if (isSwap) least = Math.min(least, (before[place - 2] as number) + 1);
      line.push(least);
    }
    if (Math.min(...line) > most) return Number.POSITIVE_INFINITY;
    [before, above] = [above, line];
  }
  return above[other.length] as number;
}
