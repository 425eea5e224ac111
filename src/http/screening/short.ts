// The schema of a screening in short, and of the answers that may carry one.

import { briefHitsMax } from '../../domain/screening/brief.ts';
import { cnpjResponseSchema, cpfResponseSchema } from '../contract.ts';
import { count, listOf, object, type TSchema, titled } from '../schema.ts';
import { hitFields, screenedList, screeningStatus } from './contract.ts';

const { list, as_of, row, match, strength, state, sentence } = hitFields;
const shortHit = object({ list, as_of, row, match, strength, state, sentence }, 'One entry of a list, in short.');

const told = {
  status: screeningStatus,
  hits_total: count('How many hits there are that nobody has cleared, with those that are not told.'),
  hits: listOf(
    titled('ShortHit', shortHit),
    `Those that decide first, at most ${briefHitsMax}. \`POST /v1/screen\` tells all of them.`,
  ),
};
const lists = listOf(
  screenedList,
  'The lists that were looked at, and those that should have been. An answer of an older version has none.',
);
const only_informs = {
  type: 'boolean',
  const: true,
  description: 'Only where nothing weighs: all hits are entries of your own lists with `risk: none`.',
};

const shortScreening = {
  title: 'ShortScreening',
  ...object(told, 'What the lists say, in short.'),
  properties: { ...told, lists, only_informs },
};

/** `schema` with a field that is not always there. */
export function withScreening(schema: TSchema, description: string): TSchema {
  const { properties } = schema as { readonly properties: object };
  return { ...schema, properties: { ...properties, screening: { ...shortScreening, description } } };
}

/** No client may rely on this field, because only a service that screens in verifications sends it. */
const inVerification = 'Only where the operator screens in verifications: what the lists say, in short.';

export const screenedAnswerSchemas = {
  CpfResponse: withScreening(cpfResponseSchema, inVerification),
  CnpjResponse: withScreening(cnpjResponseSchema, inVerification),
};
