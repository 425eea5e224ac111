// Background work: done by the one who holds the lease, seen to be alive, and left to itself where it hangs.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { type Job, type JobLease, type Jobs, type LeaseSigns, startJobs } from './run-jobs.ts';
import type { Turn } from './watched-work.ts';

const silenceMsMax = 60_000;
const never = () => new Promise<void>(() => {});

let clock: ManualClock;
let isHolder: boolean;
let signs: LeaseSigns;
let released: number;
let abandoned: string[];
let faults: string[];
let jobs: Jobs | undefined;
const lease: JobLease = {
  hold: async (given) => {
    signs = given;
    return isHolder;
  },
  release: async () => void released++,
};

beforeEach(() => {
  clock = createManualClock();
  [isHolder, signs, released, abandoned, faults, jobs] = [true, {}, 0, [], [], undefined];
});
afterEach(() => jobs?.stop());

function start(...all: Job[]): Jobs {
  jobs = startJobs({
    lease,
    jobs: all,
    clock,
    onFault: (job) => faults.push(job),
    onAbandoned: (job, why) => abandoned.push(`${job} ${why}`),
    silenceMsMax,
    stopMsMax: 20,
    everyMs: 5,
  });
  return jobs;
}
const toJob = (name: string, run: Job['run']): Job => ({ name, hasWork: async () => true, run });
const heartbeatOf = (name: string) => jobs?.heartbeats().get(name) ?? 0;

it('a job that hangs is told to end, told of, and begun anew; the others never waited for it', async () => {
  const turns: Turn[] = [];
  let others = 0;
  start(
    toJob('hung', (turn) => {
      turns.push(turn);
      return never();
    }),
    toJob('other', async () => void others++),
  );
  await expect.poll(() => turns.length).toBe(1);
  const startedMs = clock.nowMs();
  clock.advance(silenceMsMax);
  const before = others;
  await expect.poll(() => others).toBeGreaterThan(before + 2);
  expect([abandoned, turns[0]?.signal.aborted]).toEqual([[], false]);
  expect([heartbeatOf('hung'), heartbeatOf('other')]).toEqual([startedMs, clock.nowMs()]);
  clock.advance(1);
  await expect.poll(() => turns.length).toBe(2);
  expect([abandoned, turns[0]?.signal.aborted]).toEqual([['hung silent'], true]);
  // That it was begun anew is no sign that it works, and neither is one of the abandoned turn.
  turns[0]?.beat();
  expect(heartbeatOf('hung')).toBe(startedMs);
});

it('a job that gives signs is not taken for hung, however long it takes', async () => {
  let turn: Turn | undefined;
  const end = Promise.withResolvers<void>();
  start(
    toJob('long', async (given) => {
      turn = given;
      await end.promise;
    }),
  );
  await expect.poll(() => turn).toBeDefined();
  for (let round = 0; round < 4; round++) {
    clock.advance(silenceMsMax);
    turn?.beat();
    await expect.poll(() => signs['long']).toBe(clock.nowMs());
  }
  expect([abandoned, heartbeatOf('long')]).toEqual([[], clock.nowMs()]);
  end.resolve();
});

it('what a job has begun is watched over on its own, and one piece that hangs speaks for its job', async () => {
  let begun = 0;
  const ended: string[] = [];
  start(
    toJob('many', async (turn) => {
      if (begun++ > 0) return;
      void turn.begin(never).then(() => ended.push('hung'));
      void turn.begin(async () => {}).then(() => ended.push('quick'));
    }),
  );
  await expect.poll(() => ended).toEqual(['quick']);
  const startedMs = clock.nowMs();
  clock.advance(1_000);
  const looks = begun;
  await expect.poll(() => begun).toBeGreaterThan(looks + 2);
  expect(heartbeatOf('many')).toBe(startedMs);
  clock.advance(silenceMsMax);
  await expect.poll(() => ended).toEqual(['quick', 'hung']);
  await expect.poll(() => heartbeatOf('many')).toBe(clock.nowMs());
});

it('a stop ends what obeys, abandons what does not, and gives the lease back', async () => {
  let obeyed = false;
  let isHung = false;
  const running = start(
    toJob('obedient', ({ signal }) => {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          obeyed = true;
          resolve();
        });
      });
    }),
    toJob('hung', () => {
      isHung = true;
      return never();
    }),
  );
  await expect.poll(() => isHung).toBe(true);
  await running.stop();
  expect({ obeyed, abandoned, released }).toEqual({ obeyed: true, abandoned: ['hung stop'], released: 1 });
});

it('a process that has lost its lease ends what it was doing', async () => {
  let turn: Turn | undefined;
  start(
    toJob('frozen', async (given) => {
      turn = given;
      await never();
    }),
  );
  await expect.poll(() => turn).toBeDefined();
  expect(turn?.signal.aborted).toBe(false);
  isHolder = false;
  await expect.poll(() => turn?.signal.aborted).toBe(true);
});

it('nothing is begun without the lease, and a job that fails gives no sign', async () => {
  isHolder = false;
  let runs = 0;
  start(
    toJob('job', async () => {
      runs++;
      throw new Error('x');
    }),
  );
  const startedMs = clock.nowMs();
  clock.advance(1);
  await expect.poll(() => heartbeatOf('job')).toBe(clock.nowMs());
  expect(runs).toBe(0);
  isHolder = true;
  await expect.poll(() => faults).toEqual(['job']);
  clock.advance(1_000);
  expect(heartbeatOf('job')).toBe(startedMs + 1);
});
