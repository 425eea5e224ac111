import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FixedResponseDescription } from '../../schema/calls/fixed.ts';
import { createFixedFormat } from './fixed-format.ts';

/** A header that tells the length of the records, which tell theirs. */
const byLength: FixedResponseDescription = {
  inside: 'PRE',
  header: [
    { name: 'transaction', width: 4, value: 'R61' },
    { width: 2 },
    { name: 'text_length', width: 4, kind: 'integer', holds: 'records_length' },
  ],
  records: {
    length: { width: 3, covers: 'type_and_data' },
    type_width: 3,
    types: [
      {
        type: '249',
        name: 'person',
        may_end_after: 'known',
        fields: [
          { name: 'known', width: 1 },
          { name: 'name', width: 10 },
          { name: 'born', width: 8, blank: '00000000' },
          { name: 'total', width: 5, kind: 'integer', decimals: 2 },
        ],
      },
      { type: '126', name: 'queries', repeated: true, fields: [{ name: 'day', width: 8 }] },
    ],
  },
};
const record = (type: string, data: string) => `${String(data.length + 3).padStart(3, '0')}${type}${data}`;
const header = (records: string, told = records.length) => `R61 xx${String(told).padStart(4, '0')}`;
const inPre = (string: string) => `<PRE>\n${string}\n</PRE>\n`;
const person = record('249', 'SJOSÉ SOUZA2105198700123');
const parseBytes = (bytes: Uint8Array, description = byLength) =>
  createFixedFormat(description).parse(bytes, undefined);
const parse = (text: string, description = byLength) => parseBytes(Buffer.from(text, 'latin1'), description);
const answer = (records: string, told?: number) => parse(inPre(header(records, told) + records));

describe('records that tell their length', () => {
  it('become a tree: the header, each record under its name, repeated ones as lists', () => {
    const records = person + record('126', '01112026') + record('126', '02112026');
    expect(answer(records)).toEqual({
      kind: 'tree',
      sent: {
        header: { transaction: 'R61', text_length: records.length },
        person: { known: 'S', name: 'JOSÉ SOUZA', born: '21051987', total: 1.23 },
        queries: [{ day: '01112026' }, { day: '02112026' }],
      },
      known: expect.anything(),
      size: 11,
    });
  });

  it('leave out what is blank, and a record may end where its layout says so', () => {
    expect(answer(record('249', 'N'))).toMatchObject({ sent: { person: { known: 'N' } } });
    expect(answer(record('249', 'S          0000000000000'))).toMatchObject({
      sent: { person: { known: 'S', total: 0 } },
    });
    expect(answer(record('126', '01112026'))).toMatchObject({ sent: { queries: [{ day: '01112026' }] } });
  });

  it.each([
    ['a record that is longer than its fields', record('126', '01112026X')],
    ['a length that swallows the next record', record('126', `01112026${record('126', '02112026')}`)],
    ['a record that ends within a field', record('249', 'SJOSÉ')],
    ['a record that ends after another field than the one that may be the last', record('249', 'SJOSÉ SOUZA')],
    ['a record of a type that nobody listed', person + record('999', 'X')],
    ['a record that comes once and came again', person + person],
    ['a length that reaches beyond the end', `500${person.slice(3)}`],
    ['a length that is too short', `010${person.slice(3)}`],
    ['a length of zero', `000249${person}`],
    ['a length that is no number', `abc249${person}`],
    ['half a length at the end', `${person}00`],
    ['a type that is cut off', `${person}00424`],
    ['a letter in a number', record('249', 'SJOSÉ SOUZA210519870012X')],
    ['a sign in a number', record('249', 'SJOSÉ SOUZA21051987-0123')],
    ['a control character', record('249', 'SJOSÉ\u0007SOUZA2105198700123')],
    ['a line end within', record('249', 'SJOSÉ\nSOUZA2105198700123')],
  ])('are unreadable with %s', (_what, records) => {
    expect(answer(records).kind).toBe('unreadable');
  });

  it('are unreadable where the header counts them otherwise', () => {
    expect(answer(person, person.length - 1).kind).toBe('unreadable');
    expect(answer(person, person.length + 1).kind).toBe('unreadable');
    expect(answer(person, 0).kind).toBe('unreadable');
  });

  it.each([
    ['no element', header(person) + person],
    ['no end of the element', `<PRE>${header(person)}${person}`],
    ['two elements', inPre(header(person) + person).repeat(2)],
    ['an end before the beginning', `</PRE>${header(person)}${person}<PRE>`],
    ['another transaction', inPre(`R99 xx${String(person.length).padStart(4, '0')}${person}`)],
    ['half a header', inPre('R61 x')],
    ['nothing in it', inPre('')],
    ['nothing at all', ''],
    ['a page for people', '<html><body>Sistema em manutenção</body></html>'],
  ])('are unreadable with %s', (_what, text) => {
    expect(parse(text).kind).toBe('unreadable');
  });

  it('are found in an element whatever its letters are', () => {
    expect(parse(`<html><pre>${header(person)}${person}</pre></html>`).kind).toBe('tree');
  });
});

describe('records with the width of their type', () => {
  const skipping: NonNullable<FixedResponseDescription['records']> = {
    width: 20,
    type_width: 4,
    subtype_width: 2,
    end: 'T999',
    unknown: 'skip',
    types: [
      { type: 'B49C', width: 30, name: 'protocol', fields: [{ width: 6 }, { name: 'document', width: 15 }] },
      { type: 'N230', subtype: '00', name: 'debts', repeated: true, fields: [{ name: 'day', width: 8 }] },
      { type: 'N230', subtype: '90', name: 'debts_total', fields: [{ name: 'count', width: 5, kind: 'integer' }] },
      { type: 'N230', name: 'debts_other', fields: [{ name: 'text', width: 16 }] },
      {
        type: 'T999',
        name: 'end',
        fields: [
          { name: 'code', width: 3 },
          { name: 'message', width: 13 },
        ],
      },
    ],
  };
  const byWidth: FixedResponseDescription = { records: skipping };
  const block = (text: string, width = 20) => text.padEnd(width);
  const begin = block('B49C      000012345678901F', 30);
  const end = block('T999000NORMALMENTE');
  const all = begin + block('N2300021051987') + block('N2300022051987') + block('N2309000002') + end;

  it('are told apart by type and subtype', () => {
    expect(parse(all, byWidth)).toMatchObject({
      sent: {
        protocol: { document: '000012345678901' },
        debts: [{ day: '21051987' }, { day: '22051987' }],
        debts_total: { count: 2 },
        end: { code: '000', message: 'NORMALMENTE' },
      },
    });
    expect(parse(begin + block('N23099NOTHING') + end, byWidth)).toMatchObject({
      sent: { debts_other: { text: '99NOTHING' } },
    });
  });

  it('of another type are skipped where the layout says so', () => {
    const sent = parse(begin + block('N77700 whatever') + end, byWidth);
    expect(sent).toMatchObject({ sent: { protocol: expect.anything(), end: expect.anything() } });
    expect(Object.keys((sent as { sent: object }).sent)).toEqual(['protocol', 'end']);
    const strict: FixedResponseDescription = { records: { ...skipping, unknown: 'refuse' } };
    expect(parse(begin + block('N77700 whatever') + end, strict).kind).toBe('unreadable');
  });

  it('may lack the blanks at the end of the last one, which must be there', () => {
    expect(parse(`${all.trimEnd()}\r\n`, byWidth).kind).toBe('tree');
    expect(parse(begin + block('N2309000002'), byWidth).kind).toBe('unreadable');
    expect(parse(begin + block('N2309000002').trimEnd(), byWidth).kind).toBe('unreadable');
    expect(parse(all + begin, byWidth).kind).toBe('unreadable');
    expect(parse(all.slice(0, -19), byWidth).kind).toBe('unreadable');
  });

  it('are never more than ten thousand', () => {
    const many = (count: number) => begin + block('N2300021051987').repeat(count) + end;
    expect(parse(many(9_998), byWidth).kind).toBe('tree');
    expect(parse(many(9_999), byWidth).kind).toBe('unreadable');
  });

  it('of any bytes are a tree or unreadable, and nothing else', () => {
    const pieces = fc.constantFrom(
      begin,
      block('N2300021051987'),
      block('N2309000002'),
      end,
      'N230',
      ' ',
      '9',
      '\u00e3',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 30 })), { maxLength: 8 }), (parts) => {
        expect(['tree', 'unreadable']).toContain(parse(parts.join(''), byWidth).kind);
      }),
    );
  });
});

describe('the encoding', () => {
  const plain = (encoding?: FixedResponseDescription['encoding']): FixedResponseDescription => ({
    ...(encoding === undefined ? {} : { encoding }),
    header: [
      { name: 'name', width: 6 },
      { name: 'code', width: 2 },
    ],
  });

  it('is the one of the layout, whatever the Content-Type says', () => {
    const bytes = Buffer.from('JOÃO  OK', 'latin1');
    expect(createFixedFormat(plain()).parse(bytes, 'utf-8')).toMatchObject({ sent: { header: { name: 'JOÃO' } } });
    expect(
      parseBytes(Buffer.from([0x93, 0x4f, 0x94, 0x20, 0x20, 0x20, 0x4f, 0x4b]), plain('windows-1252')),
    ).toMatchObject({
      sent: { header: { name: '“O”', code: 'OK' } },
    });
  });

  it('in which another one was written is noticed: every field behind an accent would be moved', () => {
    expect(parseBytes(Buffer.from('JOÃO  OK', 'utf8'), plain()).kind).toBe('unreadable');
    // Padded by bytes, so that every length is right.
    expect(parseBytes(Buffer.from('João OK', 'utf8'), plain()).kind).toBe('unreadable');
    expect(parseBytes(Buffer.from('João OK', 'utf8'), plain('windows-1252')).kind).toBe('unreadable');
    expect(parseBytes(Buffer.from('JOÃO  OK', 'utf16le'), plain()).kind).toBe('unreadable');
    expect(parseBytes(Buffer.from('JOÃO  OK', 'latin1'), plain('ascii')).kind).toBe('unreadable');
    expect(parseBytes(Buffer.from('\ufeffJOAO  OK', 'utf8'), plain()).kind).toBe('unreadable');
  });
});
