// Random bytes: the port, and small portions at the price of one large one: a call into the system's generator costs more than what it gives.

/** Uniformly random bytes, fit for secrets. */
export type RandomBytes = (length: number) => Uint8Array;

const poolBytes = 4_096;

/** No byte is given twice, and none is given that was drawn before it was created. For portions far smaller than the pool. */
export function createPooledRandom(randomBytes: RandomBytes): RandomBytes {
  let pool = new Uint8Array(0);
  return (length) => {
    if (pool.length < length) pool = Uint8Array.from(randomBytes(Math.max(poolBytes, length)));
    const portion = pool.slice(0, length);
    pool = pool.subarray(length);
    return portion;
  };
}
