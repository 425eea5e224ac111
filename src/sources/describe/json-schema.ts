// The JSON Schema of the `sources` section, for editors that complete and check while one types.

import { companyPartySchema, personPartySchema, sourcesSchema } from './description.ts';

export function toJsonSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sources of Confere',
    type: 'object',
    properties: {
      sources: {
        ...sourcesSchema,
        properties: {
          bureau_a: withProfile(personPartySchema),
          bureau_b: withProfile(personPartySchema),
          fraud_registry: withProfile(personPartySchema),
          company_fallback: withProfile(companyPartySchema),
        },
      },
    },
  };
}

/** With a profile, whatever is required may stand there, at any depth: only the keys are checked then. */
function withProfile(schema: object): object {
  return { anyOf: [schema, { ...(withoutRequired(schema) as object), required: ['profile'] }] };
}

function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'required' && Array.isArray(value)))
      .map(([key, value]) => [key, withoutRequired(value)]),
  );
}
