// Work that may fail and is done once at a time: whether it is under way, and why the last one failed.

import { useState } from 'preact/hooks';

interface Attempt {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Tells whether the work succeeded. The error is the value that the work throws. */
  attempt(work: () => Promise<void>): Promise<boolean>;
  setError(error: unknown): void;
}

export function useAttempt(): Attempt {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    error,
    async attempt(work) {
      setBusy(true);
      setError(undefined);
      try {
        await work();
        return true;
      } catch (thrown) {
        setError(thrown);
        return false;
      } finally {
        setBusy(false);
      }
    },
    setError,
  };
}
