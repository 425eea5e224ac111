// Ends an exchange that hangs: to the HTTP client a connection that brings nothing more looks alive.

/** Fewer bytes than this within the stall time count as none: a drip is a stall, too. */
export const stallBytesMin = 4096;

/** Aborts when next to nothing was heard for a while. */
export function createStallGuard(outer: AbortSignal, stallMs: number) {
  const controller = new AbortController();
  let [stalled, heard] = [false, 0];
  const timer = setTimeout(() => {
    stalled = true;
    controller.abort();
  }, stallMs);
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    beat(bytes: number): void {
      heard += bytes;
      if (heard < stallBytesMin) return;
      heard = 0;
      timer.refresh();
    },
    stalled: (): boolean => stalled,
    stop: (): void => clearTimeout(timer),
  };
}
