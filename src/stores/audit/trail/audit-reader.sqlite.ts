// Reads the audit beside a service that answers: the work is done on a thread, which begins with a question and ends when none comes.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { KeptGroup } from '../../../app/audit/groups/group.ts';
import { AppError } from '../../../errors.ts';
import type { AuditQuestions, ReaderAnswer, ReaderQuestion } from './audit-reader-thread.sqlite.ts';
import type { FindAuditSecrets } from './audit-trail.sqlite.ts';

export interface AuditReader extends AuditQuestions {
  close(): Promise<void>;
}

const retryAfterSeconds = 5;
/** A process that stops does not wait for a search through millions of records. */
const closeMsMax = 2_000;
/** The thread takes 10 MB for as long as it lives, and most services ask at their start and once a day. */
const idleMs = 60_000;

/** Throws `audit_unavailable` for what cannot be read; the next question tries anew. */
export function createAuditReader(dataDirectory: string, findSecrets: FindAuditSecrets): AuditReader {
  let thread: Worker | undefined;
  let questions = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();

  function giveUp(fault: string): void {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(toAuditUnavailable(fault));
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./audit-reader-thread.sqlite.ts', import.meta.url), {
      workerData: { dataDirectory },
    });
    started.on('message', ({ id, value, fault }: ReaderAnswer) => {
      const question = waiting.get(id);
      waiting.delete(id);
      if (fault === null) question?.resolve(value);
      else question?.reject(toAuditUnavailable(fault));
      if (waiting.size === 0) idle = setTimeout(rest, idleMs).unref();
    });
    started.on('error', (error: NodeJS.ErrnoException) => thread === started && giveUp(error.code ?? error.name));
    started.on('exit', () => thread === started && giveUp('ended'));
    // A service that stops does not wait for somebody's search.
    started.unref();
    return started;
  }

  function rest(): void {
    thread?.postMessage('close');
    thread = undefined;
  }

  function ask(name: keyof AuditQuestions, ...given: readonly unknown[]): Promise<never> {
    clearTimeout(idle);
    thread ??= start();
    const id = ++questions;
    thread.postMessage({ id, ask: name, given, secrets: findSecrets() } satisfies ReaderQuestion);
    return new Promise((resolve, reject) => waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }));
  }

  return {
    find: (filter, page) => ask('find', filter, page),
    search: (filter, page) => ask('search', filter, page),
    findGroup: async (chain, sequence) => toBuffers(await ask('findGroup', chain, sequence)),
    // Of one stretch between two signed heads.
    async *pages(stretch) {
      yield* (await (ask('pages', stretch) as Promise<readonly (readonly KeptGroup[])[]>)).map((page) =>
        page.map(toBuffers),
      );
    },
    findHead: (place) => ask('findHead', place),
    findPolicy: (hash) => ask('findPolicy', hash),
    lastHeads: () => ask('lastHeads'),
    async close() {
      clearTimeout(idle);
      const ending = thread;
      giveUp('closed');
      if (ending === undefined) return;
      const ended = once(ending, 'exit').catch(() => {});
      // It ends by itself: a thread that is ended in the middle of a statement can take the whole process with it.
      ending.postMessage('close');
      const late = setTimeout(() => void ending.terminate(), closeMsMax);
      await ended;
      clearTimeout(late);
    },
  };
}

/** A buffer arrives as plain bytes. */
function toBuffers<Value>(value: Value): Value {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toBuffers(each)])) as Value;
}

function toAuditUnavailable(fault: string): AppError<'audit_unavailable'> {
  return new AppError('audit_unavailable', { retryAfterSeconds, internal: `the audit cannot be read (${fault})` });
}
