// How the answers of a party are written.

import { type Static, Type } from 'typebox';
import { closed, oneOf } from '../shapes.ts';
import { fixedResponseSchema } from './fixed.ts';

const xmlSchema = closed(
  {
    lists: Type.Optional(
      Type.Array(Type.String({ pattern: '^[^\\s.]+(\\.[^\\s.]+)*$', maxLength: 1024 }), {
        description:
          'Elements that are always lists, also where they come once: by name, or by the end of their path, such as debts.debt.',
      }),
    ),
  },
  'XML, with or without SOAP.',
);

export const responseSchema = Type.Union(
  [
    oneOf(['json', 'xml'], 'JSON or XML.'),
    closed({ xml: Type.Optional(xmlSchema), fixed: Type.Optional(fixedResponseSchema) }),
  ],
  {
    description:
      'How the answers are written: json or xml, or more about it, such as {xml: {lists: [debt]}}. Default: json.',
  },
);

export type ResponseDescription = Static<typeof responseSchema>;
