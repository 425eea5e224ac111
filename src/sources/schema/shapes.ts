// Small shapes of which the schemas of a party are made.

import { type TObject, type TProperties, Type } from 'typebox';

export function closed<Properties extends TProperties>(
  properties: Properties,
  description?: string,
): TObject<Properties> {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

export function oneOf<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, description });
}

export const headerName = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", description });
export const integer = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });
export const flag = (description: string) => Type.Boolean({ description });
export const text = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description });
export const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: 8192, description: `JSONata: ${description}` });
export const templates = (description: string) =>
  Type.Record(Type.String(), Type.String({ maxLength: 4096 }), { description });
