// Which lists must be there and current before anybody is clear.

/** The United Nations publish this list: Brazilian law requires all parties to consult it (Lei 13.810). */
export const alwaysReliedUpon = 'onu';

/** `named`: by the settings. `everLive`: those that were live here at any time, and that no operator has given up. */
export function toReliedUpon(named: readonly string[], everLive: readonly string[]): readonly string[] {
  return [...new Set([alwaysReliedUpon, ...(named.length > 0 ? named : everLive)])];
}

/** `none`: not imported, which is no fault, unless the service relies on that list to clear people. */
export function judgeList(
  state: 'current' | 'stale' | 'missing' | 'damaged',
  isReliedUpon: boolean,
): 'good' | 'warn' | 'bad' | 'none' {
  if (state === 'current') return 'good';
  if (state === 'stale') return 'warn';
  return state === 'damaged' || isReliedUpon ? 'bad' : 'none';
}
