import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { describeBureau } from '../../../../test/support/parties/described-sources.ts';
import { readText } from '../../../../test/support/parties/read-text.ts';

const records = {
  length: { width: 3, covers: 'data' },
  type_width: 3,
  types: [{ type: '249', name: 'person', fields: [{ name: 'cpf', width: 11 }] }],
};
const byWidth = { width: 20, type_width: 3, types: records.types };
const [type] = records.types;

/** Each fault with the text of its line. */
async function faultsOf(overrides: object): Promise<string[]> {
  const text = stringify({ sources: { bureau_a: describeBureau('https://bureau.example', { ...overrides }) } });
  const lines = text.split('\n');
  const { faults } = await readText(text, { secret: 'S3CRET-VALUE' });
  return faults.map(
    ({ line, key, problem }) => `${key.replace('bureau_a.', '')}: ${problem} @ ${lines[line - 1]?.trim()}`,
  );
}

describe('the layout of an answer', () => {
  it('is accepted where its parts agree', async () => {
    const header = [{ width: 3 }, { name: 'length', width: 4, kind: 'integer', holds: 'records_length' }];
    expect(await faultsOf({ response: { fixed: { header, records } } })).toEqual([]);
    expect(await faultsOf({ response: { fixed: { records: byWidth } } })).toEqual([]);
    expect(await faultsOf({ response: { fixed: { header: [{ name: 'cpf', width: 11 }] } } })).toEqual([]);
  });

  it.each([
    ['neither header nor records', {}, /^response\.fixed: it needs a header or records/],
    ['a key that nobody knows', { recods: records }, /^response\.fixed\.recods: unknown key; known here: .*records/],
    [
      'a width of nothing',
      { header: [{ name: 'a', width: 0 }] },
      /^response\.fixed\.header\.0\.width: must be a whole number from 1 .* @ width: 0/,
    ],
    [
      'a name twice',
      {
        header: [
          { name: 'a', width: 1 },
          { name: 'a', width: 2 },
        ],
      },
      /header\.1\.name: a field before it .* @ - name: a|header\.1\.name: .* @ name: a/,
    ],
    [
      'decimals of a text',
      { header: [{ name: 'a', width: 3, decimals: 2 }] },
      /header\.0\.decimals: only an integer .* @ decimals: 2/,
    ],
    [
      'a constant that does not fit',
      { header: [{ name: 'a', width: 2, value: 'ABC' }] },
      /header\.0\.value: it has 3 characters, and the field 2 @ value: ABC/,
    ],
    [
      'a length of records without records',
      { header: [{ name: 'a', width: 2, kind: 'integer', holds: 'records_length' }] },
      /header\.0\.holds: there are no records/,
    ],
    [
      'a type of another width',
      { records: { ...records, type_width: 4 } },
      /types\.0\.type: it has 3 characters, and type_width is 4/,
    ],
    [
      'a subtype without its width',
      { records: { ...records, types: [{ ...type, subtype: '00' }] } },
      /types\.0\.subtype: it has 2 characters, and subtype_width is missing @ subtype: "00"/,
    ],
    [
      'a type twice',
      { records: { ...records, types: [type, { ...type, name: 'other' }] } },
      /types\.1\.type: this type and subtype is listed already/,
    ],
    [
      'a name for two records',
      { records: { ...records, types: [type, { ...type, type: '250' }] } },
      /types\.1\.name: this name is taken already; only repeated/,
    ],
    [
      'a record named like the header',
      { header: [{ width: 1 }], records: { ...records, types: [{ ...type, name: 'header' }] } },
      /types\.0\.name: this name is taken/,
    ],
    ['a record without a width', { records: { ...byWidth, width: undefined } }, /types\.0\.width: it is missing/],
    [
      'fields beyond the width',
      { records: { ...byWidth, width: 13 } },
      /types\.0\.width: type and fields take 14 bytes, which is more/,
    ],
    [
      'a width beside a length',
      { records: { ...records, types: [{ ...type, width: 20 }] } },
      /types\.0\.width: the records tell their length @ width: 20/,
    ],
    [
      'an end that is no type',
      { records: { ...records, end: '999' } },
      /records\.end: no type of this name is listed @ end: "999"/,
    ],
    [
      'other types that nobody could skip',
      { records: { ...byWidth, width: undefined, types: [{ ...type, width: 20 }], unknown: 'skip' } },
      /records\.unknown: without length or width .* @ unknown: skip/,
    ],
    [
      'an early end after no field',
      { records: { ...records, types: [{ ...type, may_end_after: 'x' }] } },
      /types\.0\.may_end_after: it has no field of this name/,
    ],
  ])('with %s is a fault with its line', async (_what, fixed, fault) => {
    expect(await faultsOf({ response: { fixed } })).toEqual([expect.stringMatching(fault)]);
  });
});

describe('the other layouts of an answer', () => {
  const header = [
    { name: 'kind', width: 4, value: 'RESP' },
    { name: 'cpf', width: 11 },
  ];
  const usual = { header, records };
  const refusal = { name: 'refusal', when: { text: 'ERRO' }, header: [{ width: 4 }, { name: 'code', width: 3 }] };
  const faultsWith = (others: readonly object[], layout: object = usual) =>
    faultsOf({ response: { fixed: { ...layout, other_layouts: others } } });

  it.each<[string, readonly object[], object?]>([
    ['by a text at the beginning', [refusal]],
    ['by a text at a place', [{ ...refusal, when: { text: 'RRO', at: 2 } }]],
    ['by a length that is too short for the usual one', [{ ...refusal, when: { length: 7 } }]],
    [
      'by different lengths',
      [
        { ...refusal, when: { length: 7 } },
        { ...refusal, name: 'other', when: { length: 8 } },
      ],
    ],
    ['by different texts', [refusal, { ...refusal, name: 'other', when: { text: 'FIM' } }]],
    ['by the type of the first record', [refusal], { records: { ...byWidth, width: 115, end: '249' } }],
    ['by letters where the usual one has a number', [refusal], { header: [{ name: 'n', width: 4, kind: 'integer' }] }],
    ['by the place behind a short header', [{ ...refusal, when: { text: '7', at: 5 } }], { header: [header[0]] }],
  ])('are told apart %s', async (_how, others, layout) => {
    expect(await faultsWith(others, layout)).toEqual([]);
  });

  it.each<[string, readonly object[], RegExp, object?]>([
    ['no mark', [{ ...refusal, when: {} }], /other_layouts\.0\.when: it needs a text or a length @ when: \{\}/],
    [
      'a place of nothing',
      [{ ...refusal, when: { at: 2, length: 7 } }],
      /other_layouts\.0\.when\.at: there is no text/,
    ],
    ['a text of the usual layout', [{ ...refusal, when: { text: 'RESP' } }], /\.when: the usual layout may have this/],
    ['a text in a free field', [{ ...refusal, when: { text: 'E', at: 5 } }], /\.when: the usual layout may have this/],
    ['a length of the usual layout', [{ ...refusal, when: { length: 60 } }], /\.when: the usual layout may have this/],
    [
      'a text among records that are skipped',
      [refusal],
      /\.when: the usual layout may have this/,
      { records: { ...byWidth, unknown: 'skip' } },
    ],
    [
      'what means nothing in a number of the usual layout',
      [refusal],
      /\.when: the usual layout may have this/,
      { header: [{ name: 'n', width: 4, kind: 'integer', blank: 'ERRO' }] },
    ],
    [
      'a text that its own header contradicts',
      [{ ...refusal, header: [{ width: 4, value: 'FALH' }] }],
      /\.when: no string of this layout has this mark/,
    ],
    ['a length below its own', [{ ...refusal, when: { length: 6 } }], /\.when: no string of this layout has this mark/],
    [
      'the text of another one',
      [refusal, { ...refusal, name: 'other', when: { text: 'RO', at: 3 } }],
      /other_layouts\.1\.when: one string may have this mark and that of refusal/,
    ],
    [
      'a length that one of another text may have',
      [refusal, { ...refusal, name: 'other', when: { length: 7 } }],
      /other_layouts\.1\.when: one string may have this mark and that of refusal/,
    ],
    ['a name that is taken', [refusal, { ...refusal, when: { text: 'FIM' } }], /other_layouts\.1\.name: .* taken/],
    ['the name of a record', [{ ...refusal, name: 'person' }], /other_layouts\.0\.name: this name is taken/],
    [
      'a fault of its own',
      [{ ...refusal, header: [{ width: 4, decimals: 2 }] }],
      /other_layouts\.0\.header\.0\.decimals: only an/,
    ],
  ])('are refused with %s', async (_what, others, fault, layout) => {
    expect(await faultsWith(others, layout)).toEqual([expect.stringMatching(fault)]);
  });
});

describe('the layout of a request', () => {
  const ask = (field: object) => ({
    secrets: { password: { env: 'PASSWORD' } },
    request: { path: '/ask', fixed: { blocks: [{ width: 30, fields: [{ width: 3 }, field] }] } },
  });

  it.each([
    ['a constant', { width: 4, value: 'CSR60' }, /value: it has 5 characters, and the field 4 @ value: CSR60/],
    ['a secret', { width: 8, value: '{secret.password}' }, /value: it has 12 characters, and the field 8/],
    ['a number', { width: 10, value: '{cpf}' }, /value: it has 11 characters, and the field 10/],
    ['a date', { width: 8, value: '{birth_date|dd/mm/yyyy}' }, /value: it has 10 characters, and the field 8/],
    ['a letter', { width: 8, value: 'Ł' }, /value: it holds a character that iso-8859-1 does not have/],
    ['padding', { width: 8, pad: '–' }, /it holds a character that iso-8859-1 does not have/],
  ])('into which %s does not fit is a fault with its line, which tells no secret', async (_what, field, fault) => {
    const faults = await faultsOf(ask(field));
    expect(faults).toEqual([expect.stringMatching(fault)]);
    expect(faults.join()).toMatch(/^request\.fixed\.blocks\.0\.fields\.1\./);
    expect(faults.join()).not.toContain('S3CRET');
  });

  it('is accepted where all fits', async () => {
    expect(await faultsOf(ask({ width: 12, value: '{secret.password}' }))).toEqual([]);
  });
});
