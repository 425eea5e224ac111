// Which database server this node knows to be the newest. It brings the client of PostgreSQL, which a start without that database does not load.

import { type Lineage, type LineageMemory, parseLineage, writeLineage } from '../../stores/postgres/lineage.ts';
import type { KnownServers } from './store-lineage.ts';

/** Reports every newer server once, no matter which process or node has met it. */
export function followLineage(memory: LineageMemory, onNewer: () => void): LineageMemory {
  let judgedBy = toLineageText(memory.read());
  // Another process of the node writes into the same file, so whoever reads it may be the first here to meet a newer one.
  function read(): Lineage | undefined {
    const newest = memory.read();
    const text = toLineageText(newest);
    if (text !== judgedBy) {
      judgedBy = text;
      onNewer();
    }
    return newest;
  }
  return {
    read,
    remember(lineage) {
      memory.remember(lineage);
      read();
    },
  };
}

const toLineageText = (lineage: Lineage | undefined) => lineage && writeLineage(lineage);

export function toKnownServers(lineage: LineageMemory): KnownServers {
  return {
    newestServer: () => toLineageText(lineage.read()),
    learnServer(text) {
      const told = parseLineage(text);
      if (told !== undefined) lineage.remember(told);
    },
  };
}
