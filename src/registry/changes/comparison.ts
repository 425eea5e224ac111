// Compares two snapshots for a list of companies in a thread of its own, so that no answer waits for it, and no faster than the
// changes are taken.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryComparer, SnapshotName } from '../../app/watches/ports.ts';
import { startThreadConversation } from '../../datasets/thread-conversation.ts';
import type { CompanyChange } from '../../domain/company/company-change.ts';
import { readManifest } from '../snapshot/manifest.ts';
import { toRegistryPaths } from '../snapshot/registry-paths.ts';
import type { ComparisonNews, ComparisonOrder } from './comparison-thread.ts';
import { toKeyWords } from './watched-keys.ts';

interface ComparerOptions {
  readonly directory: string;
  /** The service answers from this snapshot. */
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
      return {
        before: readSnapshotName(order.before),
        after: readSnapshotName(order.after),
        changes: run(order, signal),
      };
    },
  };
}

function readSnapshotName(folder: string): SnapshotName {
  const { id, data_as_of } = readManifest(folder);
  return { id, dataAsOf: data_as_of };
}

async function* run(order: ComparisonOrder, signal: AbortSignal): AsyncGenerator<readonly CompanyChange[]> {
  const thread = new URL('./comparison-thread.ts', import.meta.url);
  const options = { workerData: order, transferList: [order.words.buffer], signal };
  const conversation = startThreadConversation<ComparisonNews>(thread, options, (error) => ({
    kind: 'failed',
    reason: error?.message ?? 'The comparison was stopped.',
  }));
  try {
    for (;;) {
      signal.throwIfAborted();
      const news = await conversation.ask('next');
      if (news.kind === 'failed') throw new Error(news.reason);
      if (news.kind === 'done') return;
      yield news.changes;
    }
  } finally {
    await conversation.end();
  }
}
