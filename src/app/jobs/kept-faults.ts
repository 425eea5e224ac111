// Work in pieces of which one that fails must not keep the others from being done.

export interface KeptFaults {
  /** Never rejects. */
  keep(work: Promise<void>): Promise<void>;
  /** Once all is done, so that the fault is logged and the work is tried again. */
  throwFirst(): void;
}

export function createKeptFaults(): KeptFaults {
  const faults: unknown[] = [];
  return {
    keep: (work) => work.catch((error: unknown) => void faults.push(error)),
    throwFirst() {
      if (faults.length > 0) throw faults[0];
    },
  };
}
