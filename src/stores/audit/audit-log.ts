// The audit, written by a thread of its own: hands over what comes while the group before it is on its way to the disk as one
// group, and resolves once that is there. The more records a group has, the less each of them costs.

import { Worker } from 'node:worker_threads';
import type { AuditLog, AuditPurge } from '../../app/audit/ports.ts';
import { type AuditDraft, toDraft } from '../../app/audit/record.ts';
import type { Clock } from '../../app/ports.ts';
import type { AuditGenerations, AuditOrder, AuditReceipt } from './audit-orders.ts';
import { createAuditRecovery } from './audit-recovery.ts';

export interface ThreadedAuditLog extends AuditLog, AuditPurge {
  /** Records that are waiting for the disk. */
  queued(): number;
  /** Why nothing can be written, as a code; null while it can. */
  fault(): string | null;
  /** The same, found out by trying. */
  check(): Promise<string | null>;
  /** Whether the end of the chain is remembered outside the data directory. */
  isRemembered(): boolean;
  /** How many intents nothing has completed, of requests that are no longer in work; as it was when the end was last signed. */
  unfinished(): number;
  /** Writes what is waiting, signs the end of the chain and lets go of the database. */
  close(): Promise<void>;
}

export interface AuditLogOptions {
  readonly clock: Clock;
  /** From when on a request may still be in work, and its intent be completed; none is where not set. */
  readonly findInWorkFromMs?: () => number;
  /** How long a record may wait for the disk before its request is refused. */
  readonly deadlineMs: number;
  /** Chance for the pauses between probes: from 0 to below 1. */
  readonly random: () => number;
  /** Told when the audit stops and when it works again; `fault` is a code, never a value. */
  readonly onChange: (
    change: { readonly kind: 'failed'; readonly fault: string } | { readonly kind: 'recovered' },
  ) => void;
  /** Told when the end of the chain cannot be remembered outside the data directory, and when it can again. */
  readonly onRemembered?: (isRemembered: boolean) => void;
  /**
   * Whether records that nobody waits for are held while the audit cannot be written, and written when it can: for a server that
   * comes back. Where nobody knows whether the last group arrived, its records may then be there twice.
   */
  readonly holdsNoted?: boolean;
  /** The secrets where they have a new generation since they were last asked for: what seemed forged may have been written with it. */
  readonly renewSecrets?: () => AuditGenerations | undefined;
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
  order: AuditOrder | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** More than a second's worth of records: then the disk does not keep up, and waiting longer would not help. */
const queuedMax = 20_000;
/** For how long records that nobody waits for are collected, and how many at most: a group must not hold up the next one. */
const notedMs = 50;
const notedMax = 256;
const signEveryMs = 30_000;
/** For what no request waits for: opening the database, signing, forgetting. A slow disk is no fault for them. */
const patientMs = 60_000;
/** What a probe writes: as much as the largest group that failed, sealed and indexed, and no less than a busy moment's. */
const probeBytesMin = 64 * 1024;
const probeBytesMax = 4 * 1024 * 1024;
const bytesPerCharacter = 2;

class AuditFault extends Error {}

export function openThreadedAuditLog(options: AuditLogOptions, { url, workerData }: AuditThread): ThreadedAuditLog {
  const { clock, deadlineMs, findInWorkFromMs = clock.nowMs } = options;
  const groups = new Map<number, Group>();
  let collecting: Group | undefined;
  /** The group of records that is on its way to the disk. */
  let underWay: number | undefined;
  let noteTimer: NodeJS.Timeout | undefined;
  const held: AuditDraft[] = [];
  let lastId = 0;
  let queued = 0;
  let closing = false;
  const recovery = createAuditRecovery({ monotonicMs: clock.monotonicMs, random: options.random });
  let probeBytes = probeBytesMin;
  /** The probe that the thread has not answered yet, be it late or not. */
  let probeId: number | undefined;
  let probeTimer: NodeJS.Timeout | undefined;
  let isRemembered = true;
  let unfinished = 0;
  /** Newer ones than the thread was first given. */
  let secrets: AuditGenerations | undefined;
  let worker = startWorker();

  function startWorker(): Worker {
    const started = new Worker(url, { workerData });
    started.on('message', ({ ids, fault, purged, isRemembered: found, ...receipt }: AuditReceipt) => {
      unfinished = receipt.unfinished ?? unfinished;
      if (found !== isRemembered) options.onRemembered?.(found);
      isRemembered = found;
      if (fault === 'AUDIT_FORGED' && sendAgain(ids)) return;
      for (const id of ids) settle(id, fault, purged);
    });
    if (secrets !== undefined) started.postMessage({ kind: 'secrets', secrets } satisfies AuditOrder);
    started.on('error', () => fail('AUDIT_THREAD'));
    started.on('exit', () => {
      if (probeId !== undefined) settle(probeId, 'AUDIT_THREAD');
      for (const id of [...groups.keys()]) settle(id, 'AUDIT_THREAD');
    });
    return started;
  }

  /** After a rotation of the master secret, with what it is now. */
  function sendAgain(ids: readonly number[]): boolean {
    const renewed = options.renewSecrets?.();
    if (renewed === undefined) return false;
    secrets = renewed;
    worker.postMessage({ kind: 'secrets', secrets } satisfies AuditOrder);
    for (const id of ids) {
      const order = groups.get(id)?.order;
      if (order !== undefined) worker.postMessage(order);
    }
    return true;
  }

  function fail(fault: string): void {
    const wasWritable = recovery.fault() === null;
    if (recovery.failed(fault)) options.onChange({ kind: 'failed', fault });
    if (wasWritable) scheduleProbe();
  }

  function scheduleProbe(): void {
    clearTimeout(probeTimer);
    if (!closing) probeTimer = setTimeout(probe, recovery.pauseMs()).unref();
  }

  /** One at a time: a thread that hangs would find all of them waiting. */
  function probe(): void {
    if (closing || probeId !== undefined) return;
    clearTimeout(probeTimer);
    renewWorker();
    const group = createGroup();
    group.settle.push((fault) => {
      if (fault !== null) recovery.probeFailed();
      else if (recovery.probeSucceeded()) {
        options.onChange({ kind: 'recovered' });
        letGo();
        return;
      }
      scheduleProbe();
    });
    probeId = send(group, (id) => ({ kind: 'probe', id, bytes: probeBytes }), deadlineMs);
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
    if (id === probeId && found !== 'AUDIT_SLOW') {
      probeId = undefined;
      // It came too late to count, but the thread works again.
      if (group === undefined) probe();
    }
    if (group === undefined) return;
    groups.delete(id);
    clearTimeout(group.timer);
    queued -= group.drafts.length;
    if (found !== null) {
      probeBytes = Math.min(Math.max(probeBytes, measure(group.drafts)), probeBytesMax);
      fail(found);
    }
    if (found === null && group.drafts.length > 0)
      options.onCommit?.(group.drafts.length, clock.monotonicMs() - (group.awaitedSinceMs ?? group.sentAtMs));
    if (found !== null) hold(group.noted);
    for (const done of group.settle) done(found, purged);
    if (id !== underWay) return;
    underWay = undefined;
    if (found === null && held.length > 0) letGo();
    if (collecting?.isDue) sendCollected();
  }

  function send(group: Group, order: (id: number) => AuditOrder, waitMs: number): number {
    const id = ++lastId;
    groups.set(id, group);
    group.sentAtMs = clock.monotonicMs();
    const waitedMs = group.awaitedSinceMs === null ? 0 : group.sentAtMs - group.awaitedSinceMs;
    group.timer = setTimeout(() => settle(id, 'AUDIT_SLOW'), waitMs - waitedMs);
    group.order = order(id);
    worker.postMessage(group.order);
    return id;
  }

  function sendCollected(): void {
    const group = collecting;
    if (group === undefined) return;
    collecting = undefined;
    const order = { kind: 'append', nowMs: clock.nowMs(), drafts: group.drafts } as const;
    underWay = send(group, (id) => ({ ...order, id }), deadlineMs);
  }

  function flush(): void {
    if (collecting === undefined) return;
    collecting.isDue = true;
    if (underWay === undefined) sendCollected();
  }

  /** Undefined when too many are waiting. */
  function collect(draft: AuditDraft): Group | undefined {
    if (queued >= queuedMax) {
      fail('AUDIT_QUEUE_FULL');
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
    order: undefined,
    timer: undefined,
  });

  function renewWorker(): void {
    if (worker.threadId < 0 && !closing) worker = startWorker();
  }

  function sign(): void {
    renewWorker();
    const order = { kind: 'sign', nowMs: clock.nowMs(), inWorkFromMs: findInWorkFromMs() } as const;
    send(createGroup(), (id) => ({ ...order, id }), Math.max(patientMs, deadlineMs));
  }

  const timer = setInterval(() => {
    if (recovery.fault() === null) sign();
  }, signEveryMs).unref();
  // Opens the database, too.
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
      if (recovery.fault() !== null && options.holdsNoted) {
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
        const order = { kind: 'purge', what, beforeMs, recordsMax, nowMs: clock.nowMs() } as const;
        send(group, (id) => ({ ...order, id }), Math.max(patientMs, deadlineMs));
      }),
    isWritable: () => recovery.fault() === null,
    queued: () => queued + held.length,
    fault: () => recovery.fault(),
    check: () =>
      new Promise((resolve) => {
        const group = createGroup();
        group.settle.push(resolve);
        send(group, (id) => ({ kind: 'probe', id, bytes: 1 }), Math.max(patientMs, deadlineMs));
      }),
    isRemembered: () => isRemembered,
    unfinished: () => unfinished,
    async close() {
      closing = true;
      clearInterval(timer);
      clearTimeout(probeTimer);
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

/** What these take in the database, about. */
function measure(drafts: readonly AuditDraft[]): number {
  const texts = drafts.map((draft) => draft.reduce((sum, text) => sum + (text?.length ?? 0), 0));
  return bytesPerCharacter * texts.reduce((sum, length) => sum + length, 0);
}
