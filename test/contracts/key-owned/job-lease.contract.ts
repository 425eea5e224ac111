import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JobLease, leaseMs } from '../../../src/app/jobs/run-jobs.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

/** One of the processes that share the work. */
export interface LeaseProcess {
  readonly lease: JobLease;
  /** As a kill ends it: nothing is released. By then others may have it. */
  end(): Promise<void>;
}

export interface LeasePlace {
  /** Starts another process on the same data. */
  start(): Promise<LeaseProcess>;
  /** So much time goes by, besides what the test takes. */
  pass(ms: number): Promise<void>;
}

export function describeJobLease(name: string, createPlace: (clock: ManualClock) => Promise<LeasePlace>): void {
  describe(`the lease of the background work in ${name}`, () => {
    let clock: ManualClock;
    let started: LeaseProcess[];
    let start: () => Promise<LeaseProcess>;
    let place: LeasePlace;
    beforeEach(async () => {
      clock = createManualClock();
      started = [];
      place = await createPlace(clock);
      start = async () => {
        const process = await place.start();
        started.push(process);
        return process;
      };
    });
    afterEach(async () => {
      for (const process of started) await process.end();
    });
    const hold = ({ lease }: LeaseProcess) => lease.hold({ watches: clock.nowMs() });

    it('is one process’s until that process lets go', async () => {
      const [one, two] = [await start(), await start()];
      expect([await hold(one), await hold(two), await hold(one)]).toEqual([true, false, true]);
      await two.lease.release();
      expect([await hold(one), await hold(two)]).toEqual([true, false]);
      await one.lease.release();
      expect([await hold(two), await hold(one)]).toEqual([true, false]);
    });

    it('of those who try at once when its process is gone, one gets it', async () => {
      const [one, two, three] = [await start(), await start(), await start()];
      expect(await hold(one)).toBe(true);
      await one.end();
      started.splice(started.indexOf(one), 1);
      const taken = await Promise.all([hold(two), hold(three)]);
      expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
    });

    it('a process that lives and does not renew it loses it by time, and is told so', async () => {
      const [hung, other] = [await start(), await start()];
      expect(await hold(hung)).toBe(true);
      await place.pass(leaseMs / 2);
      expect(await hold(other)).toBe(false);
      await place.pass(leaseMs / 2);
      expect([await hold(other), await hold(hung)]).toEqual([true, false]);
    });

    it('a process that renews it keeps it for as long as it does', async () => {
      const [one, other] = [await start(), await start()];
      for (let round = 0; round < 5; round++) {
        expect([await hold(one), await hold(other)]).toEqual([true, false]);
        await place.pass(leaseMs / 2);
      }
    });
  });
}
