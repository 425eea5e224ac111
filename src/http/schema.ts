// The few builders of JSON Schema that the contract needs, with TypeBox's types. TypeBox itself is 700 modules, which took a
// fifth of the time to load the HTTP stack; its types cost nothing, and what comes out is the same.

import type {
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
