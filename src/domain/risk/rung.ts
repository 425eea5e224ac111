// What one place of a ladder costs.

export interface Rung {
  /** Points taken off; a rung also carries the penalties of the milder rungs of its ladder. */
  readonly penalty: number;
  /** The score goes no higher than this. */
  readonly cap: number;
}

export const scoreMax = 1000;
