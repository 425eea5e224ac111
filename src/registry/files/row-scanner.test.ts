import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RejectReason, RowScanner } from './row-scanner.ts';

interface Scanned {
  readonly rows: string[][];
  readonly rejected: { line: number; reason: RejectReason }[];
  readonly endedInsideRow: boolean;
}

function scan(text: string, columns: number, chunkBytes = text.length, refused = 'nothing'): Scanned {
  const rows: string[][] = [];
  const rejected: Scanned['rejected'] = [];
  const scanner = new RowScanner(columns, {
    row(bytes, starts, ends) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const fields = Array.from({ length: columns }, (_, column) =>
        buffer.toString('latin1', starts[column], ends[column]).replaceAll('""', '"'),
      );
      if (fields[0] === refused) return 'invalid_number';
      rows.push(fields);
      return undefined;
    },
    rejected: (line, reason) => rejected.push({ line, reason }),
  });
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += Math.max(1, chunkBytes))
    scanner.push(bytes.subarray(at, at + Math.max(1, chunkBytes)));
  scanner.finish();
  expect(scanner.rows).toBe(rows.length + rejected.length);
  return { rows, rejected, endedInsideRow: scanner.endedInsideRow };
}

const write = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((field) => `"${field.replaceAll('"', '""')}"`).join(';')}\n`).join('');

describe('RowScanner', () => {
  it('reads back whatever was written in the dialect, however the stream is cut', () => {
    const character = fc.constantFrom('A', 'z', '0', ';', '"', '\n', '\r', '\\', '\0', ' ', 'Ç', '\x96', '""', '";"');
    const field = fc.array(character, { maxLength: 8 }).map((parts) => parts.join(''));
    const rows = fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 40 }), (given, chunkBytes) => {
        expect(scan(write(given), 3, chunkBytes)).toEqual({ rows: given, rejected: [], endedInsideRow: false });
      }),
    );
  });

  it('reads a last row without its line end, lines that end in CR LF, and fields without quotes', () => {
    expect(scan('"a";"b"', 2).rows).toEqual([['a', 'b']]);
    expect(scan('"a";"b"\r\n"c";"d"\r\n', 2, 1).rows).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(scan('a;"b"\nc;d\r\n', 2, 1).rows).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('loses one row to a broken quote, not the rows after it, and names its line', () => {
    const good = (root: string): string => `"${root}";"x"\n`;
    const text = `${good('11111111')}"22222222";"a"b"\n${good('33333333')}"44444444";"never closed\n${good('55555555')}`;
    for (const chunkBytes of [1, 7, 1000]) {
      const { rows, rejected } = scan(text, 2, chunkBytes);
      expect(rows.map((row) => row[0])).toEqual(['11111111', '33333333', '55555555']);
      expect(rejected).toEqual([
        { line: 2, reason: 'broken_quotes' },
        { line: 4, reason: 'broken_quotes' },
      ]);
    }
  });

  it('refuses a quote in the middle of a field without quotes', () => {
    expect(scan('a"b;c\n"11111111";"x"\n', 2)).toMatchObject({
      rows: [['11111111', 'x']],
      rejected: [{ line: 1, reason: 'broken_quotes' }],
    });
  });

  it('counts line breaks inside fields when it names a line', () => {
    const { rejected } = scan('"11111111";"a\nb\nc"\n"22222222"\n', 2, 3);
    expect(rejected).toEqual([{ line: 4, reason: 'wrong_column_count' }]);
  });

  it('refuses a row with too few or too many fields', () => {
    const { rows, rejected } = scan('"a"\n"a";"b";"c"\n"a";"b";"c";"d";"e"\n"a";"b"\n', 2);
    expect(rows).toEqual([['a', 'b']]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'wrong_column_count'],
      [2, 'wrong_column_count'],
      [3, 'wrong_column_count'],
    ]);
  });

  it('stops a quote that is never closed from swallowing the file', () => {
    const text = `"11111111";"${'x\n'.repeat(70_000)}"22222222";"y"\n`;
    const { rows, rejected } = scan(text, 2, 4096);
    expect(rows).toEqual([['22222222', 'y']]);
    expect(rejected).toEqual([{ line: 1, reason: 'row_too_long' }]);
  });

  it('does not take a whole last row that is refused, or lacks only its line end, for a cut one', () => {
    for (const end of ['', '\n']) {
      const { rejected, endedInsideRow } = scan(`"a";"b"\n"refused";"d"${end}`, 2, 5, 'refused');
      expect(rejected).toEqual([{ line: 2, reason: 'invalid_number' }]);
      expect(endedInsideRow).toBe(false);
    }
    expect(scan('"a";"b"\n"c";"d";"too many"', 2).endedInsideRow).toBe(false);
    expect(scan('"11111111";"b\n"22222222";"d"\n', 2)).toMatchObject({ endedInsideRow: false });
  });

  it('says when the text ends in the middle of a row', () => {
    expect(scan('"a";"b"\n"c";"d', 2).endedInsideRow).toBe(true);
    expect(scan('"a";"b"\n"c"', 2).endedInsideRow).toBe(true);
    expect(scan('"a";"b"\n"c";"d"', 2).endedInsideRow).toBe(false);
    expect(scan('', 2)).toEqual({ rows: [], rejected: [], endedInsideRow: false });
  });

  it('never crashes or hangs on arbitrary bytes, and accounts for every line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ';', '\n', 'a', '1', '\r'), maxLength: 200 }), (text) => {
        const whole = scan(text, 2);
        expect(scan(text, 2, 5)).toEqual(whole);
      }),
    );
  });
});
