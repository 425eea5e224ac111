// A conversation with a thread: it answers in the order of the questions, or says something by itself.

import { Worker, type WorkerOptions } from 'node:worker_threads';

export interface ThreadConversation<News> {
  /** Resolves with the next message that the thread sends by itself. */
  next(): Promise<News>;
  ask(question: unknown): Promise<News>;
  end(): Promise<void>;
}

interface ThreadOptions extends WorkerOptions {
  /** The thread ends with it. */
  readonly signal?: AbortSignal;
}

/**
 * The talk never hangs: a caller gets the failure of a thread that breaks, is stopped or cannot be started. The listeners stay for as long as the
 * thread does: `removeAllListeners` between two questions would remove Node's own, and no message would ever come again.
 */
export function startThreadConversation<News>(
  thread: URL,
  { signal, ...options }: ThreadOptions,
  toFailure: (error: Error | undefined) => News,
): ThreadConversation<News> {
  const waiting: PromiseWithResolvers<News>[] = [];
  let failed: Promise<News> | undefined;
  const fail = (error?: unknown): void => {
    failed ??= Promise.resolve(toFailure(error instanceof Error ? error : undefined));
    for (const { resolve } of waiting.splice(0)) resolve(failed);
  };
  let worker: Worker | undefined;
  try {
    worker = new Worker(thread, options);
    worker.unref();
    worker.on('message', (news: News) => waiting.shift()?.resolve(news));
    worker.on('error', fail);
    worker.on('exit', () => fail());
  } catch (error) {
    fail(error);
  }
  const stop = () => void worker?.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  const next = (): Promise<News> => {
    if (failed !== undefined) return failed;
    const answer = Promise.withResolvers<News>();
    waiting.push(answer);
    return answer.promise;
  };
  return {
    next,
    ask(question) {
      worker?.postMessage(question);
      return next();
    },
    async end() {
      signal?.removeEventListener('abort', stop);
      await worker?.terminate();
    },
  };
}
