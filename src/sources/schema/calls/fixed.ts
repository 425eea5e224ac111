// Positional strings: requests and answers in which a value is known by its place and not by a name.

import { type Static, Type } from 'typebox';
import { closed, flag, integer, oneOf, text } from '../shapes.ts';

/** One byte is one character in each, so that places are the same whether bytes or characters are counted. */
export const fixedEncodings = ['iso-8859-1', 'windows-1252', 'ascii'] as const;

const encoding = Type.Optional(oneOf(fixedEncodings, 'How the characters are written. Default: iso-8859-1.'));
const width = (description: string) => integer(1, 32_000, description);
const keyName = (description: string) => Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description });

const sentField = closed({
  name: Type.Optional(text('What the layout calls it; for people.')),
  width: width('How many bytes it takes.'),
  value: Type.Optional(
    Type.String({ maxLength: 4096, description: 'Text with placeholders. Without a value the field is padding.' }),
  ),
  align: Type.Optional(oneOf(['left', 'right'], 'Where the value stands in the field. Default: left.')),
  pad: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1, description: 'What fills the rest. Default: a blank.' }),
  ),
});

export const fixedRequestSchema = closed(
  {
    encoding,
    query: Type.Optional(text('The query parameter that carries the string.')),
    form: Type.Optional(text('The field of a form that carries it. Without query and form the string is the body.')),
    blocks: Type.Array(
      closed({
        name: Type.Optional(text('What the layout calls it; for people.')),
        width: width('How many bytes the block takes. What its fields leave is filled with blanks.'),
        fields: Type.Array(sentField, { minItems: 1, maxItems: 500, description: 'The fields, in their order.' }),
      }),
      { minItems: 1, maxItems: 100, description: 'The blocks of the string, in their order.' },
    ),
  },
  'A positional string. A value that does not fit is refused and never cut.',
);
export type FixedRequestDescription = Static<typeof fixedRequestSchema>;

const readField = closed({
  name: Type.Optional(keyName('Its key in the tree. A field without a name is skipped.')),
  width: width('How many bytes it takes.'),
  kind: Type.Optional(
    oneOf(
      ['text', 'integer'],
      'text: without the blanks around it. integer: a number; anything but digits is refused.',
    ),
  ),
  decimals: Type.Optional(integer(1, 9, 'Of an integer: how many of its last digits are a fraction.')),
  blank: Type.Optional(text('What means nothing, such as 00000000 in a date. Blanks always mean nothing.')),
  value: Type.Optional(text('What it must be. Anything else is no answer to believe.')),
  holds: Type.Optional(
    oneOf(['records_length'], 'Of the header: it tells how many bytes the records take, which must be true.'),
  ),
});
export type FixedFieldDescription = Static<typeof readField>;

const recordType = closed({
  type: text('The type that stands in the record.'),
  subtype: Type.Optional(text('The subtype that stands after it. Without it any record of the type.')),
  name: keyName('Its key in the tree.'),
  width: Type.Optional(
    width('How many bytes the whole record takes, where records do not tell their length. Default: records.width.'),
  ),
  repeated: Type.Optional(flag('It may come more than once, and is always a list then. Default: false.')),
  may_end_after: Type.Optional(
    text('The field after which the record may end, as "nothing is known" often does. Otherwise it has all fields.'),
  ),
  skip_rest: Type.Optional(
    flag(
      'What follows the fields is not read. Otherwise a record that tells a greater length than its fields take is refused. Default: false.',
    ),
  ),
  rest: Type.Optional(keyName('The key for what follows the fields, whatever its length is, as text.')),
  fields: Type.Array(readField, { maxItems: 500, description: 'The fields after type and subtype.' }),
});
export type FixedRecordDescription = Static<typeof recordType>;

const recordsSchema = closed(
  {
    length: Type.Optional(
      closed(
        {
          width: integer(1, 8, 'How many digits it has.'),
          covers: oneOf(
            ['data', 'type_and_data', 'record'],
            'What it counts: what follows the type, that with the type, or the whole record with the length itself.',
          ),
        },
        'The length that begins every record. Without it a record has the width of its type.',
      ),
    ),
    width: Type.Optional(width('How many bytes a record takes whose type has no width of its own.')),
    type_width: integer(1, 16, 'How many bytes the type takes.'),
    subtype_width: Type.Optional(integer(1, 16, 'How many bytes the subtype takes, of types that have one.')),
    end: Type.Optional(
      text('The type of the last record: without it the answer was cut off. It may lack blanks at its end.'),
    ),
    unknown: Type.Optional(
      oneOf(
        ['refuse', 'skip'],
        'What becomes of a record of another type; skip needs length or width. Default: refuse.',
      ),
    ),
    types: Type.Array(recordType, { minItems: 1, maxItems: 500, description: 'The types of records.' }),
  },
  'The records after the header.',
);
export type FixedRecordsDescription = Static<typeof recordsSchema>;

const layout = {
  header: Type.Optional(
    Type.Array(readField, { minItems: 1, maxItems: 500, description: 'The fields at the beginning.' }),
  ),
  records: Type.Optional(recordsSchema),
};

const otherLayout = closed({
  name: keyName('Its key in the tree, under which all of it stands.'),
  when: closed(
    {
      text: Type.Optional(text('What stands in the string, such as ERRO.')),
      at: Type.Optional(width('The position at which the text begins; the first is 1. Default: 1.')),
      length: Type.Optional(width('How many bytes the string has, without line ends around it.')),
    },
    'How the string is known: by a text at its place, by its length, or by both.',
  ),
  ...layout,
});
export type OtherLayoutDescription = Static<typeof otherLayout>;

export const fixedResponseSchema = closed(
  {
    encoding,
    inside: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{1,20}$', description: 'The HTML element that holds the string, such as PRE.' }),
    ),
    ...layout,
    other_layouts: Type.Optional(
      Type.Array(otherLayout, {
        minItems: 1,
        maxItems: 20,
        description: 'Other strings that the party may answer, such as its errors.',
      }),
    ),
  },
  'A positional string: it becomes a tree with the fields of the header under `header`, and each record under its name.',
);
export type FixedResponseDescription = Static<typeof fixedResponseSchema>;
export type FixedLayoutDescription = Pick<FixedResponseDescription, 'header' | 'records'>;
