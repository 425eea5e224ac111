// Compares two snapshots for a list of companies in a thread of its own, so that no answer waits for it, and no faster than the
// changes are taken.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RegistryComparer, SnapshotName } from '../../app/watches/ports.ts';
import type { CompanyChange } from '../../domain/company/company-change.ts';
import { readManifest } from '../snapshot/manifest.ts';
import { toRegistryPaths } from '../snapshot/registry-paths.ts';
import type { ComparisonNews, ComparisonOrder } from './comparison-thread.ts';
import { toKeyWords } from './watched-keys.ts';

interface ComparerOptions {
  readonly directory: string;
  /** What the service answers from. */
  readonly findLive: () => SnapshotName | undefined;
  readonly youngCompanyDays: number;
}

export function createRegistryComparer(options: ComparerOptions): RegistryComparer {
  const { directory, findLive, youngCompanyDays } = options;
  const toFolder = (id: string) => join(toRegistryPaths(directory).snapshots, id);
  return {
    findLive,
    async compare(before, after, numbers, signal) {
      if (!existsSync(toFolder(before))) return undefined;
      const parts: Uint32Array<ArrayBuffer>[] = [];
      for await (const some of numbers) parts.push(toKeyWords(some));
      const words = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        words.set(part, at);
        at += part.length;
      }
      const order = { before: toFolder(before), after: toFolder(after), words, youngCompanyDays };
      return { before: describe(order.before), after: describe(order.after), changes: run(order, signal) };
    },
  };
}

function describe(folder: string): SnapshotName {
  const { id, data_as_of } = readManifest(folder);
  return { id, dataAsOf: data_as_of };
}

async function* run(order: ComparisonOrder, signal: AbortSignal): AsyncGenerator<readonly CompanyChange[]> {
  const url = new URL('./comparison-thread.ts', import.meta.url);
  const worker = new Worker(url, { workerData: order, transferList: [order.words.buffer] });
  worker.unref();
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    const ask = createAsk(worker);
    for (;;) {
      signal.throwIfAborted();
      const news = await ask();
      if (news.kind === 'failed') throw new Error(news.reason);
      if (news.kind === 'done') return;
      yield news.changes;
    }
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}

/**
 * The listeners stay for as long as the thread does: `removeAllListeners` between two questions would take Node's own with it, and
 * no message would ever come again.
 */
function createAsk(worker: Worker): () => Promise<ComparisonNews> {
  let asked: PromiseWithResolvers<ComparisonNews> | undefined;
  let failure: ComparisonNews | undefined;
  const fail = (reason: string) => {
    failure ??= { kind: 'failed', reason };
    asked?.resolve(failure);
  };
  worker.on('message', (news: ComparisonNews) => asked?.resolve(news));
  worker.on('error', (error) => fail((error as Error).message));
  worker.on('exit', () => fail('The comparison was stopped.'));
  return async () => {
    if (failure !== undefined) return failure;
    asked = Promise.withResolvers();
    worker.postMessage('next');
    return asked.promise;
  };
}
