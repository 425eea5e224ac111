// Listeners watch: no observer may change what it observes. A logger that throws must not leave a circuit half open.

/** The listener, except that nothing it throws or rejects with comes back. None at all is a listener that does nothing. */
export function toObserver<Args extends readonly unknown[]>(
  listener: ((...args: Args) => unknown) | undefined,
): (...args: Args) => void {
  return (...args) => {
    try {
      const watching = listener?.(...args);
      if (watching instanceof Promise) watching.catch(() => {});
    } catch {
      // There is nobody to tell: the listener is how things are told.
    }
  };
}
