// Whether work that wants the processor gets it: an import at low priority beside a busy service can take half an hour for what is
// done in seconds, and whoever waits should know why. Pure: it is told the time and what was used of it.

/** The watch must look back this long to tell a pause from starvation. */
const windowMs = 10_000;
/** The threshold is a share of one core. An import that occasionally waits for a slow disk still uses more. */
const starvedShare = 0.25;

interface Moment {
  readonly elapsedMs: number;
  readonly processorMs: number;
}

export class StarvationWatch {
  readonly #moments: Moment[] = [];

  /**
   * Returns the share of one core that the work received in the last ten seconds, if it was too little. Returns undefined if it was enough or is
   * not known yet.
   */
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
