// So many at one time; the others wait in the order in which they came.

export interface Semaphore {
  /** `waiting` counts the callers that wait. */
  readonly waiting: number;
  /** Gives the function that lets the next one in. It is called once. */
  enter(): Promise<() => void>;
}

export function createSemaphore(atOnce: number): Semaphore {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  // Whoever leaves hands its turn over at once: nobody can come between and make one too many.
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    get waiting() {
      return waiting.length;
    },
    async enter() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
}
