import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { type Breaker, type BreakerSettings, type BreakerState, createBreaker, type Permit } from './breaker.ts';

const settings: BreakerSettings = {
  consecutiveFailures: 10,
  failurePercent: 50,
  minimumCalls: 20,
  windowMs: 10_000,
  openMs: 5000,
  openMaxMs: 60_000,
};

function start(overrides: Partial<BreakerSettings> = {}, random = 0.5) {
  const clock = createManualClock();
  const states: BreakerState[] = [];
  const breaker = createBreaker({
    settings: { ...settings, ...overrides },
    clock,
    random: () => random,
    onChange: (state) => states.push(state),
  });
  return { breaker, clock, states };
}

function permitOf(breaker: Breaker): Permit {
  const permit = breaker.findPermit();
  if (permit === undefined) throw new Error('the circuit is open');
  return permit;
}

function failTimes(breaker: Breaker, times: number): void {
  for (let call = 0; call < times; call++) permitOf(breaker).failed();
}

describe('a breaker', () => {
  it('opens on ten consecutive failures and not on nine', () => {
    const { breaker } = start();
    failTimes(breaker, 9);
    permitOf(breaker).succeeded();
    failTimes(breaker, 9);
    expect(breaker.state).toBe('closed');
    failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
    expect(breaker.findPermit()).toBeUndefined();
  });

  it('refuses until its time is over, and not until somebody asks', () => {
    const { breaker, clock } = start();
    expect(breaker.isRefusing).toBe(false);
    failTimes(breaker, 10);
    clock.advance(4999);
    expect(breaker.isRefusing).toBe(true);
    clock.advance(1);
    expect([breaker.isRefusing, breaker.state]).toEqual([false, 'open']);
  });

  it('opens when half of at least twenty calls in ten seconds failed', () => {
    const { breaker } = start();
    for (let pair = 0; pair < 9; pair++) {
      permitOf(breaker).succeeded();
      permitOf(breaker).failed();
    }
    permitOf(breaker).succeeded();
    expect(breaker.state).toBe('closed');
    permitOf(breaker).failed();
    expect(breaker.state).toBe('open');
  });

  it('does not open by a share below the limit, however many calls there were', () => {
    const { breaker } = start();
    for (let call = 0; call < 500; call++) {
      permitOf(breaker).succeeded();
      permitOf(breaker).failed();
      permitOf(breaker).succeeded();
    }
    expect(breaker.state).toBe('closed');
  });

  it.each([
    [20, 4],
    [75, 15],
    [100, 20],
  ])('opens at %i percent of twenty calls exactly when %i of them failed', (failurePercent, failures) => {
    const { breaker } = start({ failurePercent, consecutiveFailures: 1000 });
    for (let call = 0; call < 20 - failures; call++) permitOf(breaker).succeeded();
    failTimes(breaker, failures - 1);
    expect(breaker.state).toBe('closed');
    failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it('counts what its calls came to over the whole window, tenth by tenth, and drops the oldest tenth first', () => {
    const { breaker, clock } = start({ consecutiveFailures: 1000 });
    for (let tenth = 0; tenth < 10; tenth++) {
      failTimes(breaker, tenth === 9 ? 1 : 2);
      if (tenth < 9) clock.advance(1000);
    }
    expect(breaker.state).toBe('closed');
    clock.advance(1000);
    // The first two are gone: nineteen in the window and the one now make twenty again, no sooner.
    failTimes(breaker, 2);
    expect(breaker.state).toBe('closed');
    failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it('begins with an empty window after a recovery', () => {
    const { breaker, clock } = start({ consecutiveFailures: 1000 });
    failTimes(breaker, 20);
    expect(breaker.state).toBe('open');
    clock.advance(5000);
    permitOf(breaker).succeeded();
    failTimes(breaker, 19);
    expect(breaker.state).toBe('closed');
    failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it('does not count a call whose caller gave up', () => {
    const { breaker } = start();
    failTimes(breaker, 9);
    for (let call = 0; call < 50; call++) permitOf(breaker).abandoned();
    expect(breaker.state).toBe('closed');
    failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it('pauses a minute at most however long a party stays away', () => {
    const { breaker, clock } = start();
    failTimes(breaker, 10);
    for (let probe = 0; probe < 2000; probe++) {
      clock.advance(60_000);
      permitOf(breaker).failed();
    }
    clock.advance(59_999);
    expect(breaker.findPermit()).toBeUndefined();
    clock.advance(1);
    expect(breaker.findPermit()?.isProbe).toBe(true);
  });

  it('gives ordinary permits while it is closed', () => {
    expect(start().breaker.findPermit()).toMatchObject({ isProbe: false });
  });

  it('forgets failures that are older than its window', () => {
    const { breaker, clock } = start({ consecutiveFailures: 1000 });
    failTimes(breaker, 19);
    clock.advance(10_001);
    failTimes(breaker, 19);
    expect(breaker.state).toBe('closed');
    failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it('lets a single probe through when its pause is over, and closes on its success', () => {
    const { breaker, clock, states } = start();
    failTimes(breaker, 10);
    clock.advance(4999);
    expect(breaker.findPermit()).toBeUndefined();
    clock.advance(1);
    const probe = permitOf(breaker);
    expect(probe.isProbe).toBe(true);
    expect(breaker.findPermit()).toBeUndefined();
    probe.succeeded();
    expect(breaker.state).toBe('closed');
    expect(states).toEqual(['open', 'half_open', 'closed']);
  });

  it('pauses twice as long after every failed probe, up to a minute', () => {
    const { breaker, clock } = start();
    failTimes(breaker, 10);
    for (const pauseMs of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      clock.advance(pauseMs - 1);
      expect(breaker.findPermit()).toBeUndefined();
      clock.advance(1);
      permitOf(breaker).failed();
    }
  });

  it('begins again with the short pause after a recovery', () => {
    const { breaker, clock } = start();
    failTimes(breaker, 10);
    clock.advance(5000);
    permitOf(breaker).failed();
    clock.advance(10_000);
    permitOf(breaker).succeeded();
    failTimes(breaker, 10);
    clock.advance(5000);
    expect(breaker.findPermit()?.isProbe).toBe(true);
  });

  it('spreads its probes by a quarter in both directions', () => {
    for (const [random, pauseMs] of [
      [0, 3750],
      [0.999_999, 6250],
    ] as const) {
      const { breaker, clock } = start({}, random);
      failTimes(breaker, 10);
      clock.advance(pauseMs - 2);
      expect(breaker.findPermit()).toBeUndefined();
      clock.advance(2);
      expect(breaker.findPermit()).toBeDefined();
    }
  });

  it('lets another probe through at once when the caller of the first gave up', () => {
    const { breaker, clock } = start();
    failTimes(breaker, 10);
    clock.advance(5000);
    permitOf(breaker).abandoned();
    expect(breaker.state).toBe('open');
    const second = permitOf(breaker);
    expect(second.isProbe).toBe(true);
    // The one that was given up is not held against the party: this is its first failed probe.
    second.failed();
    clock.advance(9999);
    expect(breaker.findPermit()).toBeUndefined();
    clock.advance(1);
    expect(breaker.findPermit()?.isProbe).toBe(true);
  });

  it('does not count the late result of a call that began before it opened', () => {
    const { breaker, clock } = start();
    const [slow, slower] = [permitOf(breaker), permitOf(breaker)];
    failTimes(breaker, 10);
    slow.succeeded();
    expect(breaker.state).toBe('open');
    clock.advance(5000);
    permitOf(breaker).succeeded();
    slower.failed();
    failTimes(breaker, 9);
    expect(breaker.state).toBe('closed');
  });

  it('does not open by any number of unusable answers in a row below the minimum of calls, and by half of them above it', () => {
    const { breaker } = start();
    for (let call = 0; call < 19; call++) permitOf(breaker).unusable();
    expect(breaker.state).toBe('closed');
    permitOf(breaker).unusable();
    expect(breaker.state).toBe('open');
  });

  it('does not take unusable answers for a success between failures', () => {
    const { breaker } = start({ minimumCalls: 1000 });
    failTimes(breaker, 9);
    permitOf(breaker).unusable();
    failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it('neither closes nor waits longer by a probe whose answer is unusable', () => {
    const { breaker, clock } = start();
    failTimes(breaker, 10);
    clock.advance(5000);
    permitOf(breaker).unusable();
    expect(breaker.state).toBe('open');
    clock.advance(4999);
    expect(breaker.findPermit()).toBeUndefined();
    clock.advance(1);
    expect(breaker.findPermit()?.isProbe).toBe(true);
  });

  it('goes on as if nobody watched when its listener throws', () => {
    const clock = createManualClock();
    const breaker = createBreaker({
      settings,
      clock,
      random: () => 0.5,
      onChange: () => {
        throw new Error('the log is full');
      },
    });
    failTimes(breaker, 10);
    clock.advance(5000);
    permitOf(breaker).succeeded();
    expect(breaker.state).toBe('closed');
  });

  it('does not notice when the calendar jumps', () => {
    const { breaker, clock } = start();
    failTimes(breaker, 10);
    clock.jumpCalendar(-3_600_000);
    clock.advance(5000);
    expect(breaker.findPermit()?.isProbe).toBe(true);
  });
});

type How = 'succeeded' | 'failed' | 'unusable' | 'abandoned';

/** The model states the duties of a breaker as plainly as possible. It remembers every call. */
interface Model {
  nowMs: number;
  state: BreakerState;
  openUntilMs: number;
  openings: number;
  epoch: number;
  calls: { atMs: number; how: How }[];
}

interface Real {
  readonly breaker: Breaker;
  readonly advance: (ms: number) => void;
  readonly held: { permit: Permit; epoch: number }[];
}

const windowed = { ...settings, minimumCalls: 4, consecutiveFailures: 3, windowMs: 1000, openMs: 500, openMaxMs: 3000 };

function openModel(model: Model, openings: number): void {
  model.state = 'open';
  model.openings = openings;
  model.openUntilMs = model.nowMs + Math.min(windowed.openMaxMs, windowed.openMs * 2 ** (openings - 1));
  model.epoch++;
}

class Take implements fc.Command<Model, Real> {
  check = () => true;
  toString = () => 'take';
  run(model: Model, real: Real): void {
    const permit = real.breaker.findPermit();
    const allowed = model.state === 'closed' || (model.state === 'open' && model.nowMs >= model.openUntilMs);
    expect(permit !== undefined).toBe(allowed);
    if (permit === undefined) return;
    expect(permit.isProbe).toBe(model.state === 'open');
    if (model.state === 'open') {
      model.state = 'half_open';
      model.epoch++;
    }
    real.held.push({ permit, epoch: model.epoch });
  }
}

class Finish implements fc.Command<Model, Real> {
  readonly how: How;
  readonly which: number;
  constructor(how: How, which: number) {
    this.how = how;
    this.which = which;
  }
  check = () => true;
  toString = () => `${this.how}(${this.which})`;
  run(model: Model, real: Real): void {
    const [held] = real.held.splice(this.which % Math.max(1, real.held.length), 1);
    if (held === undefined) return;
    held.permit[this.how]();
    if (held.epoch === model.epoch) this.apply(model);
    expect(real.breaker.state).toBe(model.state);
  }
  apply(model: Model): void {
    if (model.state === 'half_open') {
      if (this.how === 'failed') openModel(model, model.openings + 1);
      else if (this.how === 'unusable') openModel(model, model.openings);
      else if (this.how === 'succeeded') Object.assign(model, { state: 'closed', calls: [], epoch: model.epoch + 1 });
      else Object.assign(model, { state: 'open', openUntilMs: model.nowMs, epoch: model.epoch + 1 });
      return;
    }
    if (this.how === 'abandoned') return;
    model.calls.push({ atMs: model.nowMs, how: this.how });
    if (this.how === 'succeeded') return;
    const streak = model.calls.filter(({ how }) => how !== 'unusable').slice(-windowed.consecutiveFailures);
    const slot = (ms: number) => Math.floor(ms / (windowed.windowMs / 10));
    const recent = model.calls.filter(({ atMs }) => slot(atMs) > slot(model.nowMs) - 10);
    const failures = recent.filter(({ how }) => how !== 'succeeded').length;
    const isStreak = streak.length === windowed.consecutiveFailures && streak.every(({ how }) => how === 'failed');
    if (isStreak || (recent.length >= windowed.minimumCalls && failures * 2 >= recent.length)) openModel(model, 1);
  }
}

class Pass implements fc.Command<Model, Real> {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
  check = () => true;
  toString = () => `pass(${this.ms})`;
  run(model: Model, real: Real): void {
    model.nowMs += this.ms;
    real.advance(this.ms);
  }
}

describe('a breaker under any sequence of calls, results and time', () => {
  it('does what the plain model says, and never has two probes at once', () => {
    const commands = fc.commands(
      [
        fc.constant(new Take()),
        fc
          .record({
            how: fc.constantFrom('succeeded', 'failed', 'failed', 'unusable', 'abandoned'),
            which: fc.nat(5),
          } as const)
          .map(({ how, which }) => new Finish(how, which)),
        fc.integer({ min: 1, max: 900 }).map((ms) => new Pass(ms)),
      ],
      { maxCommands: 120 },
    );
    fc.assert(
      fc.property(commands, (sequence) => {
        const clock = createManualClock();
        const breaker = createBreaker({ settings: windowed, clock, random: () => 0.5 });
        const model: Model = {
          nowMs: clock.monotonicMs(),
          state: 'closed',
          openUntilMs: 0,
          openings: 0,
          epoch: 0,
          calls: [],
        };
        fc.modelRun(() => ({ model, real: { breaker, advance: clock.advance, held: [] } }), sequence);
      }),
      { numRuns: 500 },
    );
  });
});
