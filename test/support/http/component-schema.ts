// A named schema of the OpenAPI document with what it refers to written out, so that a validator needs nothing beside it.

import type { TSchema } from 'typebox';
import { createOpenApiDocument } from '../../../src/http/reference/document.ts';

const prefix = '#/components/schemas/';

export function toStandaloneSchema(name: string): TSchema {
  const { schemas } = createOpenApiDocument().components as { readonly schemas: Record<string, unknown> };
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    const { $ref } = value as { readonly $ref?: string };
    if ($ref?.startsWith(prefix)) return resolve(schemas[$ref.slice(prefix.length)]);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  };
  return resolve(schemas[name]) as TSchema;
}
