// One of several processes that serve the same port. It begins and stops when the process that started it says so, and ends
// when that one is gone: nobody would count its requests, replace it or stop it any more.

import { flushCompileCache } from 'node:module';
import type { DashboardView } from '../../app/dashboard/dashboard.ts';
import { systemClock } from '../../clock.ts';
import { createSharedLimits, type Grant } from '../../compose/service/limits/limits.ts';
import { type Acceptors, openInheritedListener } from '../../compose/service/listener.ts';
import { createSharedQuestions, type TakeReply } from '../../compose/service/questions.ts';
import { createService, type RunningService } from '../../compose/service/service.ts';
import { toStack } from '../../errors.ts';
import { findOperatorFault } from '../operator-fault.ts';
import { createLine } from './line.ts';
import type { Orders, ParentNote, ParentQuestion, WorkerNote, WorkerQuestion } from './messages.ts';
import { retire, stopServing } from './retire.ts';
import { die, ignoreLostOutput } from './signals.ts';

/** Then it goes by its share of the limit. A parent that is merely busy answers within a few milliseconds. */
const limitDeadlineMs = 1_000;
const dashboardDeadlineMs = 5_000;

let running: { readonly service: RunningService; readonly acceptors: Acceptors } | undefined;
let stopping = false;

const line = createLine<WorkerNote, WorkerQuestion, ParentNote, ParentQuestion>({
  end: process,
  onNote: (note) => {
    if (note.kind === 'begin') void beginWork(note);
    else void stop(note.why);
  },
  answer: async ({ kind }) => {
    if (running === undefined) throw new Error('Not serving yet');
    return kind === 'snapshot' ? running.service.snapshot() : running.service.readStatus();
  },
});

ignoreLostOutput();
// A terminal sends these to all that run in it; the one that watches decides what they mean.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGUSR1', () => {});
process.on('SIGTERM', () => void stop('stopping'));
process.on('disconnect', () => void stop('replaced'));

const askAboutLimits = (question: WorkerQuestion) => line.ask(question, limitDeadlineMs);

async function beginWork({ config, version, worker, workers, descriptors }: Orders): Promise<void> {
  try {
    const limits = createSharedLimits({
      clock: systemClock,
      processes: workers,
      count: (counter, hits) => askAboutLimits({ kind: 'count', counter, hits }) as Promise<readonly Grant[]>,
      enter: (entries) => askAboutLimits({ kind: 'enter', entries }) as Promise<readonly boolean[]>,
      leave: (ids) => void line.note({ kind: 'leave', ids }),
    });
    const service = await createService(config, {
      logDescriptor: 1,
      version,
      limits,
      questions: createSharedQuestions({
        ask: (message) => line.ask({ kind: 'take', message }, limitDeadlineMs) as Promise<TakeReply>,
        tell: (message) => void line.note({ kind: 'asking', message }),
      }),
      dashboard: {
        report: (report) => void line.note({ kind: 'report', report }),
        read: (fromMs) => line.ask({ kind: 'dashboard', fromMs }, dashboardDeadlineMs) as Promise<DashboardView>,
      },
      processes: workers,
      isHousekeeper: worker === 1,
    });
    process.on('uncaughtException', (error) => die(service.logger, error));
    const acceptors = await openInheritedListener(descriptors);
    running = { service, acceptors };
    await service.serve(acceptors);
    await line.note({ kind: 'serving', sandboxKey: service.sandboxKey });
    flushCompileCache();
  } catch (error) {
    const fault = findOperatorFault(error);
    const reason = fault?.message ?? `Confere failed unexpectedly; please report this.\n${toStack(error)}`;
    await line.note({ kind: 'refused', reason, exitCode: fault?.exitCode ?? 70 });
    process.exit(1);
  }
}

async function stop(why: 'replaced' | 'stopping'): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (running === undefined) process.exit(0);
  const { service, acceptors } = running;
  try {
    if (why === 'replaced') {
      // The others accept from the same sockets: whoever waits there is served.
      void acceptors.close();
      await retire(service);
    } else await stopServing(service, acceptors);
    await line.note({ kind: 'farewell', counts: await service.snapshot() });
    process.exit(0);
  } catch (error) {
    die(service.logger, error);
  }
}
