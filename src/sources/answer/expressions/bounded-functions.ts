// JSONata's own functions over text, held to a length: `$pad` to a width of a thousand million, or `$length` of a text that was
// doubled thirty times, is one step. Nothing can interrupt it, and a thread that runs out of memory in one step takes the
// whole process with it.

import jsonata from 'jsonata';

/** The text may be as long as a party's whole answer. */
export const textMax = 2 ** 20;

/** JSONata keeps a function in this form. `this` is its own. */
interface NativeFunction {
  readonly implementation: (...values: readonly unknown[]) => unknown;
}

const names = (
  'string substring substringBefore substringAfter lowercase uppercase length trim pad match contains replace split join ' +
  'formatNumber formatInteger parseInteger number keys lookup sort distinct base64encode base64decode encodeUrlComponent encodeUrl ' +
  'decodeUrlComponent decodeUrl eval toMillis fromMillis'
).split(' ');

/** `growth` returns the size that a function produces beyond its input. */
const growth: Readonly<Record<string, (...values: readonly unknown[]) => number>> = {
  pad: (_text, width) => Math.abs(Number(width)),
  join: (list, separator) => (Array.isArray(list) ? list.length * toLength(separator) : 0),
};

/** By name, to be put in the place of JSONata's. */
export const boundedFunctions: Readonly<Record<string, object>> = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, bound(name, await jsonata(`$${name}`).evaluate(null))])),
);

function bound(name: string, native: NativeFunction): object {
  const { implementation } = native;
  const toGrowth = growth[name] ?? (() => 0);
  function bounded(this: unknown, ...values: readonly unknown[]): unknown {
    const length = values.reduce((sum: number, value) => sum + toLength(value), toGrowth(...values));
    if (length > textMax) throw new Error('The text is too long.');
    return implementation.apply(this, values as unknown[]);
  }
  // JSONata hands a function as many values as it has parameters, and reads their names to fill in some of them: `$pad(?, 5)`.
  Object.defineProperty(bounded, 'length', { value: implementation.length });
  bounded.toString = () => implementation.toString();
  return { ...native, implementation: bounded };
}

function toLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 0;
  return value.reduce((sum: number, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
}
