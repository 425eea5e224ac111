// What makes of openapi.json a good source for client generators. Linters judge it in test/long/openapi.test.ts.

import { describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '../../src/http/reference/document.ts';

interface Schema {
  readonly enum?: unknown;
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [key: string]: unknown;
}

describe('for client generators', () => {
  const { components, paths } = createOpenApiDocument();
  const schemas = components.schemas as Readonly<Record<string, Schema>>;

  test('every list of values and every object has a name', () => {
    const nameless: string[] = [];
    const visit = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value as Schema)) {
        if (['example', 'examples', 'headers', 'securitySchemes'].includes(key)) continue;
        const here = `${at}/${key}`;
        const schema = inner as Schema | null;
        const isNamed = /^schemas\/\w+$/.test(here);
        const isSchema =
          typeof schema === 'object' && schema !== null && !Array.isArray(schema) && key !== 'properties';
        if (isSchema && !isNamed && (schema.enum !== undefined || schema.properties !== undefined)) nameless.push(here);
        visit(inner, here);
      }
    };
    visit(schemas, 'schemas');
    visit(paths, 'paths');
    expect(nameless).toEqual([]);
  });

  test('answers are open to fields that a later version adds, requests are not', () => {
    for (const [name, schema] of Object.entries(schemas)) {
      expect(schema['additionalProperties'] === false, name).toBe(name.endsWith('Request'));
    }
  });

  test('formats are those of the standard', () => {
    const formats = [...JSON.stringify({ schemas, paths }).matchAll(/"format":"([^"]+)"/g)].map((match) => match[1]);
    expect([...new Set(formats)].sort()).toEqual(['date', 'date-time']);
  });
});
