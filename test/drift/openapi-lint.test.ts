// The document of the API by the recommended rules of the two linters that people run on it: no error, no warning.

import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import core from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '../../src/http/openapi/document.ts';

const file = join(import.meta.dirname, '../../openapi.json');

describe('openapi.json', () => {
  test('has nothing that Redocly’s recommended rules mind', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lint({ ref: file, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test('has nothing that Spectral’s recommended rules mind', async () => {
    const spectral = new core.Spectral();
    spectral.setRuleset({ extends: [[rulesets.oas as core.RulesetDefinition, 'recommended']] });
    const results = await spectral.run(JSON.parse(JSON.stringify(createOpenApiDocument())));
    expect(results.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });
});

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
      expect(schema['additionalProperties'], name).toBe(name.endsWith('Request') ? false : undefined);
    }
  });

  test('formats are those of the standard', () => {
    const formats = [...JSON.stringify({ schemas, paths }).matchAll(/"format":"([^"]+)"/g)].map((match) => match[1]);
    expect([...new Set(formats)].sort()).toEqual(['date', 'date-time']);
  });
});
