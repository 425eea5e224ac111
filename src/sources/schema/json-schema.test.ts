import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toJsonSchema } from './json-schema.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');
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

  it('accepts the plan and the budgets of keys that the pages show', () => {
    const [, plan = ''] = /```yaml\n(checks:\n[\s\S]*?)```/.exec(readFileSync(join(docs, 'checks.md'), 'utf8')) ?? [];
    const [, budgets = ''] = /\n(key_budgets:\n[\s\S]*?)```/.exec(readFileSync(join(docs, 'sources.md'), 'utf8')) ?? [];
    for (const shown of [plan, budgets]) {
      expect(Object.values(parse(shown))).toHaveLength(1);
      expect(Check(toJsonSchema(), parse(shown)), shown).toBe(true);
    }
  });

  const step = (more: object) => ({ checks: [{ ask: 'receita', ...more }] });

  it.each([
    { checks: [[{ ask: 'receita' }, { ask: 'bureau_a', when: [{ score: { from: 300 } }, { fraud_alert: false }] }]] },
    step({ when: { registration: 'regular', pending_debts: [true, false] } }),
    step({
      stop_if: { signals: { income_band: ['low'], dependents: { to: 2 }, hint: true }, sources: { a1: 'answered' } },
    }),
    step({ fallback: 'bureau_b', deadline_ms: 1500, fresh_for: { credit: '30d', onboarding: '45min' } }),
  ])('accepts a plan: %j', (document) => {
    expect(Check(toJsonSchema(), document)).toBe(true);
  });

  it.each([
    { checks: [] },
    { checks: [[]] },
    { checks: { verified_needs: ['a', 'b'] } },
    { checks: { stages: [{ ask: 'receita' }], needs: [] } },
    step({ whenn: { name: 'exact' } }),
    step({ when: { registration: 'regluar' } }),
    step({ when: { score: { from: -1 } } }),
    step({ when: { score: 500 } }),
    step({ when: { fraud_alert: 'yes' } }),
    step({ when: { sources: { receita: 'failed' } } }),
    step({ deadline_ms: 0 }),
    step({ fresh_for: { credit: '30 days' } }),
    { checks: [{ when: { name: 'exact' } }] },
    { key_budgets: { shop: { day: { calls: 1 } } } },
    { key_budgets: { key_1a: { day: { call: 1 } } } },
  ])('refuses what the plan or a budget cannot be: %j', (document) => {
    expect(Check(toJsonSchema(), document)).toBe(false);
  });
});
