// Where the facts stand in the answer of a party.

import { type Static, Type } from 'typebox';
import { closed, expression, integer } from './shapes.ts';

export const personMappingProperties = {
  found: Type.Optional(expression('false where the party does not know the person. Default: true.')),
  cpf: Type.Optional(expression('the CPF in the answer, checked against the one that was asked.')),
  name: Type.Optional(expression('civil name.')),
  social_name: Type.Optional(expression('social name.')),
  birth_date: Type.Optional(expression('birth date, written as date_format says.')),
  registration: Type.Optional(expression('registration status, translated by codes.registration.')),
  pending_debts: Type.Optional(expression('true or false; nothing where it was not computed.')),
  score: Type.Optional(expression('integer 0 to 1000; nothing where it was not computed.')),
  fraud_alert: Type.Optional(expression('true or false; nothing where there is no verdict.')),
};

export const companyMappingProperties = {
  found: Type.Optional(expression('false where the party does not know the company. Default: true.')),
  cnpj: Type.Optional(expression('the CNPJ in the answer, checked against the one that was asked.')),
  legal_name: expression('legal name.'),
  trade_name: Type.Optional(expression('trade name.')),
  status: expression('status, translated by codes.status.'),
  foundation_date: Type.Optional(expression('date of foundation, written as date_format says.')),
  mei: Type.Optional(expression('true where the company opted for MEI; nothing where the party does not tell.')),
  mei_excluded_on: Type.Optional(expression('the first day on which it is no longer an MEI.')),
  head_office: expression('true for the head office, false for a branch.'),
  special_situation: Type.Optional(
    expression('true in bankruptcy, judicial recovery and the like; nothing where the party does not tell.'),
  ),
};

export const signalSchema = Type.Union(
  [
    closed({ kind: Type.Literal('boolean'), value: expression('true or false.') }),
    closed({
      kind: Type.Literal('integer'),
      min: integer(-1_000_000_000, 1_000_000_000, 'The lowest that it may be.'),
      max: integer(-1_000_000_000, 1_000_000_000, 'The highest that it may be.'),
      value: expression('a whole number.'),
    }),
    closed({
      kind: Type.Literal('word'),
      words: Type.Array(Type.String(), { minItems: 1, description: 'All that it may be.' }),
      value: expression('one of the words.'),
    }),
  ],
  {
    description: 'A signal: what it may say, and where it stands in the answer; nothing where the party does not tell.',
  },
);
export type SignalDescription = Static<typeof signalSchema>;
