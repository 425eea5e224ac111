// Records on their way to the disk: what comes while the group before it is under way is the next group. The more records a group
// has, the less each of them costs.

import type { AuditEntry } from '../../../app/audit/entry.ts';
import { type AuditDraft, toDraft } from '../../../app/audit/record.ts';
import type { Clock } from '../../../app/clock.ts';
import type { Sending } from './audit-dispatch.ts';

interface Group {
  readonly drafts: AuditDraft[];
  /** `noted` holds the drafts without a waiting caller. */
  readonly noted: AuditDraft[];
  readonly settle: ((fault: string | null) => void)[];
  /** A caller has waited for the group since this time. The value is null while no caller waits. */
  awaitedSinceMs: number | null;
  /** Marks a group that is sent as soon as the group before it is on the disk. */
  isDue: boolean;
}

interface GroupsOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly holdsNoted?: boolean | undefined;
  readonly send: (sending: Sending) => void;
  readonly isWritable: () => boolean;
  readonly onCommit?: ((records: number, durationMs: number) => void) | undefined;
  /** The log reports the size of a group that failed. */
  readonly onFailed: (bytes: number) => void;
  readonly onFull: () => void;
}

/** More than a second's worth of records: then the disk does not keep up, and waiting longer would not help. */
const queuedMax = 20_000;
/** Records without a waiting caller are collected for this long, up to a maximum number, so that a group does not delay the next one. */
const notedMs = 50;
const notedMax = 256;
/** So many that wait say that there is load, and for so long the next group then waits for more. A commit takes about as long. */
const loadedMin = 16;
const loadedMs = 1;
const bytesPerCharacter = 2;

export function createAuditGroups(options: GroupsOptions) {
  const { clock, deadlineMs } = options;
  let collecting: Group | undefined;
  let isUnderWay = false;
  let noteTimer: NodeJS.Timeout | undefined;
  const held: AuditDraft[] = [];
  let queued = 0;

  /** Returns undefined if too many drafts are waiting. */
  function collect(draft: AuditDraft): Group | undefined {
    if (queued >= queuedMax) {
      options.onFull();
      return undefined;
    }
    queued++;
    collecting ??= { drafts: [], noted: [], settle: [], awaitedSinceMs: null, isDue: false };
    collecting.drafts.push(draft);
    return collecting;
  }

  function flush(): void {
    if (collecting === undefined) return;
    collecting.isDue = true;
    if (!isUnderWay) sendCollected();
  }

  function sendCollected(): void {
    const group = collecting;
    if (group === undefined) return;
    collecting = undefined;
    isUnderWay = true;
    const { drafts } = group;
    const sentAtMs = clock.monotonicMs();
    const sinceMs = group.awaitedSinceMs ?? sentAtMs;
    const nowMs = clock.nowMs();
    options.send({
      order: (id) => ({ kind: 'append', id, nowMs, drafts }),
      waitMs: deadlineMs - (sentAtMs - sinceMs),
      settle: (fault) => settle(group, fault, sinceMs),
    });
  }

  function settle({ drafts, noted, settle: waiting }: Group, fault: string | null, sinceMs: number): void {
    queued -= drafts.length;
    if (fault === null) options.onCommit?.(drafts.length, clock.monotonicMs() - sinceMs);
    else {
      options.onFailed(measure(drafts));
      hold(noted);
    }
    for (const done of waiting) done(fault);
    isUnderWay = false;
    if (fault === null && held.length > 0) letGo();
    if (collecting?.isDue) sendNext(collecting);
  }

  /** Where many wait already, more come within a moment: they share what a group costs, and the disk is asked less often. */
  function sendNext({ drafts }: Group): void {
    if (drafts.length < loadedMin) {
      sendCollected();
      return;
    }
    isUnderWay = true;
    setTimeout(() => {
      isUnderWay = false;
      sendCollected();
    }, loadedMs);
  }

  /** Releases the drafts that were held while writes failed. It releases a part at a time, so that a group does not delay callers of the next one. */
  function letGo(): void {
    for (const draft of held.splice(0, notedMax)) collect(draft)?.noted.push(draft);
    flush();
  }

  function hold(drafts: readonly AuditDraft[]): void {
    if (options.holdsNoted) held.push(...drafts.slice(0, queuedMax - held.length));
  }

  return {
    /** `done` is told once the record is on the disk, or will not be. False when too many are waiting. */
    add(entry: AuditEntry, done: (fault: string | null) => void): boolean {
      const group = collect(toDraft(entry));
      if (group === undefined) return false;
      if (group.awaitedSinceMs === null) {
        group.awaitedSinceMs = clock.monotonicMs();
        setImmediate(flush);
      }
      group.settle.push(done);
      return true;
    },
    /** Notes an entry without a waiting caller. The log collects such entries for a while. */
    note(entry: AuditEntry): void {
      const draft = toDraft(entry);
      if (!options.isWritable() && options.holdsNoted) {
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
    letGo,
    queued: () => queued + held.length,
    /** Sends the collected drafts even if another group is in flight. */
    finish(): void {
      clearTimeout(noteTimer);
      sendCollected();
    },
  };
}

/** Estimates the space that these drafts take in the database. */
function measure(drafts: readonly AuditDraft[]): number {
  const texts = drafts.map((draft) => draft.reduce((sum, text) => sum + (text?.length ?? 0), 0));
  return bytesPerCharacter * texts.reduce((sum, length) => sum + length, 0);
}
