// When anchors go out, and what a place that fails does to the others.

import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { createHeadSigner, type SignedHead } from '../head.ts';
import { type AnchorDestination, AnchorFault } from './anchor-destination.ts';
import { parseAnchor } from './anchor-document.ts';
import { createSendAnchors, toPauseMs } from './send-anchors.ts';

const everyMs = 300_000;
const signer = createHeadSigner(new Uint8Array(32).fill(3));
const toHead = (chain: string, sequence: number): SignedHead =>
  signer.sign({ chain, sequence, hash: 'ab'.repeat(32), atMs: 1 });
const { signal } = new AbortController();

function createPlace(name: string) {
  const place = { fault: undefined as Error | undefined, got: [] as number[][] };
  const port: AnchorDestination = {
    name,
    address: name,
    async put(text) {
      if (place.fault !== undefined) throw place.fault;
      place.got.push((parseAnchor(text)?.heads ?? []).map(({ sequence }) => sequence));
    },
    close: async () => {},
  };
  return { ...port, place };
}

function start(names: readonly string[], first: readonly SignedHead[]) {
  const clock = createManualClock();
  const places = names.map(createPlace);
  const told: string[] = [];
  let heads = first;
  let fault: Error | undefined;
  const sender = createSendAnchors({
    places,
    findHeads: async () => {
      if (fault !== undefined) throw fault;
      return heads;
    },
    everyMs,
    clock,
    random: () => 0,
    onSent: ({ name }, isBack) => told.push(`${name} sent${isBack ? ', is back' : ''}`),
    onFailed: ({ name }, reason, isFirst) => told.push(`${name} failed: ${reason}${isFirst ? ', first' : ''}`),
  });
  return {
    clock,
    told,
    sender,
    places: places.map(({ place }) => place),
    sign: (next: readonly SignedHead[]) => {
      heads = next;
    },
    breakAudit: (error: Error | undefined) => {
      fault = error;
    },
    async pass(ms: number) {
      clock.advance(ms);
      if (sender.isDue()) await sender.sendDue(signal);
    },
  };
}

test('the newest head of each chain goes to every place, at once and then every few minutes, only when one has moved', async () => {
  const { places, pass, sign, sender } = start(['a', 'b'], [toHead('one', 3), toHead('two', 7)]);
  await pass(0);
  for (const { got } of places) expect(got).toEqual([[3, 7]]);
  await pass(everyMs);
  sign([toHead('one', 3), toHead('two', 9)]);
  await pass(everyMs - 1);
  for (const { got } of places) expect(got).toHaveLength(1);
  await pass(1);
  for (const { got } of places)
    expect(got).toEqual([
      [3, 7],
      [3, 9],
    ]);
  expect(sender.states().get('a')).toMatchObject({ waitingMs: 0, fault: null });
});

test('a place that fails is tried again after a pause that grows, and the others do not notice', async () => {
  const { places, pass, told, sender, clock } = start(['good', 'bad'], [toHead('one', 1)]);
  const [good, bad] = places as [(typeof places)[number], (typeof places)[number]];
  bad.fault = new AnchorFault('it is gone');
  await pass(0);
  expect(good.got).toEqual([[1]]);
  await pass(9_999);
  expect(told).toEqual(['good sent', 'bad failed: it is gone, first']);
  await pass(1);
  await pass(19_999);
  expect(told).toHaveLength(3);
  await pass(1);
  expect(told.slice(2)).toEqual(['bad failed: it is gone', 'bad failed: it is gone']);
  expect(sender.states().get('bad')).toEqual({ lastSuccessMs: null, waitingMs: 30_000, fault: 'it is gone' });
  expect(sender.states().get('good')).toMatchObject({ waitingMs: 0, fault: null });
  bad.fault = undefined;
  await pass(40_000);
  expect(bad.got).toEqual([[1]]);
  expect(told.at(-1)).toBe('bad sent, is back');
  expect(sender.states().get('bad')).toEqual({ lastSuccessMs: clock.nowMs(), waitingMs: 0, fault: null });
});

test('an audit that cannot be read is a fault of every place', async () => {
  const { pass, told, breakAudit, sender } = start(['a'], [toHead('one', 1)]);
  breakAudit(Object.assign(new Error('secret words'), { code: 'SQLITE_CORRUPT' }));
  await pass(0);
  expect(told).toEqual(['a failed: SQLITE_CORRUPT, first']);
  await pass(5_000);
  expect(sender.states().get('a')?.waitingMs).toBe(5_000);
});

test('a process that has handed it over to another tells nothing of a place any more', async () => {
  const { places, pass, sender, clock } = start(['a'], [toHead('one', 1)]);
  (places[0] as { fault?: Error }).fault = new AnchorFault('it is gone');
  await pass(0);
  clock.advance(20 * 60_000);
  expect(sender.states().get('a')?.waitingMs).toBe(20 * 60_000);
  clock.advance(20 * 60_000);
  expect(sender.states().get('a')).toMatchObject({ waitingMs: 0, fault: null });
});

test('before the first head is signed there is nothing to send, and it is asked for soon', async () => {
  const { places, pass, sign } = start(['a'], []);
  await pass(0);
  expect(places[0]?.got).toEqual([]);
  sign([toHead('one', 1)]);
  await pass(30_000);
  expect(places[0]?.got).toEqual([[1]]);
});

test('pauses grow up to a quarter of an hour', () => {
  expect([1, 2, 3, 8, 50].map((failures) => toPauseMs(failures, 0))).toEqual([
    10_000, 20_000, 40_000, 900_000, 900_000,
  ]);
  expect(toPauseMs(1, 0.999)).toBeGreaterThan(8_000);
});
