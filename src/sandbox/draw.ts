// Pseudo-random choices that depend on nothing but a text: the same number always gives the same person or company.

/** A whole number from 0 up to, but not including, `bound`; every call gives the next one of the text's own sequence. */
export type Draw = (bound: number) => number;

/** FNV-1a over the text gives the start; each step then goes through the finalizer of MurmurHash3, which spreads close starts. */
export function createDraw(text: string): Draw {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (bound) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
    return (mixed >>> 0) % bound;
  };
}

export function pick<Item>(draw: Draw, items: readonly [Item, ...Item[]]): Item {
  return items[draw(items.length)] as Item;
}

/** A day of the years `from` to `to`, as YYYY-MM-DD. */
export function pickDate(draw: Draw, from: number, to: number): string {
  const month = 1 + draw(12);
  const day = 1 + draw(28);
  return `${from + draw(to - from + 1)}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}
