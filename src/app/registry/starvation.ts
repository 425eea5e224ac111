// Whether work that wants the processor gets it: an import at low priority beside a busy service can take half an hour for what is
// done in seconds, and whoever waits should know why. Pure: it is told the time and what was used of it.

/** As long as one must look back to tell a pause from want. */
const windowMs = 10_000;
/** Of one core. An import that waits for a slow disk now and then still uses more. */
const starvedShare = 0.25;

interface Moment {
  readonly elapsedMs: number;
  readonly processorMs: number;
}

export class StarvationWatch {
  readonly #moments: Moment[] = [];

  /** The share of one core that was had in the last ten seconds where it was too little; undefined where it was enough, or nobody knows yet. */
  note(elapsedMs: number, processorMs: number): number | undefined {
    const moments = this.#moments;
    moments.push({ elapsedMs, processorMs });
    while (moments.length > 2 && elapsedMs - (moments[1] as Moment).elapsedMs >= windowMs) moments.shift();
    const first = moments[0] as Moment;
    if (elapsedMs - first.elapsedMs < windowMs) return undefined;
    const share = (processorMs - first.processorMs) / (elapsedMs - first.elapsedMs);
    return share < starvedShare ? Math.max(0, share) : undefined;
  }
}
