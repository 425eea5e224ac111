import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutColumn } from './skip-column.ts';

async function skip(text: string, cuts: readonly number[] = []): Promise<string> {
  const bytes = Buffer.from(text);
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other), bytes.length];
  const chunks = (async function* () {
    for (const [index, end] of at.slice(1).entries()) yield bytes.subarray(at[index], end);
  })();
  const kept: Uint8Array[] = [];
  for await (const chunk of withoutColumn(chunks, 'GEOM')) kept.push(chunk);
  return Buffer.concat(kept).toString();
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', '\r', '\n', ' ') });
const cells = fc.tuple(cell, cell, cell);

describe('a column that nobody needs', () => {
  test('goes, wherever the pieces of the file end, and all other bytes stay', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cells), fc.array(fc.nat()), async (rows, cuts) => {
        const write = (skipped: (cell: string) => string) =>
          rows.map(([one, geometry, two]) => `${quoted(one)};${skipped(geometry)};${quoted(two)}\r\n`).join('');
        expect(await skip(`"A";"GEOM";"B"\r\n${write(quoted)}`, cuts)).toBe(`"A";"GEOM";"B"\r\n${write(() => '')}`);
      }),
    );
  });

  test('goes where it is the last one, and where its cells have no marks', async () => {
    expect(await skip('A;GEOM\n1;x y\n2;"z"\n')).toBe('A;GEOM\n1;\n2;\n');
  });

  test('goes by however large its cell is: nothing of it comes out', async () => {
    const piece = Buffer.alloc(1 << 20, 'x');
    const chunks = (async function* () {
      yield Buffer.from('A;GEOM;B\n1;"');
      for (let count = 0; count < 200; count++) yield piece;
      yield Buffer.from('";2\n');
    })();
    let kept = '';
    for await (const chunk of withoutColumn(chunks, 'GEOM')) kept += Buffer.from(chunk).toString();
    expect(kept).toBe('A;GEOM;B\n1;;2\n');
  });

  test('leaves a file alone that does not have it', async () => {
    const text = '\ufeffA;B\r\n"1";"2"\r\n';
    expect(await skip(text)).toBe(text);
    expect(await skip('no line break')).toBe('no line break');
  });

  test('hands on as broken what a mark that is never closed has swallowed', async () => {
    const rows = ['1;"open;z', '2;"b";z', '3;"c";z', ''].join('\n');
    expect(await skip(`A;GEOM;B\n${rows}`)).toBe('A;GEOM;B\n1;\n?\n\n3;;z\n');
    const never = ['1;"a";z', '2;"open;z', '3;c;z', '4;d;z', ''].join('\n');
    expect(await skip(`A;GEOM;B\n${never}`)).toBe('A;GEOM;B\n1;;z\n2;"\n?\n?\n?\n');
  });
});
