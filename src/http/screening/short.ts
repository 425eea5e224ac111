// The schema of a screening in short, and of the answers that may carry one.

import { briefHitsMax } from '../../domain/screening/brief.ts';
import { componentSchemas } from '../contract.ts';
import { count, type Json, listOf, object } from '../openapi/schema-pieces.ts';
import { hitFields, screeningStatus } from './contract.ts';

const { list, as_of, row, match, strength, state, sentence } = hitFields;
const shortHit = object({ list, as_of, row, match, strength, state, sentence }, 'One entry of a list, in short.');

const told = {
  status: screeningStatus,
  hits_total: count('How many hits there are that nobody has cleared, with those that are not told.'),
  hits: listOf(
    { title: 'ShortHit', ...shortHit },
    `Those that decide first, at most ${briefHitsMax}. \`POST /v1/screen\` tells all of them.`,
  ),
};
const only_informs: Json = {
  type: 'boolean',
  const: true,
  description: 'Only where nothing weighs: all hits are entries of your own lists with `risk: none`.',
};

export const shortScreening: Json = {
  title: 'ShortScreening',
  ...object(told, 'What the lists say, in short.'),
  properties: { ...told, only_informs },
};

/** Only a service that screens in verifications sends the field, so nobody may rely on it. */
function withScreening(schema: Json): Json {
  const description = 'Only where the operator screens in verifications: what the lists say, in short.';
  const screening = { ...shortScreening, description };
  return { ...schema, properties: { ...(schema['properties'] as Json), screening } };
}

const { CpfResponse, CnpjResponse } = componentSchemas as unknown as Record<'CpfResponse' | 'CnpjResponse', Json>;

export const screenedAnswerSchemas = {
  CpfResponse: withScreening(CpfResponse),
  CnpjResponse: withScreening(CnpjResponse),
};
