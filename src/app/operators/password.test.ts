import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPasswords, toPepperId } from './password.ts';

const pepper = new Uint8Array(32).fill(1);
const passwords = createPasswords(() => [pepper], randomBytes);
const other = new Uint8Array(32).fill(3);
const salt = Buffer.alloc(16, 2);
/** Quick to compute, so that many can be looked at. */
const cheap = { memory: 8, passes: 1, parallelism: 1 };
/** An older version might have chosen this cost. */
const older = { memory: 80, passes: 10, parallelism: 10 };

function toTag(password: string, cost = cheap): Buffer {
  return argon2Sync('argon2id', { message: password, nonce: salt, secret: pepper, ...cost, tagLength: 32 });
}

function toHash(tag: Buffer, { memory, passes, parallelism } = cheap): string {
  const text = `m=${memory},t=${passes},p=${parallelism},keyid=${toPepperId(pepper)}`;
  return `$argon2id$v=19$${text}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}
const hash = toHash(toTag('four plain words'));

describe('a password', () => {
  test('is hashed by argon2id with 19 MiB and two passes, with a salt of its own each time', async () => {
    const hashes = [await passwords.hash('four plain words'), await passwords.hash('four plain words')];
    for (const each of hashes)
      expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[\w-]{8}\$[\w-]{22}\$[\w-]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(await passwords.isRight('four plain words', hashes[0])).toBe(true);
  });

  test('is right or wrong by a hash of any cost, which is the one of RFC 9106', async () => {
    expect(await passwords.isRight('four plain words', toHash(toTag('four plain words', older), older))).toBe(true);
    expect(await passwords.isRight('four plain words', hash)).toBe(true);
    expect(await passwords.isRight('four plain wordz', hash)).toBe(false);
  });

  test('is the same in another encoding of its letters', async () => {
    const composed = toHash(toTag('a\u00e7\u00e3o'));
    expect(await passwords.isRight('ac\u0327a\u0303o', composed)).toBe(true);
  });

  test('is wrong under another master secret', async () => {
    const others = createPasswords(() => [other], randomBytes);
    expect(await others.isRight('four plain words', hash)).toBe(false);
  });

  test('is right under an older generation of the secret, which a new hash is no more', async () => {
    const rotated = createPasswords(() => [other, pepper], randomBytes);
    expect([await rotated.isRight('four plain words', hash), rotated.isOutdated(hash)]).toEqual([true, true]);
    const anew = await rotated.hash('four plain words');
    expect([await rotated.isRight('four plain words', anew), rotated.isOutdated(anew)]).toEqual([true, false]);
    expect(await passwords.isRight('four plain words', anew)).toBe(false);
  });

  test('is wrong where the hash is shorter than it should be', async () => {
    expect(await passwords.isRight('four plain words', toHash(toTag('four plain words').subarray(0, 16)))).toBe(false);
  });

  test('is never right for an operator who does not exist, be it the one that was drawn for nobody', async () => {
    const cost = { memory: 19_456, passes: 2, parallelism: 1 };
    const drawn = createPasswords(
      () => [pepper],
      (length) => (length === 16 ? salt : toTag('four plain words', cost)),
    );
    expect(await drawn.isRight('four plain words', undefined)).toBe(false);
    expect(await drawn.isRight('four plain words', toHash(toTag('four plain words', cost), cost))).toBe(true);
  });
});

test.each([
  ['something before it', `x${hash}`],
  ['something behind it', `${hash}$`],
  ['another version', hash.replace('v=19', 'v=16')],
  ['nothing in it', ''],
])('a hash with %s is damaged, which is said', async (_, damaged) => {
  await expect(passwords.isRight('four plain words', damaged)).rejects.toThrow(
    'The password hash of an operator is damaged',
  );
});

describe('many who sign in at once', () => {
  test('two are looked at, 32 wait, and the next one is asked to come again', async () => {
    const all = await Promise.allSettled(Array.from({ length: 35 }, () => passwords.isRight('four plain words', hash)));
    expect(all.slice(0, 34).every((each) => each.status === 'fulfilled' && each.value)).toBe(true);
    expect(all[34]).toMatchObject({ reason: { code: 'overloaded', retryAfterSeconds: 5 } });
    expect(await passwords.isRight('four plain words', hash)).toBe(true);
  });

  test('give their places back where the hash cannot be computed', async () => {
    const impossible = toHash(toTag('four plain words'), { ...cheap, memory: 1 });
    for (let time = 0; time < 3; time++)
      await expect(passwords.isRight('four plain words', impossible)).rejects.toThrow();
    expect(await passwords.isRight('four plain words', hash)).toBe(true);
  });
});
