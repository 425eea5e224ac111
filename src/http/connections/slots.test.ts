import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type Connection, createConnection } from './connection.ts';
import { createSlots } from './slots.ts';

const open = (network?: string) => createConnection(new Socket(), { peer: network ?? '10.0.0.1', network });

test('one that was told to go gives way before an idle one, and the longest idle before the others', () => {
  const slots = createSlots({ connectionsMax: 4, clientMax: 4 });
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => open('a')) as [
    Connection,
    Connection,
    Connection,
    Connection,
  ];
  for (const connection of [first, second, third, fourth]) expect(slots.take(connection)).toBe(true);
  slots.markBusy(second);
  slots.markBusy(first);
  slots.markIdle(first);
  slots.markLeaving(fourth);
  for (const gone of [fourth, third, first]) {
    const newcomer = open('b');
    expect(slots.take(newcomer)).toBe(true);
    slots.markBusy(newcomer);
    expect(gone.socket.destroyed).toBe(true);
  }
  expect(slots.take(open('c'))).toBe(false);
  expect(second.socket.destroyed).toBe(false);
  expect(slots.countDropped()).toEqual({ noRoom: 1, clientShare: 0, gaveWay: 3 });
  expect(slots.countDropped()).toEqual({ noRoom: 0, clientShare: 0, gaveWay: 0 });
});

test('one that has bytes of a request on their way is not idle', () => {
  const slots = createSlots({ connectionsMax: 1, clientMax: 1 });
  const arriving = open('a');
  expect(slots.take(arriving)).toBe(true);
  arriving.bytesWhenIdle = -1;
  expect(slots.take(open('b'))).toBe(false);
  expect(arriving.socket.destroyed).toBe(false);
});

test("a network's share is freed with its connections, and a trusted proxy has none to use up", () => {
  const slots = createSlots({ connectionsMax: 100, clientMax: 2 });
  const held = [open('a'), open('a')];
  for (const connection of held) {
    expect(slots.take(connection)).toBe(true);
    slots.markBusy(connection);
  }
  expect(slots.take(open('a'))).toBe(false);
  for (let count = 0; count < 10; count++) {
    const ofProxy = open();
    expect(slots.take(ofProxy)).toBe(true);
    slots.markBusy(ofProxy);
  }
  slots.release(held[0] as Connection);
  slots.release(held[0] as Connection);
  expect(slots.take(open('a'))).toBe(true);
  expect(slots.count()).toBe(12);
});
