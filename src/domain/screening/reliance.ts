// Which lists must be there and current before anybody is clear.

/** The United Nations publish this list: Brazilian law requires all parties to consult it (Lei 13.810). */
export const alwaysReliedUpon = 'onu';

/** `named`: by the settings. `everLive`: those that were live here at any time, and that no operator has given up. */
export function toReliedUpon(named: readonly string[], everLive: readonly string[]): readonly string[] {
  return [...new Set([alwaysReliedUpon, ...(named.length > 0 ? named : everLive)])];
}
