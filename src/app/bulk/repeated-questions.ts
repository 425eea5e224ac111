// Which rows of a batch ask what an earlier one asks, in some 20 bytes a row, however many there are. By a hash alone: whoever uses
// what it says compares the questions themselves first.

import { createHash } from 'node:crypto';
import type { Question } from './question.ts';

const firstSlots = 1024;
/** Fuller than this, places are found ever later. */
const fullness = 0.6;

export function createRepeatedQuestions() {
  let hashes = new Float64Array(firstSlots);
  /** 0 where there is nothing. */
  let rows = new Uint32Array(firstSlots);
  let size = 0;

  function findSlot(hash: number): number {
    const last = rows.length - 1;
    let slot = hash & last;
    while (rows[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & last;
    return slot;
  }

  function put(hash: number, row: number): void {
    const slot = findSlot(hash);
    hashes[slot] = hash;
    rows[slot] = row;
  }

  function grow(): void {
    const [oldHashes, oldRows] = [hashes, rows];
    hashes = new Float64Array(oldRows.length * 2);
    rows = new Uint32Array(oldRows.length * 2);
    for (const [slot, row] of oldRows.entries()) if (row !== 0) put(oldHashes[slot] as number, row);
  }

  return {
    /** The first row with this question, where that is not this one. Rows are counted from 1. */
    findFirst(question: Question, row: number): number | undefined {
      const hash = toQuestionHash(question);
      const first = rows[findSlot(hash)] as number;
      if (first !== 0) return first;
      put(hash, row);
      if (++size > rows.length * fullness) grow();
      return undefined;
    },
  };
}

/** Returns as many bits as a number holds exactly. */
function toQuestionHash(question: Question): number {
  return createHash('sha256').update(JSON.stringify(question)).digest().readUIntBE(0, 6);
}
