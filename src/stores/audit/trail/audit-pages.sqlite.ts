// Records of the audit in SQLite for the proof, which reads all of them: a thousand as a few long values. To make a value of each column
// of each record takes twice as long.

import type { Database } from 'better-sqlite3';
import type { AuditRow, ChainStretch } from '../../../app/audit/ports.ts';
import { type RecordRow, toAuditRow } from '../audit-rows.sqlite.ts';

const pageRows = 1_000;
const hashBytes = 32;

const toPageSql = (records: string) =>
  `SELECT sequence, hash, content, content_hash, details FROM ${records} AND sequence > @after AND sequence <= @until
    ORDER BY sequence LIMIT ${pageRows}`;
/** A blob that is called a text keeps its bytes. Contents are JSON on one line; whatever is of another form is read record by record. */
const toPackedSql = (records: string) => `SELECT count(*), min(sequence), max(sequence),
    sum(length(hash) IS NOT ${hashBytes} OR content IS NULL OR content_hash IS NOT NULL OR instr(content, char(10)) > 0),
    CAST(group_concat(CAST(hash AS TEXT), '') AS BLOB), group_concat(content, char(10)),
    group_concat(coalesce(length(details), -1)), CAST(group_concat(CAST(details AS TEXT), '') AS BLOB)
  FROM (${toPageSql(records)})`;
/** Without the view of both, which would be asked for its chain with each record. */
const ownRecords = 'records WHERE true';
const endedRecords = 'ended_records WHERE chain = @chain';

type Packed = [
  count: number,
  first: number,
  last: number,
  others: number,
  hashes: Buffer,
  contents: string,
  detailsBytes: string,
  details: Buffer | null,
];

/** In pages: a reader that stays open would keep the write-ahead log from being folded in. */
export function createReadPages(database: Database, own: string) {
  const toReads = (records: string) => ({
    page: database.prepare(toPageSql(records)),
    packed: database.prepare(toPackedSql(records)).raw(),
  });
  const [ofOwn, ofEnded] = [toReads(ownRecords), toReads(endedRecords)];

  function read({ chain, after, until = Number.MAX_SAFE_INTEGER }: ChainStretch): readonly AuditRow[] {
    const { page, packed } = chain === own ? ofOwn : ofEnded;
    const found = packed.get({ chain, after, until }) as Packed;
    const [count, first, last, others] = found;
    if (count === 0) return [];
    if (others === 0 && last - first + 1 === count) return unpack(found, chain);
    return (page.all({ chain, after, until }) as RecordRow[]).map((row) => toAuditRow({ ...row, chain }));
  }

  return function* (stretch: ChainStretch): Generator<readonly AuditRow[]> {
    for (let { after } = stretch; ; ) {
      const rows = read({ ...stretch, after });
      if (rows.length === 0) return;
      yield rows;
      after = (rows.at(-1) as AuditRow).sequence;
    }
  };
}

function unpack([, first, , , hashes, contents, detailsBytes, details]: Packed, chain: string): readonly AuditRow[] {
  const sizes = detailsBytes.split(',').map(Number);
  let end = 0;
  return contents.split('\n').map((content, index) => {
    const size = sizes[index] as number;
    const begin = end;
    end += Math.max(size, 0);
    return {
      chain,
      sequence: first + index,
      hash: hashes.subarray(index * hashBytes, (index + 1) * hashBytes),
      content,
      contentHash: null,
      sealedDetails: size < 0 || details === null ? null : details.subarray(begin, end),
    };
  });
}
