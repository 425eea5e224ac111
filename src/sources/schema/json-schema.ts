// The JSON Schema of the sections about sources, for editors that complete and check while one types.

import { checksSchema, keyBudgetsSchema } from './checks.ts';
import { companyPartySchema, personPartySchema, toSourcesSchema } from './party.ts';

export function toJsonSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sources of Confere',
    type: 'object',
    properties: {
      sources: toSourcesSchema(withProfile(personPartySchema), withProfile(companyPartySchema)),
      checks: checksSchema,
      key_budgets: keyBudgetsSchema,
    },
  };
}

/** If the description has a profile, any required field may stand in the profile at any depth. The schema then checks only the keys. */
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
