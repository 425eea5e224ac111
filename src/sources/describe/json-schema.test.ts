import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toJsonSchema } from './json-schema.ts';

const example = readFileSync(join(import.meta.dirname, '..', '..', '..', 'examples', 'confere.yaml'), 'utf8');

describe('the JSON Schema for editors', () => {
  it('accepts the example', () => {
    expect(Check(toJsonSchema(), parse(example))).toBe(true);
  });

  it('refuses a misspelt key and a missing one', () => {
    expect(Check(toJsonSchema(), parse(example.replace('deadline_ms', 'dead_line_ms')))).toBe(false);
    expect(Check(toJsonSchema(), parse(example.replace('base_url: https://fraud.example', 'required: true')))).toBe(
      false,
    );
  });

  it('accepts a party that leaves everything to its profile, and still refuses a misspelt key there', () => {
    const three = (party: object) => ({ sources: { bureau_a: party, bureau_b: party, fraud_registry: party } });
    expect(Check(toJsonSchema(), three({ profile: 'a.yaml' }))).toBe(true);
    expect(Check(toJsonSchema(), three({ profile: 'a.yaml', request: { headers: { a: 'b' } } }))).toBe(true);
    expect(Check(toJsonSchema(), three({ profile: 'a.yaml', requests: {} }))).toBe(false);
  });
});
