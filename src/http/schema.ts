// The few builders of JSON Schema that the contract needs, with TypeBox's types. TypeBox itself is 700 modules, which took a
// fifth of the time to load the HTTP stack; its types cost nothing, and what comes out is the same.
// Each piece knows the type of what it describes: `Static<typeof piece>`.

import type {
  Static,
  TArray,
  TBoolean,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox';

export type { Static, TSchema } from 'typebox';

const optional = new WeakSet<object>();

export const Type = {
  Unsafe: <Value>(schema: object) => schema as TUnsafe<Value>,
  String: (more: object = {}) => ({ type: 'string', ...more }) as unknown as TString,
  Integer: (more: object = {}) => ({ type: 'integer', ...more }) as unknown as TInteger,
  Number: (more: object = {}) => ({ type: 'number', ...more }) as unknown as TNumber,
  Boolean: (more: object = {}) => ({ type: 'boolean', ...more }) as unknown as TBoolean,
  Array: <Item extends TSchema>(items: Item) => ({ type: 'array', items }) as unknown as TArray<Item>,
  Optional: <Schema extends TSchema>(schema: Schema) => {
    optional.add(schema);
    return schema as unknown as TOptional<Schema>;
  },
  Object: <Properties extends TProperties>(properties: Properties, more: object = {}) => {
    const required = Object.entries(properties).flatMap(([name, schema]) => (optional.has(schema) ? [] : [name]));
    return { type: 'object', required, properties, ...more } as unknown as TObject<Properties>;
  },
};

export const text = (description: string, more: object = {}) =>
  Type.Unsafe<string>({ type: 'string', description, ...more });
export const textOrNull = (description: string, more: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, ...more });
export const count = (description: string) => Type.Unsafe<number>({ type: 'integer', minimum: 0, description });
export const flag = (description: string) => Type.Unsafe<boolean>({ type: 'boolean', description });
/** A schema with a `title` is a component of that name in the OpenAPI document, and a type of that name in a generated client. */
export const oneOf = <const Value extends string>(title: string, values: readonly Value[], description?: string) =>
  Type.Unsafe<Value>({ title, type: 'string', enum: values, description });
/** A list of types, not `anyOf`: the serializer would otherwise try every branch at run time. */
export const oneOfOrNull = <const Value extends string>(title: string, values: readonly Value[], description: string) =>
  Type.Unsafe<Value | null>({ title, type: ['string', 'null'], enum: [...values, null], description });
export const listOf = <Item extends TSchema>(items: Item, description: string) =>
  Type.Unsafe<Static<Item>[]>({ type: 'array', items, description });
export const named = <Value>(name: string) => Type.Unsafe<Value>({ $ref: `#/components/schemas/${name}` });
export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }], description });
export const titled = <Schema extends TSchema>(title: string, schema: Schema) => ({ title, ...schema });

/** Every property is there in every answer. */
export function object<Properties extends Record<string, TSchema>>(properties: Properties, description: string) {
  const required = Object.keys(properties);
  return Type.Unsafe<{ -readonly [Name in keyof Properties]: Static<Properties[Name]> }>({
    ...{ type: 'object', description, required, properties, additionalProperties: false },
  });
}

/** A page of what a key may see, the newest first. */
export function listPage(name: string, schema: string) {
  const next_cursor = textOrNull('Send it as `cursor` for the next page; null on the last one.');
  return object({ [name]: listOf(named(schema), 'The newest first.'), next_cursor }, `A page of ${name}.`);
}
