// The audit in SQLite, written by a thread of its own: hands over what one turn of the event loop brings as one group, and
// resolves once the group is on the disk.

import { Worker } from 'node:worker_threads';
import type { AuditLog, AuditPurge } from '../../app/audit/ports.ts';
import { type AuditDraft, toDraft } from '../../app/audit/record.ts';
import type { Clock } from '../../app/ports.ts';
import type { AuditOrder, AuditReceipt } from './audit-thread.sqlite.ts';
import type { AuditWriterOptions } from './audit-writer.sqlite.ts';

export interface SqliteAuditLog extends AuditLog, AuditPurge {
  /** Records that are waiting for the disk. */
  queued(): number;
  /** Writes what is waiting, signs the end of the chain and lets go of the database. */
  close(): Promise<void>;
}

interface SqliteAuditLogOptions extends Omit<AuditWriterOptions, 'busyTimeoutMs'> {
  readonly clock: Clock;
  /** How long a record may wait for the disk before its request is refused. */
  readonly deadlineMs: number;
  /** Told when the audit stops and when it works again; `fault` is a code, never a value. */
  readonly onChange: (
    change: { readonly kind: 'failed'; readonly fault: string } | { readonly kind: 'recovered' },
  ) => void;
  /** Told of every group: how many records, and how long the disk took. */
  readonly onCommit?: (records: number, durationMs: number) => void;
}

interface Group {
  readonly drafts: AuditDraft[];
  readonly startedAtMs: number;
  readonly settle: ((fault: string | null, purged: number) => void)[];
  timer: NodeJS.Timeout | undefined;
}

/** More than a second's worth of records: then the disk does not keep up, and waiting longer would not help. */
const queuedMax = 20_000;
const signEveryMs = 30_000;
const probeEveryMs = 1_000;

class AuditFault extends Error {}

export function openSqliteAuditLog(options: SqliteAuditLogOptions): SqliteAuditLog {
  const { clock, deadlineMs } = options;
  const groups = new Map<number, Group>();
  let collecting: Group | undefined;
  let lastId = 0;
  let queued = 0;
  let fault: string | null = null;
  let closing = false;
  let worker = startWorker();

  function startWorker(): Worker {
    const { dataDirectory, secrets, policy } = options;
    const workerData: AuditWriterOptions = {
      dataDirectory,
      secrets,
      ...(policy === undefined ? {} : { policy }),
      // Less than the deadline: a lock that another process holds is reported as what it is.
      busyTimeoutMs: Math.ceil(deadlineMs * 0.8),
    };
    const started = new Worker(new URL('./audit-thread.sqlite.ts', import.meta.url), { workerData });
    started.on('message', ({ ids, fault: found, purged }: AuditReceipt) => {
      note(found);
      for (const id of ids) settle(id, found, purged);
    });
    started.on('error', () => note('AUDIT_THREAD'));
    started.on('exit', () => {
      for (const id of [...groups.keys()]) settle(id, 'AUDIT_THREAD');
    });
    return started;
  }

  function note(found: string | null): void {
    if (found === fault) return;
    const wasFaulty = fault !== null;
    fault = found;
    if (found !== null) options.onChange({ kind: 'failed', fault: found });
    else if (wasFaulty) options.onChange({ kind: 'recovered' });
  }

  function settle(id: number, found: string | null, purged = 0): void {
    const group = groups.get(id);
    if (group === undefined) return;
    groups.delete(id);
    clearTimeout(group.timer);
    queued -= group.drafts.length;
    if (found === null && group.drafts.length > 0)
      options.onCommit?.(group.drafts.length, clock.monotonicMs() - group.startedAtMs);
    for (const done of group.settle) done(found, purged);
  }

  function send(group: Group, order: (id: number) => AuditOrder): void {
    const id = ++lastId;
    groups.set(id, group);
    group.timer = setTimeout(() => {
      note('AUDIT_SLOW');
      settle(id, 'AUDIT_SLOW');
    }, deadlineMs);
    worker.postMessage(order(id));
  }

  function flush(): void {
    const group = collecting;
    collecting = undefined;
    if (group !== undefined) send(group, (id) => ({ kind: 'append', id, drafts: group.drafts }));
  }

  const createGroup = (): Group => ({ drafts: [], startedAtMs: clock.monotonicMs(), settle: [], timer: undefined });

  function sign(): void {
    if (worker.threadId < 0 && !closing) worker = startWorker();
    send(createGroup(), (id) => ({ kind: 'sign', id, nowMs: clock.nowMs() }));
  }

  // Signing is also the probe by which a repaired disk is noticed; it opens the database at the start.
  let sinceSignedMs = signEveryMs;
  const timer = setInterval(() => {
    sinceSignedMs += probeEveryMs;
    if (fault === null && sinceSignedMs < signEveryMs) return;
    sinceSignedMs = 0;
    sign();
  }, probeEveryMs);
  timer.unref();
  sign();

  return {
    append: (entry) =>
      new Promise((resolve, reject) => {
        if (queued >= queuedMax) {
          reject(new AuditFault('AUDIT_QUEUE_FULL'));
          return;
        }
        if (collecting === undefined) {
          collecting = createGroup();
          setImmediate(flush);
        }
        queued++;
        collecting.drafts.push(toDraft(entry));
        collecting.settle.push((found) => (found === null ? resolve() : reject(new AuditFault(found))));
      }),
    purge: (what, beforeMs, recordsMax) =>
      new Promise((resolve, reject) => {
        const group = createGroup();
        group.settle.push((found, purged) => (found === null ? resolve(purged) : reject(new AuditFault(found))));
        send(group, (id) => ({ kind: 'purge', id, what, beforeMs, recordsMax }));
      }),
    isWritable: () => fault === null,
    queued: () => queued,
    async close() {
      closing = true;
      clearInterval(timer);
      flush();
      sign();
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ kind: 'close' } satisfies AuditOrder);
      const late = setTimeout(() => void worker.terminate(), deadlineMs);
      await ended;
      clearTimeout(late);
    },
  };
}
