// What a node has seen of its keys, in a file outside the data directory: a line is added for each state, and none is changed.

import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import type { KeyMemory, SeenState } from '../../app/keys/key-memory.ts';
import { ifThere } from '../../errors.ts';

const states = { revoked: true, good: false } as const;
const line = /^(\S+) (\S+) (revoked|good) (\S+)$/gm;

/** Returns a file beside the ends of the audit. An attacker who restores an older database does not reach it there. */
export function toKeyMemoryFile(stateFolder: string): string {
  return join(stateFolder, 'key-memory');
}

/** A command or another process of this node may have added to it: the database itself tells of a revocation at once. */
const rereadMs = 1_000;
const portionBytes = 1 << 20;

export function openKeyMemory(file: string, clock: Pick<Clock, 'monotonicMs'>): KeyMemory {
  const revoked = new Map<string, number>();
  let readBytes = 0;
  let readAtMs = Number.NEGATIVE_INFINITY;

  const note = (seen: readonly SeenState[]) => {
    for (const { id, isRevoked, atMs } of seen) if (isRevoked && !revoked.has(id)) revoked.set(id, atMs);
  };

  /** The lines that were added since. Those that somebody took away stay known to this process. */
  function readOn(): void {
    const descriptor = ifThere(() => openSync(file, 'r'));
    if (descriptor === undefined) return;
    try {
      const { size } = fstatSync(descriptor);
      if (size < readBytes) readBytes = 0;
      const portion = Buffer.alloc(Math.min(portionBytes, size - readBytes));
      while (readBytes < size) {
        const text = portion.toString('latin1', 0, readSync(descriptor, portion, 0, portion.length, readBytes));
        const end = text.lastIndexOf('\n') + 1;
        // Somebody is writing the line.
        if (end === 0) return;
        note(toAllSeen(text.slice(0, end)));
        readBytes += end;
      }
    } finally {
      closeSync(descriptor);
    }
  }

  return {
    list: () => readKeyMemory(file),
    add(seen) {
      note(seen);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendFileSync(file, seen.map(toStateLine).join(''), { mode: 0o600, flush: true });
    },
    findRevokedMs(id) {
      const nowMs = clock.monotonicMs();
      if (nowMs - readAtMs >= rereadMs) {
        readAtMs = nowMs;
        try {
          readOn();
        } catch {
          // A folder that cannot be read is told of by the audit. It must not keep good keys out.
        }
      }
      return revoked.get(id);
    },
  };
}

export function readKeyMemory(file: string): readonly SeenState[] {
  return toAllSeen(ifThere(() => readFileSync(file, 'utf8')) ?? '');
}

const toAllSeen = (text: string) => [...text.matchAll(line)].map(toSeen);

function toStateLine({ atMs, id, isRevoked, fingerprint }: SeenState): string {
  return `${new Date(atMs).toISOString()} ${id} ${isRevoked ? 'revoked' : 'good'} ${fingerprint}\n`;
}

function toSeen([, at = '', id = '', state, fingerprint = '']: RegExpExecArray): SeenState {
  return { atMs: Date.parse(at), id, isRevoked: states[state as keyof typeof states], fingerprint };
}
