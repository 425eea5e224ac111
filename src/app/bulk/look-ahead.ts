// A look at how a stream of bytes begins, without using it up.

export interface Ahead {
  readonly sample: Uint8Array;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The first bytes, and all of them again. */
export async function lookAhead(bytes: AsyncIterable<Uint8Array>, wanted: number): Promise<Ahead> {
  const iterator = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < wanted) {
    const next = await iterator.next();
    if (next.done === true) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of seen) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      if (length > 0) yield whole;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { sample: whole.subarray(0, wanted), chunks: again() };
}
