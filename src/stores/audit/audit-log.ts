// The audit, written by a thread of its own: hands over what comes while the group before it is on its way to the disk as one
// group, and resolves once that is there. The more records a group has, the less each of them costs.

import { Worker } from 'node:worker_threads';
import type { AuditLog, AuditPurge } from '../../app/audit/ports.ts';
import { type AuditDraft, toDraft } from '../../app/audit/record.ts';
import type { Clock } from '../../app/ports.ts';
import type { AuditOrder, AuditReceipt } from './audit-orders.ts';

export interface ThreadedAuditLog extends AuditLog, AuditPurge {
  /** Records that are waiting for the disk. */
  queued(): number;
  /** Writes what is waiting, signs the end of the chain and lets go of the database. */
  close(): Promise<void>;
}

export interface AuditLogOptions {
  readonly clock: Clock;
  /** How long a record may wait for the disk before its request is refused. */
  readonly deadlineMs: number;
  /** Told when the audit stops and when it works again; `fault` is a code, never a value. */
  readonly onChange: (
    change: { readonly kind: 'failed'; readonly fault: string } | { readonly kind: 'recovered' },
  ) => void;
  /**
   * Whether records that nobody waits for are held while the audit cannot be written, and written when it can: for a server that
   * comes back. Where nobody knows whether the last group arrived, its records may then be there twice.
   */
  readonly holdsNoted?: boolean;
  /** Told of every group: how many records, and how long the disk took. */
  readonly onCommit?: (records: number, durationMs: number) => void;
}

/** The file that a thread runs, and what it is given. */
export interface AuditThread {
  readonly url: URL;
  readonly workerData: unknown;
}

interface Group {
  readonly drafts: AuditDraft[];
  /** Those of them that nobody waits for. */
  readonly noted: AuditDraft[];
  readonly settle: ((fault: string | null, purged: number) => void)[];
  /** Since when somebody waits for it; null while nobody does. */
  awaitedSinceMs: number | null;
  /** To be sent as soon as the group before it is on the disk. */
  isDue: boolean;
  sentAtMs: number;
  timer: NodeJS.Timeout | undefined;
}

/** More than a second's worth of records: then the disk does not keep up, and waiting longer would not help. */
const queuedMax = 20_000;
/** For how long records that nobody waits for are collected, and how many at most: a group must not hold up the next one. */
const notedMs = 50;
const notedMax = 256;
const signEveryMs = 30_000;
const probeEveryMs = 1_000;

class AuditFault extends Error {}

export function openThreadedAuditLog(options: AuditLogOptions, { url, workerData }: AuditThread): ThreadedAuditLog {
  const { clock, deadlineMs } = options;
  const groups = new Map<number, Group>();
  let collecting: Group | undefined;
  /** The group of records that is on its way to the disk. */
  let underWay: number | undefined;
  let noteTimer: NodeJS.Timeout | undefined;
  const held: AuditDraft[] = [];
  let lastId = 0;
  let queued = 0;
  let fault: string | null = null;
  let closing = false;
  let worker = startWorker();

  function startWorker(): Worker {
    const started = new Worker(url, { workerData });
    started.on('message', ({ ids, fault: found, purged }: AuditReceipt) => {
      tell(found);
      for (const id of ids) settle(id, found, purged);
    });
    started.on('error', () => tell('AUDIT_THREAD'));
    started.on('exit', () => {
      for (const id of [...groups.keys()]) settle(id, 'AUDIT_THREAD');
    });
    return started;
  }

  function tell(found: string | null): void {
    if (found === fault) return;
    const wasFaulty = fault !== null;
    fault = found;
    if (found !== null) options.onChange({ kind: 'failed', fault: found });
    else if (wasFaulty) {
      options.onChange({ kind: 'recovered' });
      letGo();
    }
  }

  /** A part at a time: a group must not hold up those who wait for the next one. */
  function letGo(): void {
    for (const draft of held.splice(0, notedMax)) collect(draft)?.noted.push(draft);
    flush();
  }

  function hold(drafts: readonly AuditDraft[]): void {
    if (options.holdsNoted) held.push(...drafts.slice(0, queuedMax - held.length));
  }

  function settle(id: number, found: string | null, purged = 0): void {
    const group = groups.get(id);
    if (group === undefined) return;
    groups.delete(id);
    clearTimeout(group.timer);
    queued -= group.drafts.length;
    if (found === null && group.drafts.length > 0)
      options.onCommit?.(group.drafts.length, clock.monotonicMs() - (group.awaitedSinceMs ?? group.sentAtMs));
    if (found !== null) hold(group.noted);
    for (const done of group.settle) done(found, purged);
    if (id !== underWay) return;
    underWay = undefined;
    if (found === null && held.length > 0) letGo();
    if (collecting?.isDue) sendCollected();
  }

  function send(group: Group, order: (id: number) => AuditOrder): number {
    const id = ++lastId;
    groups.set(id, group);
    group.sentAtMs = clock.monotonicMs();
    const waitedMs = group.awaitedSinceMs === null ? 0 : group.sentAtMs - group.awaitedSinceMs;
    group.timer = setTimeout(() => {
      tell('AUDIT_SLOW');
      settle(id, 'AUDIT_SLOW');
    }, deadlineMs - waitedMs);
    worker.postMessage(order(id));
    return id;
  }

  function sendCollected(): void {
    const group = collecting;
    if (group === undefined) return;
    collecting = undefined;
    underWay = send(group, (id) => ({ kind: 'append', id, nowMs: clock.nowMs(), drafts: group.drafts }));
  }

  function flush(): void {
    if (collecting === undefined) return;
    collecting.isDue = true;
    if (underWay === undefined) sendCollected();
  }

  /** Undefined when too many are waiting. */
  function collect(draft: AuditDraft): Group | undefined {
    if (queued >= queuedMax) {
      tell('AUDIT_QUEUE_FULL');
      return undefined;
    }
    queued++;
    collecting ??= createGroup();
    collecting.drafts.push(draft);
    return collecting;
  }

  const createGroup = (): Group => ({
    drafts: [],
    noted: [],
    settle: [],
    awaitedSinceMs: null,
    isDue: false,
    sentAtMs: 0,
    timer: undefined,
  });

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
        const group = collect(toDraft(entry));
        if (group === undefined) {
          reject(new AuditFault('AUDIT_QUEUE_FULL'));
          return;
        }
        if (group.awaitedSinceMs === null) {
          group.awaitedSinceMs = clock.monotonicMs();
          setImmediate(flush);
        }
        group.settle.push((found) => (found === null ? resolve() : reject(new AuditFault(found))));
      }),
    note(entry) {
      const draft = toDraft(entry);
      if (fault !== null && options.holdsNoted) {
        hold([draft]);
        return;
      }
      const group = collect(draft);
      if (group === undefined) return;
      group.noted.push(draft);
      if (group.drafts.length >= notedMax) flush();
      noteTimer ??= setTimeout(() => {
        noteTimer = undefined;
        flush();
      }, notedMs).unref();
    },
    purge: (what, beforeMs, recordsMax) =>
      new Promise((resolve, reject) => {
        const group = createGroup();
        group.settle.push((found, purged) => (found === null ? resolve(purged) : reject(new AuditFault(found))));
        send(group, (id) => ({ kind: 'purge', id, what, beforeMs, recordsMax }));
      }),
    isWritable: () => fault === null,
    queued: () => queued + held.length,
    async close() {
      closing = true;
      clearInterval(timer);
      clearTimeout(noteTimer);
      sendCollected();
      sign();
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ kind: 'close' } satisfies AuditOrder);
      const late = setTimeout(() => void worker.terminate(), deadlineMs);
      await ended;
      clearTimeout(late);
    },
  };
}
