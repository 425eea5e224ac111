// What the schemas of answers are written with, where no type is derived from them.

export type Json = Record<string, unknown>;

export const text = (description: string, more: Json = {}): Json => ({ type: 'string', description, ...more });
export const textOrNull = (description: string, more: Json = {}): Json => ({
  type: ['string', 'null'],
  description,
  ...more,
});
export const count = (description: string): Json => ({ type: 'integer', minimum: 0, description });
export const listOf = (items: Json, description: string): Json => ({ type: 'array', items, description });
export const named = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const orNull = (schema: Json, description: string): Json => ({ anyOf: [schema, { type: 'null' }], description });

/** Every property is there in every answer. */
export function object<Name extends string>(properties: Readonly<Record<Name, Json>>, description: string): Json {
  return { type: 'object', description, required: Object.keys(properties), properties, additionalProperties: false };
}
