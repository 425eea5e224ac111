// What is sent to a party.

import { type Static, Type } from 'typebox';
import { closed, flag, oneOf, templates } from '../shapes.ts';
import { fixedRequestSchema } from './fixed.ts';

export const requestSchema = closed(
  {
    method: Type.Optional(oneOf(['GET', 'POST', 'PUT'], 'Default: GET, or POST where there is a body.')),
    path: Type.String({ pattern: '^/', maxLength: 4096, description: 'Path under base_url, with placeholders.' }),
    headers: Type.Optional(templates('Headers with placeholders.')),
    query: Type.Optional(templates('Query parameters with placeholders; encoded for you.')),
    json: Type.Optional(Type.Unknown({ description: 'A JSON body; its strings may hold placeholders.' })),
    xml: Type.Optional(
      Type.String({ minLength: 1, maxLength: 65_536, description: 'An XML body with placeholders; escaped for you.' }),
    ),
    form: Type.Optional(templates('A form body with placeholders; encoded for you.')),
    fixed: Type.Optional(fixedRequestSchema),
    needs_birth_date: Type.Optional(flag('The party cannot be asked without a birth date. Default: false.')),
  },
  'What is sent. An entry whose only placeholder has no value (a name that was not supplied) is left out. In a text that is a document write {name|json} or {name|xml}.',
);

export type RequestDescription = Static<typeof requestSchema>;
