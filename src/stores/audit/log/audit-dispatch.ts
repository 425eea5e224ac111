// Orders on their way to the thread that writes the audit. Each is settled once: by the thread's receipt, by coming too late, or by
// the end of the thread.

import { Worker } from 'node:worker_threads';
import type { AuditGenerations, AuditOrder, AuditReceipt } from './audit-orders.ts';

/** The file that a thread runs, and what it is given. */
export interface AuditThread {
  readonly url: URL;
  readonly workerData: unknown;
}

export interface Sending {
  readonly order: (id: number) => AuditOrder;
  /** After this time the order counts as failed, even if the thread completes it later. */
  readonly waitMs: number;
  readonly settle?: (fault: string | null, purged: number) => void;
  /** The thread is done with the order, or gone; `isLate` when it was settled before. Comes before `settle`. */
  readonly onReturn?: (isLate: boolean) => void;
}

interface DispatchOptions {
  readonly onFault: (fault: string) => void;
  readonly onReceipt: (receipt: AuditReceipt) => void;
  readonly renewSecrets?: (() => AuditGenerations | undefined) | undefined;
  readonly onGeneration?: ((generation: number) => void) | undefined;
}

interface SentOrder extends Sending {
  readonly message: AuditOrder;
  readonly timer: NodeJS.Timeout;
  isLate: boolean;
}

export function openAuditDispatch({ url, workerData }: AuditThread, options: DispatchOptions) {
  const sent = new Map<number, SentOrder>();
  let lastId = 0;
  /** Newer ones than the thread was first given. */
  let secrets: AuditGenerations | undefined;
  let worker = startWorker();

  function startWorker(): Worker {
    const started = new Worker(url, { workerData });
    started.on('message', (receipt: AuditReceipt) => {
      if (receipt.generation !== undefined) return options.onGeneration?.(receipt.generation);
      options.onReceipt(receipt);
      const isRenewed = receipt.fault === 'AUDIT_FORGED' && renewSecrets();
      for (const id of receipt.ids) if (!isRenewed || !sendAgain(id)) finish(id, receipt.fault, receipt.purged);
    });
    if (secrets !== undefined) started.postMessage({ kind: 'secrets', secrets } satisfies AuditOrder);
    started.on('error', () => options.onFault('AUDIT_THREAD'));
    started.on('exit', () => {
      for (const id of [...sent.keys()]) finish(id, 'AUDIT_THREAD', 0);
    });
    return started;
  }

  /** After a rotation of the master secret, with what it is now. */
  function renewSecrets(): boolean {
    const renewed = options.renewSecrets?.();
    if (renewed === undefined) return false;
    secrets = renewed;
    worker.postMessage({ kind: 'secrets', secrets } satisfies AuditOrder);
    return true;
  }

  function sendAgain(id: number): boolean {
    const again = sent.get(id);
    if (again === undefined || again.isLate) return false;
    worker.postMessage(again.message);
    return true;
  }

  function finish(id: number, fault: string | null, purged: number): void {
    const done = sent.get(id);
    if (done === undefined) return;
    sent.delete(id);
    clearTimeout(done.timer);
    done.onReturn?.(done.isLate);
    if (!done.isLate) settle(done, fault, purged);
  }

  function giveUp(id: number): void {
    const late = sent.get(id);
    if (late === undefined) return;
    late.isLate = true;
    if (late.onReturn === undefined) sent.delete(id);
    settle(late, 'AUDIT_SLOW', 0);
  }

  function settle(order: SentOrder, fault: string | null, purged: number): void {
    if (fault !== null) options.onFault(fault);
    order.settle?.(fault, purged);
  }

  return {
    renewSecrets,
    send(sending: Sending): void {
      const id = ++lastId;
      const message = sending.order(id);
      // When this thread itself was busy, the answer may have come already: it gets one more turn to be read.
      const timer = setTimeout(() => setImmediate(giveUp, id), sending.waitMs);
      sent.set(id, { ...sending, message, timer, isLate: false });
      worker.postMessage(message);
    },
    /** Starts a thread where the last one is gone. */
    revive(): void {
      if (worker.threadId < 0) worker = startWorker();
    },
    /** Lets the thread finish what it was sent, for so long. */
    async close(waitMs: number): Promise<void> {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ kind: 'close' } satisfies AuditOrder);
      const late = setTimeout(() => void worker.terminate(), waitMs);
      await ended;
      clearTimeout(late);
    },
  };
}
