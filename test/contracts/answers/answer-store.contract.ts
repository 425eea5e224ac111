// What every AnswerStore promises.

import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type AnswerStore, answerBytesMax } from '../../../src/app/verify/ports.ts';

const long = 60_000;

export function describeAnswerStore(name: string, open: () => AnswerStore): void {
  test(`${name}: gives back the bytes that it was given, under their own name and no other`, async () => {
    const store = open();
    const [one, two] = [randomUUID(), randomUUID()];
    const sealed = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), randomBytes(100)]);
    expect(await store.keep(one, sealed, long)).toBe('kept');
    const found = await store.find(one);
    expect(found).toMatchObject({ kind: 'found' });
    expect(found.kind === 'found' && sealed.equals(found.sealed)).toBe(true);
    expect(await store.find(two)).toEqual({ kind: 'none' });
  });

  test(`${name}: says how much is left of the time of an answer, never more than it was given`, async () => {
    const store = open();
    const answer = randomUUID();
    await store.keep(answer, Buffer.from('a'), long);
    const found = await store.find(answer);
    expect(found.kind === 'found' && found.lifeMs > 0 && found.lifeMs <= long).toBe(true);
  });

  test(`${name}: forgets an answer when its time is over`, async () => {
    const store = open();
    const [short, other] = [randomUUID(), randomUUID()];
    await store.keep(other, Buffer.from('b'), long);
    await store.keep(short, Buffer.from('a'), 20);
    await expect.poll(() => store.find(short)).toEqual({ kind: 'none' });
    expect(await store.find(other)).toMatchObject({ kind: 'found' });
  });

  test(`${name}: a newer answer takes the place of the older one, with a time of its own`, async () => {
    const store = open();
    const answer = randomUUID();
    await store.keep(answer, Buffer.from('older'), long);
    await store.keep(answer, Buffer.from('newer'), long / 2);
    const found = await store.find(answer);
    expect(found.kind === 'found' && Buffer.from(found.sealed).toString()).toBe('newer');
    expect(found.kind === 'found' && found.lifeMs <= long / 2).toBe(true);
    await store.keep(answer, Buffer.from('newest'), 20);
    await expect.poll(() => store.find(answer)).toEqual({ kind: 'none' });
  });

  test(`${name}: keeps what is as large as allowed, and nothing larger`, async () => {
    const store = open();
    const answer = randomUUID();
    expect(await store.keep(answer, randomBytes(answerBytesMax + 1), long)).toBe('too_large');
    expect(await store.find(answer)).toEqual({ kind: 'none' });
    const largest = randomBytes(answerBytesMax);
    expect(await store.keep(answer, largest, long)).toBe('kept');
    const found = await store.find(answer);
    expect(found.kind === 'found' && largest.equals(found.sealed)).toBe(true);
  });

  test(`${name}: many at a time do not mix`, async () => {
    const store = open();
    const names = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(names.map((one) => store.keep(one, Buffer.from(one), long)));
    const found = await Promise.all(names.map((one) => store.find(one)));
    expect(found.map((one) => one.kind === 'found' && Buffer.from(one.sealed).toString())).toEqual(names);
  });
}
