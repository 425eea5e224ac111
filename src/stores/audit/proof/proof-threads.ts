// Proves parts of the audit at the same time, in threads: each takes the next part when it is done with one.

import { Worker } from 'node:worker_threads';
import type { ChainPart, PartReport } from '../../../app/audit/proof/check-part.ts';
import type { RunParts } from '../../../app/audit/verify-audit.ts';
import { OperatorError } from '../../../errors.ts';
import type { ProofAnswer, ProofThreadOptions } from './proof-thread.ts';

/** A thread takes a tenth of a second to begin; a part should take several times that. */
export const recordsPerPart = 50_000;

export function createProofThreads(options: ProofThreadOptions, threads: number): RunParts {
  return async (parts, onProgress) => {
    const reports: (PartReport | undefined)[] = parts.map(() => undefined);
    let next = 0;
    let isBroken = false;

    async function work(): Promise<void> {
      const worker = new Worker(new URL('./proof-thread.ts', import.meta.url), { workerData: options });
      try {
        // After a part that is broken those behind it say nothing more; those before it are under way already.
        while (next < parts.length && !isBroken) {
          const index = next++;
          const report = await askForProof(worker, parts[index] as ChainPart, onProgress);
          reports[index] = toReport(report, parts[index] as ChainPart);
          isBroken ||= report.broken !== undefined;
        }
      } finally {
        await worker.terminate();
      }
    }

    await Promise.all(Array.from({ length: Math.min(threads, parts.length) }, work));
    return reports.filter((report) => report !== undefined);
  };
}

function askForProof(worker: Worker, part: ChainPart, onProgress?: (records: number) => void): Promise<PartReport> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: ProofAnswer) => {
      if (answer.kind === 'progress') {
        onProgress?.(answer.records);
        return;
      }
      for (const [event, listener] of listeners) worker.off(event, listener);
      if (answer.kind === 'report') resolve(answer.report);
      else reject(new OperatorError(`The audit cannot be read (${answer.code}).`, 1));
    };
    const onExit = () => reject(new OperatorError('A thread that proves the audit ended.', 1));
    const listeners = [
      ['message', onMessage],
      ['error', reject],
      ['exit', onExit],
    ] as const;
    for (const [event, listener] of listeners) worker.on(event, listener);
    worker.postMessage(part);
  });
}

/** A buffer comes back as plain bytes, and the part as it was sent. */
function toReport(report: PartReport, part: ChainPart): PartReport {
  return { ...report, part, end: { sequence: report.end.sequence, hash: Buffer.from(report.end.hash) } };
}
