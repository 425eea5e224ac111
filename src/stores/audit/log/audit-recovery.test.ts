import { expect, test } from 'vitest';
import { createAuditRecovery } from './audit-recovery.ts';

function start({ mayFlap = true } = {}) {
  let nowMs = 0;
  const recovery = createAuditRecovery({ monotonicMs: () => nowMs, random: () => 0.5, mayFlap });
  return { recovery, advance: (ms: number) => (nowMs += ms) };
}

test('a fault lasts until a probe has succeeded, whatever else was written meanwhile', () => {
  const { recovery } = start();
  expect(recovery.fault()).toBeNull();
  expect(recovery.failed('SQLITE_FULL')).toBe(true);
  expect(recovery.failed('SQLITE_FULL')).toBe(false);
  recovery.probeFailed();
  expect(recovery.fault()).toBe('SQLITE_FULL');
  expect(recovery.probeSucceeded()).toBe(true);
  expect(recovery.fault()).toBeNull();
});

test('the pause between probes grows up to its bound, and begins anew with the next fault', () => {
  const { recovery } = start();
  recovery.failed('SQLITE_FULL');
  const pauses = Array.from({ length: 6 }, () => {
    const pause = recovery.pauseMs();
    recovery.probeFailed();
    return pause;
  });
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  recovery.probeSucceeded();
  recovery.failed('SQLITE_FULL');
  expect(recovery.pauseMs()).toBe(1_000);
});

test('processes do not probe at the same moment', () => {
  const pauses = [0, 0.999].map((share) =>
    createAuditRecovery({ monotonicMs: () => 0, random: () => share, mayFlap: true }).pauseMs(),
  );
  expect(pauses).toEqual([750, expect.closeTo(1_249.5)]);
});

test('an audit that fails again soon after must prove itself for longer each time', () => {
  const { recovery, advance } = start();
  const provenForMs: number[] = [];
  for (let round = 0; round < 7; round++) {
    recovery.failed('SQLITE_FULL');
    let waitedMs = 0;
    while (!recovery.probeSucceeded()) {
      advance(1_000);
      waitedMs += 1_000;
    }
    provenForMs.push(waitedMs);
    advance(100);
  }
  expect(provenForMs).toEqual([0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

test('one that stayed writable for a while is believed at the first probe again', () => {
  const { recovery, advance } = start();
  recovery.failed('SQLITE_FULL');
  recovery.probeSucceeded();
  recovery.failed('SQLITE_FULL');
  expect(recovery.probeSucceeded()).toBe(false);
  advance(5_000);
  expect(recovery.probeSucceeded()).toBe(true);
  advance(60_000);
  recovery.failed('SQLITE_FULL');
  expect(recovery.probeSucceeded()).toBe(true);
});

test('a write that fails among probes that succeed begins the proof anew', () => {
  const { recovery, advance } = start();
  recovery.failed('SQLITE_FULL');
  recovery.probeSucceeded();
  recovery.failed('SQLITE_FULL');
  recovery.probeSucceeded();
  advance(4_000);
  recovery.failed('SQLITE_FULL');
  advance(4_000);
  expect(recovery.probeSucceeded()).toBe(false);
});

test('a server is asked once a second at least, and believed at once however often it was gone', () => {
  const { recovery, advance } = start({ mayFlap: false });
  for (let round = 0; round < 3; round++) {
    recovery.failed('STORE_UNREACHABLE');
    for (let probe = 0; probe < 9; probe++) {
      expect(recovery.pauseMs()).toBeLessThanOrEqual(1_000);
      recovery.probeFailed();
    }
    expect(recovery.probeSucceeded()).toBe(true);
    advance(100);
  }
});
