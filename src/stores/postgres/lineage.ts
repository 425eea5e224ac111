// Which server is the right one, where two take writes: the one that was promoted last. A process refuses every server that is older than
// the newest it knows of, or that parted from it. What is known lies in a file of the node, and goes through Redis to the others.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ifThere } from '../../errors.ts';
import { UnreachableError, undefinedWithoutTables } from './fault.ts';
import type { Session } from './session.ts';

export interface Lineage {
  /** An operator who accepts another server raises the epoch. The greater epoch counts, regardless of other differences. */
  readonly epoch: number;
  /** `system` identifies the cluster. A copy by replication has the same value, and a restored dump has another. */
  readonly system: string;
  /** Raised by every promotion. */
  readonly timeline: number;
  /** The mark is written once into each timeline, so two servers that were promoted apart have different marks. */
  readonly mark: string;
}

const fenceCodes = ['OLD_PRIMARY', 'FORKED_SERVER', 'OTHER_SERVER'] as const;
type FenceCode = (typeof fenceCodes)[number];

export function isFenceCode(code: string): code is FenceCode {
  return (fenceCodes as readonly string[]).includes(code);
}

/** Returns the reason why a server is not the known one. Returns undefined if it is that server or follows it. */
export function findFence(known: Lineage, found: Omit<Lineage, 'epoch'>): FenceCode | undefined {
  if (found.system !== known.system) return 'OTHER_SERVER';
  if (found.timeline < known.timeline) return 'OLD_PRIMARY';
  return found.timeline === known.timeline && found.mark !== known.mark ? 'FORKED_SERVER' : undefined;
}

/** An operator alone can declare another cluster newer, because the timelines of two clusters cannot be compared. */
function isNewer(a: Lineage, b: Lineage | undefined): boolean {
  if (b === undefined || a.epoch > b.epoch) return true;
  return a.epoch === b.epoch && a.system === b.system && a.timeline > b.timeline;
}

export interface LineageMemory {
  read(): Lineage | undefined;
  /** Remembers a lineage. A lineage that is not newer than the known one changes nothing. */
  remember(lineage: Lineage): void;
}

export function createLineageMemory(file: string): LineageMemory {
  const read = () => ifThere(() => parseLineage(readFileSync(file, 'utf8')));
  return {
    read,
    remember(lineage) {
      if (!isNewer(lineage, read())) return;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.${randomUUID()}`;
      writeFileSync(draft, `${writeLineage(lineage)}\n`, { flush: true, mode: 0o600 });
      renameSync(draft, file);
    },
  };
}

/** Four words, so that Redis can compare the first two. */
export function writeLineage({ epoch, timeline, system, mark }: Lineage): string {
  return `${epoch} ${timeline} ${system} ${mark}`;
}

export function parseLineage(text: string): Lineage | undefined {
  const [, epoch, timeline, system, mark] = /^(\d+) (\d+) (\d+) ([0-9a-f-]{36})\s*$/.exec(text) ?? [];
  if (system === undefined || mark === undefined) return undefined;
  return { epoch: Number(epoch), timeline: Number(timeline), system, mark };
}

/** The timeline of the last checkpoint lags behind a promotion; that of the place where the server writes now does not. */
const placeSql = `SELECT system_identifier::text AS system,
  ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline FROM pg_control_system()`;
const markSql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
const readMarkSql = "SELECT convert_from(value, 'UTF8') AS mark FROM confere.meta WHERE name = $1";

export async function readLineage(session: Pick<Session, 'query'>): Promise<Omit<Lineage, 'epoch'>> {
  const [place] = (await session.query<{ readonly system: string; readonly timeline: number }>(placeSql)).rows;
  if (place === undefined) throw new UnreachableError('NO_LINEAGE');
  const name = `lineage_${place.timeline}`;
  const readMark = async () => (await session.query<{ readonly mark: string }>(readMarkSql, [name])).rows[0]?.mark;
  let mark = await readMark();
  if (mark === undefined) {
    await session.query(markSql, [name, Buffer.from(randomUUID())]);
    mark = await readMark();
  }
  return { ...place, mark: mark ?? '' };
}

/** Throws for a server that is not to be used, and remembers one that comes after all that are known. */
export async function checkLineage(session: Pick<Session, 'query'>, memory: LineageMemory): Promise<void> {
  const found = await readLineage(session).catch(undefinedWithoutTables);
  if (found === undefined) return;
  const known = memory.read();
  const fence = known && findFence(known, found);
  if (fence !== undefined) throw new UnreachableError(fence);
  memory.remember({ epoch: known?.epoch ?? 0, ...found });
}
