// What a node has seen of its keys, in a file outside the data directory: a line is added for each state, and none is changed.

import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeyMemory, SeenState } from '../../app/keys/key-memory.ts';
import { ifThere } from '../../errors.ts';

const states = { revoked: true, good: false } as const;
const line = /^(\S+) (\S+) (revoked|good) (\S+)$/gm;

/** Beside the ends of the audit: who puts an older database in place does not reach it there. */
export function toKeyMemoryFile(stateFolder: string): string {
  return join(stateFolder, 'key-memory');
}

export function openKeyMemory(file: string): KeyMemory {
  return {
    list: () => [...(ifThere(() => readFileSync(file, 'utf8')) ?? '').matchAll(line)].map(toSeen),
    add(seen) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendFileSync(file, seen.map(toLine).join(''), { mode: 0o600, flush: true });
    },
  };
}

function toLine({ atMs, id, isRevoked, fingerprint }: SeenState): string {
  return `${new Date(atMs).toISOString()} ${id} ${isRevoked ? 'revoked' : 'good'} ${fingerprint}\n`;
}

function toSeen([, at = '', id = '', state, fingerprint = '']: RegExpExecArray): SeenState {
  return { atMs: Date.parse(at), id, isRevoked: states[state as keyof typeof states], fingerprint };
}
