// Work in pieces of which one that fails must not keep the others from being done.

export function createKeptFaults() {
  const faults: unknown[] = [];
  return {
    /** Never rejects. */
    keep: (work: Promise<void>): Promise<void> => work.catch((error: unknown) => void faults.push(error)),
    /** Once all is done, so that the fault is logged and the work is tried again. */
    throwFirst(): void {
      if (faults.length > 0) throw faults[0];
    },
  };
}
