// Which rows of two editions of a list make a difference. A row does that says what no row of the other one says, or that begins or ends
// between the two days. So do all rows about the same thing. Both editions are read once, in step.

import { type RowsAre, toGroupKey } from '../../../domain/screening/group-hits.ts';
import type { RowPlace } from '../../snapshot/row-places.ts';
import { type Edition, EditionReading, hashDocument } from './edition-reading.ts';
import { createTurnCheck, type Days, type HasTurned } from './row-turns.ts';
import { toDigest, UnmatchedLines } from './unmatched-lines.ts';

export interface ChangedRows {
  /** The places stand in the order of the edition. */
  readonly before: readonly RowPlace[];
  readonly after: readonly RowPlace[];
}

/** Throws SnapshotDamage where an edition is not what the import wrote. */
export function findChangedRows(before: Edition, after: Edition, rowsAre: RowsAre, days: Days): ChangedRows {
  const hasTurned = createTurnCheck(days);
  const isSame = before.manifest.entries_sha256 === after.manifest.entries_sha256;
  if (isSame && days.before === days.after) return { before: [], after: [] };
  const [old, young] = [new EditionReading(before), new EditionReading(after)];
  try {
    if (!isSame) return findDifferent(old, young, rowsAre, hasTurned);
    const places = findTurned(young, rowsAre, hasTurned);
    return { before: places, after: places };
  } finally {
    old.close();
    young.close();
  }
}

function findTurned(edition: EditionReading, rowsAre: RowsAre, hasTurned: HasTurned): readonly RowPlace[] {
  const turned: FoundRow[] = [];
  for (let line = edition.next(); line !== undefined; line = edition.next())
    if (hasTurned(line)) turned.push({ row: edition.row, group: toRowGroup(line, rowsAre) });
  return toPlaces(edition, turned, toGroups(turned), rowsAre);
}

/** A group identifies the subject of a row by two values: the hash of its number and the key of its group. */
interface RowGroup {
  readonly document: number;
  readonly key: string;
}

interface FoundRow {
  readonly row: number;
  readonly group: RowGroup;
}

function findDifferent(
  before: EditionReading,
  after: EditionReading,
  rowsAre: RowsAre,
  hasTurned: HasTurned,
): ChangedRows {
  const turned: Record<keyof ChangedRows, FoundRow[]> = { before: [], after: [] };
  const unmatched = readInStep(before, after, (line, rows) => {
    if (!hasTurned(line)) return;
    const group = toRowGroup(line, rowsAre);
    turned.before.push({ row: rows.before, group });
    turned.after.push({ row: rows.after, group });
  });
  const readLone = (edition: EditionReading, rows: readonly number[]) =>
    rows.map((row) => toLone(edition.lineAt(row), row, rowsAre, hasTurned));
  const gone = readLone(before, unmatched.rowsOf('before'));
  const come = readLone(after, unmatched.rowsOf('after'));
  const found = {
    before: [...turned.before, ...withoutRenumbered(gone, come)],
    after: [...turned.after, ...withoutRenumbered(come, gone)],
  };
  const touched = toGroups([...found.before, ...found.after]);
  return {
    before: toPlaces(before, found.before, touched, rowsAre),
    after: toPlaces(after, found.after, touched, rowsAre),
  };
}

type OnSame = (line: string, rows: Readonly<Record<keyof ChangedRows, number>>) => void;

/** Returns what has met no like. */
function readInStep(before: EditionReading, after: EditionReading, onSame: OnSame): UnmatchedLines {
  const unmatched = new UnmatchedLines();
  for (;;) {
    const [old, young] = [before.next(), after.next()];
    if (old === undefined && young === undefined) return unmatched;
    // An edition has each line once, because it has each number once.
    if (old !== undefined && old === young) {
      onSame(old, { before: before.row, after: after.row });
      continue;
    }
    const later = old === undefined ? undefined : unmatched.meet('before', old, before.row);
    if (old !== undefined && later !== undefined) onSame(old, { before: before.row, after: later });
    const earlier = young === undefined ? undefined : unmatched.meet('after', young, after.row);
    if (young !== undefined && earlier !== undefined) onSame(young, { before: earlier, after: after.row });
  }
}

function toLone(line: string, row: number, rowsAre: RowsAre, hasTurned: HasTurned) {
  const content = toDigest(JSON.stringify({ ...JSON.parse(line), id: '' }));
  return { row, group: toRowGroup(line, rowsAre), content, hasTurned: hasTurned(line) };
}

function toRowGroup(line: string, rowsAre: RowsAre): RowGroup {
  return { document: hashDocument(line), key: toGroupKey(JSON.parse(line), rowsAre) };
}

/** All that the rows are about. Without a number no two are about the same thing. */
function toGroups(rows: readonly FoundRow[]) {
  return {
    keys: new Set(rows.map(({ group }) => group.key)),
    documents: new Set(rows.map(({ group }) => group.document).filter((document) => document !== 0)),
  };
}

/** Returns the places of the rows, with all other rows of the touched groups. Several rows of one act make one hit, and are judged together. */
function toPlaces(
  edition: EditionReading,
  found: readonly FoundRow[],
  touched: ReturnType<typeof toGroups>,
  rowsAre: RowsAre,
): readonly RowPlace[] {
  const rows = new Set(found.map(({ row }) => row));
  // Most rows name nobody that a changed one names, and need not be read again.
  for (const row of edition.findDocuments(touched.documents))
    if (!rows.has(row) && touched.keys.has(toRowGroup(edition.lineAt(row), rowsAre).key)) rows.add(row);
  return [...rows].sort((one, other) => one - other).map((row) => edition.placeOf(row));
}

/** A row that stands in one of the editions alone. */
interface LoneRow {
  /** The digest of all that it says but its number. */
  readonly content: string;
  /** It begins or ends between the two days. */
  readonly hasTurned: boolean;
}

/**
 * Rows that both editions have, under different numbers: publishers renumber, and that tells nothing about anybody. Rows whose content
 * the others do not have, or not as often; of several alike the last ones.
 */
function withoutRenumbered<Row extends LoneRow>(rows: readonly Row[], others: readonly LoneRow[]): readonly Row[] {
  const counts = new Map<string, number>();
  for (const { content } of others) counts.set(content, (counts.get(content) ?? 0) + 1);
  return rows.filter(({ content, hasTurned }) => {
    const count = counts.get(content) ?? 0;
    counts.set(content, count - 1);
    return hasTurned || count <= 0;
  });
}
