/** Fails the whole run by an error that nobody catches: no test may pass while Confere itself fails behind it. */
export function failRun(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
