// Which connections are open, and who may have one more. When there is no room, one that nobody uses gives way to the new
// client: first one that was told to go, then the one that has been idle for longest.

import type { Connection } from './connection.ts';
import { createNetworkCounts } from './network-counts.ts';

/** The counts give the reasons for dropped connections since the last count. */
export interface DroppedConnections {
  /** Closed at once: every slot was in use. */
  readonly noRoom: number;
  /** Closed at once: this client network has its share. */
  readonly clientShare: number;
  /** Idle ones that gave way. */
  readonly gaveWay: number;
}

interface SlotsOptions {
  readonly connectionsMax: number;
  /** The limit applies to one client network. */
  readonly clientMax: number;
}

export interface Slots {
  /** Returns false if the caller must close the connection. */
  take(connection: Connection): boolean;
  release(connection: Connection): void;
  markBusy(connection: Connection): void;
  markIdle(connection: Connection): void;
  /** It was told to go. */
  markLeaving(connection: Connection): void;
  all(): Iterable<Connection>;
  count(): number;
  countDropped(): DroppedConnections;
}

export function createSlots({ connectionsMax, clientMax }: SlotsOptions): Slots {
  const open = new Set<Connection>();
  /** Both in the order in which they became so. */
  const idle = new Set<Connection>();
  const leaving = new Set<Connection>();
  const held = createNetworkCounts();
  let dropped = { noRoom: 0, clientShare: 0, gaveWay: 0 };

  function release(connection: Connection): void {
    if (!open.delete(connection)) return;
    idle.delete(connection);
    leaving.delete(connection);
    if (connection.network !== undefined) held.remove(connection.network);
  }

  function makeRoom(mayGo: (connection: Connection) => boolean): boolean {
    for (const candidates of [leaving, idle]) {
      for (const connection of candidates) {
        if (!mayGo(connection)) continue;
        if (candidates === idle && connection.socket.bytesRead !== connection.bytesWhenIdle) continue;
        release(connection);
        connection.socket.destroy();
        dropped.gaveWay++;
        return true;
      }
    }
    return false;
  }

  return {
    take: (connection) => {
      const { network } = connection;
      const hasShare = network !== undefined && held.of(network) >= clientMax;
      if (hasShare && !makeRoom((other) => other.network === network)) {
        dropped.clientShare++;
        return false;
      }
      if (open.size >= connectionsMax && !makeRoom(() => true)) {
        dropped.noRoom++;
        return false;
      }
      open.add(connection);
      idle.add(connection);
      if (network !== undefined) held.add(network);
      return true;
    },
    release,
    markBusy: (connection) => {
      idle.delete(connection);
    },
    markIdle: (connection) => {
      connection.bytesWhenIdle = connection.socket.bytesRead;
      if (open.has(connection)) idle.add(connection);
    },
    markLeaving: (connection) => {
      idle.delete(connection);
      if (open.has(connection)) leaving.add(connection);
    },
    all: () => open,
    count: () => open.size,
    countDropped: () => {
      const counted = dropped;
      dropped = { noRoom: 0, clientShare: 0, gaveWay: 0 };
      return counted;
    },
  };
}
