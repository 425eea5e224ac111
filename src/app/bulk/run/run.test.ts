import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import { completeCpf } from '../../../domain/numbers/cpf.ts';
import type { Question } from '../question.ts';
import { plainCsv, type Row } from '../table.ts';
import type { AskResult, Outcome } from './outcome.ts';
import { createResultWriter } from './results.ts';
import { type BadRow, type Checkpoint, type Journal, RunStopped, runBulk } from './run.ts';
import { createRunCounts } from './run-counts.ts';

const cpfs = Array.from({ length: 40 }, (_, index) => completeCpf(String(100_000_000 + index)));
const answered = (question: Question, isReplayed = false): AskResult => ({
  kind: 'answered',
  body: {
    request_id: 'req_1',
    status: 'verified',
    cpf: question.kind === 'cpf' ? question.cpf : '',
    risk_level: 'low',
  },
  isReplayed,
});
const always: AskFake = (question) => answered(question);
const wait = (code: string, afterMs: number, more: object = {}): AskResult => ({
  kind: 'wait',
  code,
  detail: `${code}.`,
  afterMs,
  isBusy: true,
  counts: false,
  ...more,
});

function createJournal(start?: Checkpoint, kept: ReadonlyMap<number, Outcome> = new Map()) {
  const lines: { at: Checkpoint; pending: ReadonlyMap<number, Outcome> }[] = [];
  const noted = new Map<number, Outcome>();
  const journal: Journal = {
    runId: 'run',
    start: start ?? { rows: 0, bytes: 0, counts: createRunCounts() },
    kept,
    keep: (place, outcome) => void noted.set(place, outcome),
    checkpoint: async (at, pending) => void lines.push({ at: structuredClone(at), pending: new Map(pending) }),
  };
  return { journal, noted, last: () => lines.at(-1) };
}

type AskFake = (question: Question, key: string, times: number) => AskResult | Promise<AskResult>;

function start(
  numbers: readonly string[],
  ask: AskFake,
  more: { journal?: ReturnType<typeof createJournal>; concurrency?: number; signal?: AbortSignal } = {},
) {
  const clock = createManualClock();
  const kept = more.journal ?? createJournal();
  const asked: string[] = [];
  const keys = new Set<string>();
  const bad: BadRow[] = [];
  const slept: number[] = [];
  const limits: number[] = [];
  let text = '';
  let underWay = 0;
  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield numbers.map((cell, index) => ({ line: index + 2, cells: [cell], text: cell, fault: undefined }));
  }
  const run = runBulk({
    rows: rows(),
    rules: { columns: { cpf: 0 }, today: '2026-11-15', dateOrder: 'dmy' },
    writer: createResultWriter({
      format: 'csv',
      columns: ['cpf'],
      found: { cpf: 0 },
      csv: { ...plainCsv, isSame: true },
      isNdjson: false,
    }),
    ask: async (question, key) => {
      const number = question.kind === 'cpf' ? question.cpf : '';
      asked.push(number);
      keys.add(key);
      limits.push(++underWay);
      await Promise.resolve();
      try {
        return await ask(question, key, asked.filter((other) => other === number).length);
      } finally {
        underWay--;
      }
    },
    journal: kept.journal,
    output: {
      get bytes() {
        return Buffer.byteLength(text) + kept.journal.start.bytes;
      },
      write: async (piece) => {
        text += piece as string;
      },
      sync: async () => {},
    },
    clock,
    sleep: async (ms) => {
      slept.push(ms);
      clock.advance(ms);
    },
    concurrency: more.concurrency ?? 8,
    patienceMs: 600_000,
    signal: more.signal ?? new AbortController().signal,
    onBadRow: (row) => bad.push(row),
    onProgress: () => {},
  });
  const lines = () => text.split('\n').filter((line) => line !== '' && !line.startsWith('cpf'));
  return { run, asked, keys, bad, slept, limits, lines, kept, text: () => text };
}

describe('a run over a table', () => {
  it('writes every row in its place, whichever is answered first, and never asks more at once than it may', async () => {
    const { run, lines, limits } = start(cpfs, async (question) => {
      for (let turns = question.kind === 'cpf' ? Number(question.cpf.slice(-4, -2)) % 7 : 0; turns > 0; turns--)
        await Promise.resolve();
      return answered(question);
    });
    expect(await run).toMatchObject({ rows: 40, answered: 40, risk: { low: 40 } });
    expect(lines().map((line) => line.split(',')[0])).toEqual(cpfs);
    expect(Math.max(...limits)).toBeLessThanOrEqual(8);
  });

  it('says which rows are bad, asks nothing about them, and goes on', async () => {
    const { run, lines, bad, asked } = start([cpfs[0] as string, 'x', '', cpfs[1] as string], always);
    expect(await run).toMatchObject({ rows: 4, answered: 2, bad: 2, faults: { invalid_format: 1, empty_number: 1 } });
    expect(bad.map(({ line }) => line)).toEqual([3, 4]);
    expect(lines()[1]).toMatch(/^x,3,invalid,invalid_format,,,/);
    expect(asked).toHaveLength(2);
  });

  it('asks once about rows that are the same', async () => {
    const { run, keys } = start([cpfs[0], cpfs[0], cpfs[1], cpfs[0]] as string[], (question, _key, times) =>
      answered(question, times > 1),
    );
    expect(await run).toMatchObject({ answered: 4, replayed: 2 });
    expect(keys.size).toBe(2);
  });

  it('waits as long as it is told, asks fewer at once, and asks again under the same key', async () => {
    let refused = 0;
    const { run, keys, slept } = start(cpfs, (question) =>
      refused++ < 8 ? wait('rate_limited', 7000) : answered(question),
    );
    expect(await run).toMatchObject({ answered: 40 });
    expect(slept[0]).toBe(7000);
    expect(keys.size).toBe(40);
  });

  it('goes on when the service was gone for a minute', async () => {
    let gone = 12;
    const { run, slept } = start(cpfs, (question) =>
      gone-- > 0 ? { kind: 'gone', reason: 'ECONNREFUSED' } : answered(question),
    );
    expect(await run).toMatchObject({ answered: 40 });
    expect(Math.max(...slept)).toBeLessThanOrEqual(15_000);
  });

  it('gives a row up that the sources do not answer after five times, and no other', async () => {
    const unlucky = cpfs[3] as string;
    const { run, asked, lines } = start(cpfs, (question) =>
      question.kind === 'cpf' && question.cpf === unlucky
        ? wait('sources_unavailable', 1000, { isBusy: false, counts: true })
        : answered(question),
    );
    expect(await run).toMatchObject({ answered: 39, failed: 1, failures: { sources_unavailable: 1 } });
    expect(asked.filter((number) => number === unlucky)).toHaveLength(5);
    expect(lines()[3]).toContain(',failed,sources_unavailable,');
  });

  it.each([
    ['is gone for longer than its patience', { kind: 'gone', reason: 'ECONNREFUSED' }, 'no answer for'],
    ['asks for more patience than there is', wait('quota_exceeded', 3_600_000), 'wait for 60 minutes'],
    ['refuses the key', { kind: 'stop', sentence: 'The key is not valid.' }, 'The key is not valid.'],
  ] as const)(
    'stops with a sentence when the service %s; what was answered is kept',
    async (_name, result, sentence) => {
      let asked = 0;
      const { run, lines, kept } = start(cpfs, (question) =>
        asked++ < 10 ? answered(question) : (result as AskResult),
      );
      await expect(run).rejects.toThrow(sentence);
      await expect(run).rejects.toBeInstanceOf(RunStopped);
      expect(lines()).toHaveLength(10);
      expect(kept.last()?.at).toMatchObject({ rows: 10, counts: { rows: 10, answered: 10 } });
    },
  );

  it('goes on from its journal, and asks nothing that was answered', async () => {
    const first = start(cpfs, (question) => {
      // The third is never answered, so that those after it wait for their turn.
      return question.kind === 'cpf' && question.cpf === cpfs[2]
        ? { kind: 'stop', sentence: 'stop' }
        : answered(question);
    });
    await expect(first.run).rejects.toThrow('stop');
    const { at } = first.kept.last() as { at: Checkpoint };
    const kept = new Map([...first.kept.noted].filter(([place]) => place >= at.rows));
    const second = start(cpfs, always, { journal: createJournal(at, kept) });
    expect(await second.run).toMatchObject({ rows: 40, answered: 40 });
    expect(first.text() + second.text()).toBe((await whole()).text());
    const both = [...first.asked, ...second.asked].filter((number) => number !== cpfs[2]);
    expect(new Set(both).size).toBe(both.length);
  });

  async function whole() {
    const run = start(cpfs, always);
    await run.run;
    return run;
  }

  it('stops in order when it is told to', async () => {
    const stop = new AbortController();
    let asked = 0;
    const { run, lines } = start(
      cpfs,
      (question) => {
        if (++asked === 5) stop.abort();
        return answered(question);
      },
      { signal: stop.signal, concurrency: 1 },
    );
    await expect(run).rejects.toThrow('The run was stopped.');
    expect(lines().length).toBeLessThan(40);
  });
});
