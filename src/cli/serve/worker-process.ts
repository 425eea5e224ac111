// One worker as the watching process sees it: started, serving or refused, asked, told to stop, gone.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { DashboardReport, DashboardView } from '../../app/dashboard/dashboard.ts';
import type { LimitMember } from '../../compose/service/limits/limits.ts';
import type { QuestionMember } from '../../compose/service/questions.ts';
import type { MetricsSnapshot } from '../../compose/telemetry/operators.ts';
import type { ExitCode } from '../../errors.ts';
import { createLine } from './line.ts';
import type { Orders, ParentNote, ParentQuestion, WorkerNote, WorkerQuestion } from './messages.ts';
import type { SandboxKey } from './welcome.ts';

/** The result of the attempt to begin. */
export type Beginning =
  | { readonly kind: 'serving'; readonly sandboxKey: SandboxKey }
  | { readonly kind: 'refused'; readonly reason: string; readonly exitCode: ExitCode };

export interface WorkerProcess {
  readonly pid: number;
  readonly begun: Promise<Beginning>;
  /** `ended` resolves with the words that tell the log how the process ended. */
  readonly ended: Promise<string>;
  snapshot(): Promise<MetricsSnapshot>;
  readStatus(): Promise<object>;
  /** Returns the counts that the worker gave at the last request or at its farewell. */
  lastCounts(): MetricsSnapshot;
  stop(why: 'replaced' | 'stopping'): void;
  kill(): void;
}

interface WorkerOptions {
  readonly orders: Omit<Orders, 'descriptors'>;
  readonly sockets: readonly number[];
  readonly limits: LimitMember;
  readonly questions: QuestionMember;
  readonly dashboard: {
    report(report: DashboardReport): void;
    read(fromMs: number): DashboardView;
  };
}

const entry = new URL('./worker.ts', import.meta.url);
const answerDeadlineMs = 2_000;
/** A start takes about a second. One that takes this long will not come. */
const beginDeadlineMs = 60_000;
/** After the three that every process has, and the line. */
const firstSocket = 4;

export function startWorker({ orders, sockets, limits, questions, dashboard }: WorkerOptions): WorkerProcess {
  const child: ChildProcess = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...sockets] });
  let counts: MetricsSnapshot = [];
  const begin = Promise.withResolvers<Beginning>();

  const line = createLine<ParentNote, ParentQuestion, WorkerNote, WorkerQuestion>({
    end: child,
    onNote: (note) => {
      if (note.kind === 'farewell') counts = note.counts;
      else if (note.kind === 'leave') limits.leave(note.ids);
      else if (note.kind === 'asking') questions.tell(note.message);
      else if (note.kind === 'report') dashboard.report(note.report);
      else begin.resolve(note);
    },
    answer: async (question) => {
      switch (question.kind) {
        case 'count':
          return limits.count(question.counter, question.hits);
        case 'enter':
          return limits.enter(question.entries);
        case 'take':
          return questions.take(question.message);
        case 'dashboard':
          return dashboard.read(question.fromMs);
      }
    },
  });
  const descriptors = sockets.map((_, index) => firstSocket + index);
  void line.note({ kind: 'begin', ...orders, descriptors });
  const late = setTimeout(() => child.kill('SIGKILL'), beginDeadlineMs);
  // When the system cannot start it at all, there is an error and no exit.
  const gone = Promise.race([
    once(child, 'exit').then(([code, signal]) => (signal === null ? `code ${code}` : String(signal))),
    once(child, 'error').then(([error]) => `fault ${(error as NodeJS.ErrnoException).code}`),
  ]);
  child.on('error', () => {});
  const ended = gone.then((how) => {
    clearTimeout(late);
    limits.leaveAll();
    questions.leaveAll();
    begin.resolve({ kind: 'refused', reason: `A worker ended with ${how} before it could serve.`, exitCode: 1 });
    return how;
  });
  void begin.promise.then(() => clearTimeout(late));

  return {
    pid: child.pid ?? 0,
    begun: begin.promise,
    ended,
    snapshot: async () => {
      counts = (await line.ask({ kind: 'snapshot' }, answerDeadlineMs)) as MetricsSnapshot;
      return counts;
    },
    readStatus: async () => (await line.ask({ kind: 'status' }, answerDeadlineMs)) as object,
    lastCounts: () => counts,
    stop: (why) => void line.note({ kind: 'stop', why }),
    kill: () => void child.kill('SIGKILL'),
  };
}
