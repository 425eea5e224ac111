// An import may take every core for minutes; whoever waits for an answer of a service on the same machine goes first.

import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lowers this process to the lowest priority. Linux keeps a priority for each thread: those that run already (the engine's own,
 * which collect garbage) are lowered one by one, and those of the import inherit it because they are started later. The
 * disk's priority follows from it, where the disk has a scheduler that knows any.
 */
export function yieldToOthers(): void {
  for (const thread of listThreads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended meanwhile, or a sandbox forbids even this: the import then runs as it always did.
    }
  }
}

/** Elsewhere than on Linux a priority belongs to the whole process. */
function listThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
