// Passwords as argon2id hashes (RFC 9106), by Node itself and off the event loop. The hash is keyed by the master secret: whoever
// has the database alone cannot even begin to guess.

import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import type { RandomBytes } from '../random.ts';
import { createSemaphore } from '../waiting/semaphore.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for an operator who does not exist (`undefined`) as for one who does. */
  isRight(password: string, hash: string | undefined): Promise<boolean>;
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

export function createPasswords(pepper: Uint8Array, randomBytes: RandomBytes): Passwords {
  const inWork = createSemaphore(atOnceMax);
  const compute = async (
    password: string,
    salt: Uint8Array,
    { memory, passes, parallelism }: Cost,
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
  const nobody = toText(cost, randomBytes(saltBytes), randomBytes(tagLength));

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return toText(cost, salt, await compute(password, salt, cost));
    },
    async isRight(password, hash) {
      const { cost: used, salt, tag } = parse(hash ?? nobody);
      const computed = await compute(password, salt, used);
      return computed.length === tag.length && timingSafeEqual(computed, tag) && hash !== undefined;
    },
  };
}

function toText({ memory, passes, parallelism }: Cost, salt: Uint8Array, tag: Uint8Array): string {
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

function parse(hash: string): { readonly cost: Cost; readonly salt: Buffer; readonly tag: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (parts === null) throw new Error('The password hash of an operator is damaged');
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const [salt, tag] = parts.slice(4).map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer];
  return { cost: { memory, passes, parallelism }, salt, tag };
}
