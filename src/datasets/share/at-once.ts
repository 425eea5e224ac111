// Several pieces at a time, and none more once one has failed.

export async function forEachAtOnce<Item>(
  items: Iterable<Item>,
  atOnce: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const queue = items[Symbol.iterator]();
  const run = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      both.throwIfAborted();
      await work(next.value, both);
    }
  };
  let first: { readonly error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: atOnce }, () =>
      run().catch((error: unknown) => {
        first ??= { error };
        stop.abort();
      }),
    ),
  );
  signal.throwIfAborted();
  if (first !== undefined) throw first.error;
}
