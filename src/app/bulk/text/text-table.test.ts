import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsvCell } from '../../../domain/rows/csv-cell.ts';
import type { Row } from '../table.ts';
import { rowBytesMax } from './row-blocks.ts';
import { openTextTable, readBlock, type TextTableOptions } from './text-table.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function open(input: string | Uint8Array, options: TextTableOptions = {}, size = 1000) {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const table = await openTextTable(inPieces(bytes, size), options);
  const rows: Row[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  return { ...table, rows, cells: rows.map((row) => row.cells), faults: rows.map(({ line, fault }) => [line, fault]) };
}

describe('CSV', () => {
  it.each([';', ',', '\t', '|'])('with %j between its cells is recognised', async (delimiter) => {
    const text = `cpf${delimiter}nome\n1${delimiter}"a, b; c|d"\n2${delimiter}x\n`;
    const { columns, dialect, cells } = await open(text);
    expect([columns, dialect.delimiter]).toEqual([['cpf', 'nome'], delimiter]);
    expect(cells).toEqual([
      ['1', 'a, b; c|d'],
      ['2', 'x'],
    ]);
  });

  it('takes any other delimiter that it is told, also by Excel’s own line', async () => {
    expect((await open('cpf^nome\n1^x\n', { delimiter: '^' })).cells).toEqual([['1', 'x']]);
    expect((await open('sep=#\ncpf#nome\n1#x\n')).faults).toEqual([[3, undefined]]);
    await expect(open('cpf\n1\n', { delimiter: '§' })).rejects.toThrow('one character of ASCII');
  });

  it('read with the wrong delimiter has one column, whose name shows it', async () => {
    expect((await open('cpf;nome\n1;x\n', { delimiter: ',' })).columns).toEqual(['cpf;nome']);
  });

  it('says which line has another number of cells, and goes on', async () => {
    const { faults, cells } = await open('cpf,nome\n1,x\n2,y,z\n3;w\n4,\n5\n6,v,\n');
    expect(faults).toEqual([
      [2, undefined],
      [3, 'wrong_column_count'],
      [4, 'wrong_column_count'],
      [5, undefined],
      [6, undefined],
      [7, undefined],
    ]);
    expect(cells[5]?.slice(0, 2)).toEqual(['6', 'v']);
  });

  it('keeps line breaks and marks inside quotation marks, and counts lines by them', async () => {
    const { cells, faults } = await open('cpf,nome\r\n1,"a\r\nb ""c"""\r\n\r\n2,5" pipe\r\n');
    expect(cells).toEqual([
      ['1', 'a\r\nb "c"'],
      ['2', '5" pipe'],
    ]);
    expect(faults).toEqual([
      [2, undefined],
      [5, undefined],
    ]);
  });

  it('loses one line where a quotation mark is never closed', async () => {
    const { faults } = await open('cpf,nome\n1,"open\n2,x\n3,y\n');
    expect(faults).toEqual([
      [2, 'unclosed_quote'],
      [3, undefined],
      [4, undefined],
    ]);
    const closedLater = await open('cpf,nome\n1,"open\n2,x\n3,"y"\n4,z\n');
    expect(closedLater.faults).toEqual([
      [2, 'unclosed_quote'],
      [3, undefined],
      [4, undefined],
      [5, undefined],
    ]);
  });

  it('loses the lines of a broken row whose marks run on to its end, and none behind it', async () => {
    // Each line closes what the one before it opened, and opens it again.
    const { faults } = await open(`cpf;nome\n${'x";"\n'.repeat(3)}"\n2;y\n`);
    expect(faults).toEqual([
      [2, 'unclosed_quote'],
      [3, 'unclosed_quote'],
      [4, 'unclosed_quote'],
      [5, 'unclosed_quote'],
      [6, undefined],
    ]);
  });

  it('is the same for marks anywhere, whatever pieces it comes in', async () => {
    const hostile = fc.array(fc.constantFrom('"', '""', ';', '\n', 'x', '\r\n', 'x";"\n'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(hostile, fc.integer({ min: 1, max: 9 }), async (parts, size) => {
        const text = `cpf;nome\n1;2\n${parts.join('')}`;
        const options = { delimiter: ';', hasHeader: true };
        const whole = await open(text, options);
        expect((await open(text, options, size)).rows).toEqual(whole.rows);
        const lines = whole.rows.map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it('loses one row where it is longer than any row, in bounded memory', async () => {
    const { faults } = await open(`cpf,nome\n1,${'x'.repeat(3 * rowBytesMax)}\n2,y\n`, {}, 64 * 1024);
    expect(faults).toEqual([
      [2, 'row_too_long'],
      [3, undefined],
    ]);
  });

  it('has its header below titles, and rows of nothing but separators are none', async () => {
    const text =
      'Relatório de clientes;;\nEmitido em;05/03/2024;\n;;\nID;CPF;Nome\n1;40442820135;Ana\n;;\n" ";"";\n2;x;Bia\n;;;;\n';
    const { columns, headerLine, cells, rows, sample } = await open(text);
    expect([columns, headerLine]).toEqual([['ID', 'CPF', 'Nome'], 4]);
    expect(cells).toEqual([
      ['1', '40442820135', 'Ana'],
      ['2', 'x', 'Bia'],
    ]);
    expect(rows.map(({ line }) => line)).toEqual([5, 8]);
    expect(sample).toEqual(cells);
    const told = await open('Carteira\nQuem;Número fiscal;x\na;b;c\n', { names: ['numero fiscal'] });
    expect([told.columns, told.cells]).toEqual([['Quem', 'Número fiscal', 'x'], [['a', 'b', 'c']]]);
    const { columns: kept } = await open('tipo;numero;quem\nCPF;404428;Ana\nCPF;x;Bia\n');
    expect(kept).toEqual(['tipo', 'numero', 'quem']);
  });

  it.each([
    ['UTF-8', Buffer.from('cpf;Observação\r\n1;x\r\n'), false],
    ['UTF-8 with a mark', Buffer.from('\ufeffcpf;Observação\r\n1;x\r\n'), true],
    ['Windows-1252', Buffer.from('cpf;Observação\r\n1;x\r\n', 'latin1'), true],
    ['ASCII as Excel saves it in Brazil', Buffer.from('cpf;nome\r\n1;x\r\n'), true],
    ['ASCII as programs write it', Buffer.from('cpf,nome\n1,x\n'), false],
  ])('of %s: whether what comes of it has a mark is told by it', async (_name, bytes, hasMark) => {
    expect((await open(bytes)).csv.hasMark).toBe(hasMark);
  });

  it('without a header has columns by number', async () => {
    const { columns, cells } = await open('40442820135\n12345678909\n');
    expect([columns, cells]).toEqual([['column_1'], [['40442820135'], ['12345678909']]]);
    expect((await open('a,b\n1,2\n', { hasHeader: false })).cells).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('reads the same whatever pieces it comes in, and what was written', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '7') })
      .filter((text) => !text.startsWith('sep='));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('1'), cell), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 50 }),
        async (rows, size) => {
          const text = ['cpf,nome', ...rows.map((row) => row.map((value) => toQuoted(value)).join(','))].join('\n');
          const read = await open(`${text}\n`, { delimiter: ',', hasHeader: true }, size);
          expect(read.cells).toEqual(rows.map(([first, second]) => [first, second]));
          expect(read.faults.every(([, fault]) => fault === undefined)).toBe(true);
        },
      ),
    );
  });
});

function toQuoted(value: string): string {
  const cell = toCsvCell(value);
  return cell.endsWith('\r') ? `"${cell}"` : cell;
}

describe('the encoding', () => {
  const text = 'cpf;nome\n1;João Conceição\n2;Ana\n';

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['UTF-16 of Windows', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16, the large end first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('%s is told by the bytes', async (_name, bytes) => {
    for (const size of [1, 7, 1000]) {
      const { columns, cells } = await open(bytes, {}, size);
      expect([columns, cells]).toEqual([
        ['cpf', 'nome'],
        [
          ['1', 'João Conceição'],
          ['2', 'Ana'],
        ],
      ]);
    }
  });

  it('may change from line to line, which is counted; a line that is both is not read', async () => {
    const bytes = Buffer.concat([
      Buffer.from('cpf;nome\n1;João\n'),
      Buffer.from('2;João\n', 'latin1'),
      Buffer.concat([Buffer.from('3;João'), Buffer.from(' Conceição\n', 'latin1')]),
      Buffer.from('4;Ana\n'),
    ]);
    const { cells, faults } = await open(bytes);
    expect(cells.map((row) => row[1]).filter((_, index) => index !== 2)).toEqual(['João', 'João', 'Ana']);
    expect(faults).toEqual([
      [2, undefined],
      [3, undefined],
      [4, 'mixed_encoding'],
      [5, undefined],
    ]);
    const { dialect } = await open(bytes);
    expect(readBlock({ bytes, line: 1, fault: undefined }, dialect)).toMatchObject({ latinLines: 1, utf8Lines: 1 });
  });

  it('is what it is told to be', async () => {
    const { cells } = await open(Buffer.from(text), { encoding: 'latin1' });
    expect(cells[0]?.[1]).toBe('JoÃ£o ConceiÃ§Ã£o');
  });
});

describe('NDJSON', () => {
  it('has the fields of its first objects as columns, and numbers as they are written', async () => {
    const { format, columns, cells } = await open('{"cpf":"1","nome":"Ana"}\n\n{"cpf":12,"uf":null,"x":{"y":1}}\r\n');
    expect([format, columns]).toEqual(['ndjson', ['cpf', 'nome', 'uf', 'x']]);
    expect(cells).toEqual([
      ['1', 'Ana', '', ''],
      ['12', '', '', '{"y":1}'],
    ]);
  });

  it('says which line is no object, and goes on', async () => {
    const { faults } = await open('{"cpf":"1"}\n{"cpf":\n[1]\n{"cpf":"2"}');
    expect(faults).toEqual([
      [1, undefined],
      [2, 'invalid_json'],
      [3, 'invalid_json'],
      [4, undefined],
    ]);
  });
});

/** The name of the encrypted part stands wherever such a file has its directory, here on the edge of two pieces. */
function toProtected(): Buffer {
  const bytes = Buffer.alloc(200_000);
  bytes.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  bytes.write('EncryptedPackage', 131_060, 'utf16le');
  return bytes;
}

describe('a small text that would become a large table', () => {
  it('is refused with more columns than a table of people has', async () => {
    await expect(open(`cpf${';x'.repeat(1000)}\n1\n`)).rejects.toThrow('more than 1000 columns');
    const fields = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, 1]));
    await expect(open(`${JSON.stringify(fields)}\n`)).rejects.toThrow('more than 1000 columns');
  });

  it('is refused where its lines hold next to nothing of its many fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]));
    await expect(open(`${JSON.stringify(fields)}\n${'{}\n'.repeat(50_000)}`, {}, 300_000)).rejects.toThrow(
      'Keep the fields that are needed',
    );
  });
});

describe('what is no table of text', () => {
  it.each([
    ['nothing', '', 'The file is empty.'],
    ['blank lines', '\n\n \n', 'The file is empty.'],
    ['a list of JSON', '[{"cpf":"1"}]', 'jq -c'],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Save it as .xlsx'],
    [
      'an OpenDocument spreadsheet',
      Buffer.from(`PK\x03\x04${'x'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK`),
      'OpenDocument spreadsheet (.ods), which is not read. Save it as .xlsx or CSV.',
    ],
    ['a workbook with a password', toProtected(), 'protected by a password. Save it without one.'],
    ['a page that is called a spreadsheet', '\n<html><table><tr><td>CPF</td></tr></table></html>', 'a web page (HTML)'],
    ['such a page in UTF-16', Buffer.from('\ufeff<table><tr><td>CPF', 'utf16le'), 'a web page (HTML)'],
    [
      'a spreadsheet of 2003 in XML',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'an XML spreadsheet of 2003',
    ],
    ['other XML', '<?xml version="1.0"?><clientes/>', 'The file is XML'],
    ['a web archive', 'MIME-Version: 1.0\nContent-Type: multipart/related', 'a web archive (.mht)'],
    ['a compressed file', Buffer.from('1f8b0800', 'hex'), 'gunzip'],
    ['a program', Buffer.from('7f454c46000001', 'hex'), 'not text'],
  ])('%s is refused with a sentence', async (_name, input, sentence) => {
    await expect(open(input as string)).rejects.toThrow(sentence);
  });
});
