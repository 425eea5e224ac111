// The numbers of a long list, each once, in some 20 bytes. A set of strings would take several times as much, and every string that was
// cut out of a text keeps the whole of that text.

import type { Cnpj } from '../../../domain/numbers/cnpj.ts';

const firstSlots = 1024;
/** Fuller than this, places are found ever later. */
const fullness = 0.6;

/** Check digits follow from the rest: eight characters are the root, four the branch. */
const rootLength = 8;
const baseLength = 12;

export function createCnpjSet() {
  let roots = new Float64Array(firstSlots);
  /** One more than the branch; 0 where there is nothing. */
  let branches = new Uint32Array(firstSlots);
  let size = 0;

  function findSlot(root: number, branch: number): number {
    const last = roots.length - 1;
    let slot = toSlotHash(root, branch) & last;
    while (branches[slot] !== 0 && (roots[slot] !== root || branches[slot] !== branch)) slot = (slot + 1) & last;
    return slot;
  }

  function grow(): void {
    const [oldRoots, oldBranches] = [roots, branches];
    roots = new Float64Array(oldRoots.length * 2);
    branches = new Uint32Array(oldRoots.length * 2);
    for (const [index, branch] of oldBranches.entries()) {
      if (branch === 0) continue;
      const root = oldRoots[index] as number;
      const slot = findSlot(root, branch);
      roots[slot] = root;
      branches[slot] = branch;
    }
  }

  return {
    get size(): number {
      return size;
    },
    /** Adds a number. Returns false if it is already there. */
    add(cnpj: Cnpj): boolean {
      const root = toInteger(cnpj, 0, rootLength);
      const branch = toInteger(cnpj, rootLength, baseLength) + 1;
      const slot = findSlot(root, branch);
      if (branches[slot] !== 0) return false;
      roots[slot] = root;
      branches[slot] = branch;
      if (++size > roots.length * fullness) grow();
      return true;
    },
  };
}

/** Digits and letters as one number to the base of 36; of eight characters it is below 2^42. */
function toInteger(cnpj: Cnpj, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at++) {
    const code = cnpj.charCodeAt(at);
    value = value * 36 + (code < 65 ? code - 48 : code - 55);
  }
  return value;
}

function toSlotHash(root: number, branch: number): number {
  let hash =
    Math.imul(root | 0, 0x9e3779b1) ^ Math.imul((root / 2 ** 32) | 0, 0x85ebca6b) ^ Math.imul(branch, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
