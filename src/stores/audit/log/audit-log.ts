// The audit, written by a thread of its own: groups of records go to the thread, probes find out whether it can write, and a signed
// end of the chain follows every half minute.

import type { AuditLog, AuditPurge } from '../../../app/audit/ports.ts';
import type { Clock } from '../../../app/clock.ts';
import { type AuditThread, openAuditDispatch, type Sending } from './audit-dispatch.ts';
import { createAuditGroups } from './audit-groups.ts';
import type { AuditGenerations } from './audit-orders.ts';
import { type AuditChange, createAuditProbes } from './audit-probes.ts';

export interface ThreadedAuditLog extends AuditLog, AuditPurge {
  /** Records that are waiting for the disk. */
  queued(): number;
  /** Returns a code for the reason why writes fail, or null while they work. */
  fault(): string | null;
  /** Tries at once whether it can be written again, where it could not: what it needs is back. */
  tryNow(): void;
  /** The same as `fault`, found out by trying. */
  check(): Promise<string | null>;
  /** Signs the end of every chain as it is now, those that others write too; a code where that fails. */
  signAll(): Promise<string | null>;
  /** Tells whether the end of the chain is remembered outside the data directory. */
  isRemembered(): boolean;
  /** Counts the intents that no record completed, among requests no longer in work. The number dates from the last signature of the end. */
  unfinished(): number;
  /** Writes what is waiting, signs the end of the chain and lets go of the database. */
  close(): Promise<void>;
}

export interface AuditLogOptions {
  readonly clock: Clock;
  /** From when on a request may still be in work, and its intent be completed; none is where not set. */
  readonly findInWorkFromMs?: () => number;
  /** A record may wait this long for the disk before its request is refused. */
  readonly deadlineMs: number;
  /** Chance for the pauses between probes: from 0 to below 1. */
  readonly random: () => number;
  /** The log calls this when the audit stops and when it works again. `fault` is a code, never a value. */
  readonly onChange: (change: AuditChange) => void;
  /** The log calls this when the end of the chain cannot be remembered outside the data directory, and when it can again. */
  readonly onRemembered?: (isRemembered: boolean) => void;
  /**
   * Tells whether the audit is on a server, which comes back. While it cannot be written, the log holds records without a waiting caller and writes
   * them later. If the outcome of the last group is unknown, its records may then exist twice.
   */
  readonly isOnServer?: boolean;
  /** The secrets where they have a new generation since they were last asked for: what seemed forged may have been written with it. */
  readonly renewSecrets?: () => AuditGenerations | undefined;
  /** The log calls this when every record from now on belongs to this generation. */
  readonly onGeneration?: (generation: number) => void;
  /** The log reports for every group the number of records and the time the disk took. */
  readonly onCommit?: (records: number, durationMs: number) => void;
}

const signEveryMs = 30_000;
/** This patience applies to work that no request waits for: opening the database, signing and forgetting. A slow disk is no fault there. */
const patientMs = 60_000;

class AuditFault extends Error {
  readonly code: string;

  constructor(code: string, deadlineMs: number) {
    super(explainSlowness(code, deadlineMs));
    this.code = code;
  }
}

/** A record that took too long names the setting: it is felt as a refusal, and a server far away is no fault of its own. */
export function explainSlowness(fault: string, deadlineMs: number): string {
  return fault === 'AUDIT_SLOW' ? `${fault}: a record took longer than audit.deadline_ms (${deadlineMs} ms)` : fault;
}

export function openThreadedAuditLog(options: AuditLogOptions, thread: AuditThread): ThreadedAuditLog {
  const { clock, deadlineMs, findInWorkFromMs = clock.nowMs } = options;
  const waitMs = Math.max(patientMs, deadlineMs);
  let isRemembered = true;
  let unfinished = 0;
  const dispatch = openAuditDispatch(thread, {
    onFault: (fault) => probes.failed(fault),
    onReceipt(receipt) {
      unfinished = receipt.unfinished ?? unfinished;
      if (receipt.isRemembered !== isRemembered) options.onRemembered?.(receipt.isRemembered);
      isRemembered = receipt.isRemembered;
    },
    renewSecrets: options.renewSecrets,
    onGeneration: options.onGeneration,
  });
  const probes = createAuditProbes({
    clock,
    random: options.random,
    deadlineMs,
    mayFlap: options.isOnServer !== true,
    send(probe) {
      dispatch.revive();
      dispatch.send(probe);
    },
    onChange(change) {
      options.onChange(change);
      if (change.kind === 'recovered') groups.letGo();
    },
  });
  const isWritable = () => probes.fault() === null;
  const groups = createAuditGroups({
    clock,
    deadlineMs,
    holdsNoted: options.isOnServer,
    send: dispatch.send,
    isWritable,
    onCommit: options.onCommit,
    onFailed: probes.enlarge,
    onFull: () => probes.failed('AUDIT_QUEUE_FULL'),
  });
  const toSign = (isForAll: boolean): Sending => {
    const order = { kind: 'sign', nowMs: clock.nowMs(), inWorkFromMs: findInWorkFromMs(), isForAll } as const;
    return { order: (id) => ({ ...order, id }), waitMs };
  };
  const sign = () => dispatch.send(toSign(false));
  const timer = setInterval(() => {
    // After a rotation, also where nobody sends a signal.
    dispatch.renewSecrets();
    if (!isWritable()) return;
    dispatch.revive();
    sign();
  }, signEveryMs).unref();
  // Opens the database, too.
  sign();

  return {
    append: (entry) =>
      new Promise((resolve, reject) => {
        const settle = (fault: string | null) =>
          fault === null ? resolve() : reject(new AuditFault(fault, deadlineMs));
        if (!groups.add(entry, settle)) settle('AUDIT_QUEUE_FULL');
      }),
    note: groups.note,
    purge: (what, beforeMs, recordsMax) =>
      new Promise((resolve, reject) => {
        const order = { kind: 'purge', what, beforeMs, recordsMax, nowMs: clock.nowMs() } as const;
        dispatch.send({
          order: (id) => ({ ...order, id }),
          waitMs,
          settle: (fault, purged) => (fault === null ? resolve(purged) : reject(new AuditFault(fault, waitMs))),
        });
      }),
    isWritable,
    queued: groups.queued,
    fault: probes.fault,
    tryNow: probes.tryNow,
    check: () =>
      new Promise((resolve) => {
        dispatch.send({ order: (id) => ({ kind: 'probe', id, bytes: 1 }), waitMs, settle: resolve });
      }),
    signAll: () => new Promise((resolve) => dispatch.send({ ...toSign(true), settle: resolve })),
    isRemembered: () => isRemembered,
    unfinished: () => unfinished,
    async close() {
      clearInterval(timer);
      probes.stop();
      groups.finish();
      sign();
      await dispatch.close(deadlineMs);
    },
  };
}
