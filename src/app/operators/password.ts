// Passwords as argon2id hashes (RFC 9106), by Node itself and off the event loop. The hash is keyed by the master secret: whoever
// has the database alone cannot even begin to guess. It names the generation that keyed it: nobody can make it anew without the password.

import { argon2, createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import type { RandomBytes } from '../random.ts';
import { createSemaphore } from '../waiting/semaphore.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for an operator who does not exist (`undefined`) as for one who does. */
  isRight(password: string, hash: string | undefined): Promise<boolean>;
  /** An older generation of the master secret keyed it. */
  isOutdated(hash: string): boolean;
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The first choice of OWASP's password storage page (2025): 19 MiB, two passes. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const computeHash = promisify(argon2);
const tagLength = 32;
const saltBytes = 16;
/** Each takes a thread and 19 MiB for some 30 ms; the threads are also those of the service's files. */
const atOnceMax = 2;
const waitingMax = 32;

/** `peppers` are those of every generation of the master secret, the newest first: it keys what is made from now on. */
export function createPasswords(
  peppers: () => readonly [Uint8Array, ...Uint8Array[]],
  randomBytes: RandomBytes,
): Passwords {
  const inWork = createSemaphore(atOnceMax);
  const compute = async (
    password: string,
    salt: Uint8Array,
    { memory, passes, parallelism }: Cost,
    pepper: Uint8Array,
  ): Promise<Buffer> => {
    if (inWork.waiting >= waitingMax) throw new AppError('overloaded', { retryAfterSeconds: 5 });
    const leave = await inWork.enter();
    try {
      // The same letters in another encoding are the same password.
      const message = Buffer.from(password.normalize('NFC'));
      return await computeHash('argon2id', {
        message,
        nonce: salt,
        secret: pepper,
        memory,
        passes,
        parallelism,
        tagLength,
      });
    } finally {
      leave();
    }
  };
  const nobody = toHashText(cost, peppers()[0], randomBytes(saltBytes), randomBytes(tagLength));

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      const [newest] = peppers();
      return toHashText(cost, newest, salt, await compute(password, salt, cost, newest));
    },
    async isRight(password, hash) {
      const { cost: used, pepperId, salt, tag } = parseHash(hash ?? nobody);
      const known = peppers();
      const pepper = known.find((each) => toPepperId(each) === pepperId);
      const computed = await compute(password, salt, used, pepper ?? known[0]);
      const isSame = computed.length === tag.length && timingSafeEqual(computed, tag);
      return isSame && pepper !== undefined && hash !== undefined;
    },
    isOutdated: (hash) => parseHash(hash).pepperId !== toPepperId(peppers()[0]),
  };
}

/** Names the pepper of a hash, and tells nothing of it. */
export function toPepperId(pepper: Uint8Array): string {
  return createHash('sha256').update(pepper).digest().toString('base64url', 0, 6);
}

function toHashText(
  { memory, passes, parallelism }: Cost,
  pepper: Uint8Array,
  salt: Uint8Array,
  tag: Uint8Array,
): string {
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const parameters = `m=${memory},t=${passes},p=${parallelism},keyid=${toPepperId(pepper)}`;
  return `$argon2id$v=19$${parameters}$${encode(salt)}$${encode(tag)}`;
}

interface ParsedHash {
  readonly cost: Cost;
  readonly pepperId: string;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

function parseHash(hash: string): ParsedHash {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+),keyid=([\w-]+)\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (parts === null) throw new Error('The password hash of an operator is damaged');
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const [salt, tag] = parts.slice(5).map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer];
  return { cost: { memory, passes, parallelism }, pepperId: parts[4] as string, salt, tag };
}
