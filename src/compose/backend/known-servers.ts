// Which database server this node knows to be the newest. It brings the client of PostgreSQL, which a start without that database does not load.

import { type Lineage, type LineageMemory, parseLineage, writeLineage } from '../../stores/postgres/lineage.ts';
import type { KnownServers } from './store-lineage.ts';

/** Told once of every newer server, whoever has met it: this process, another of the node, another node. */
export function followLineage(memory: LineageMemory, onNewer: () => void): LineageMemory {
  let judgedBy = toText(memory.read());
  return {
    read: memory.read,
    remember(lineage) {
      memory.remember(lineage);
      const newest = toText(memory.read());
      if (newest === judgedBy) return;
      judgedBy = newest;
      onNewer();
    },
  };
}

const toText = (lineage: Lineage | undefined) => lineage && writeLineage(lineage);

export function toKnownServers(lineage: LineageMemory): KnownServers {
  return {
    newestServer: () => toText(lineage.read()),
    learnServer(text) {
      const told = parseLineage(text);
      if (told !== undefined) lineage.remember(told);
    },
  };
}
