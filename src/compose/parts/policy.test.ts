import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { defaultPolicy, toPolicyDocument } from '../../domain/risk/risk-policy.ts';
import { checkPolicySignals, loadPolicy } from './policy.ts';

const file = join(createOutputDirectory('policy'), 'policy.yaml');

function refusalOf(text: string): string {
  writeFileSync(file, text);
  try {
    loadPolicy(file);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'accepted';
}

describe('a policy file', () => {
  it('is refused with the line of a ladder for a signal that the sources do not declare so', () => {
    const ladder = {
      best: [false],
      not_reported: { penalty: 0, cap: 699 },
      rungs: [{ values: [true], penalty: 0, cap: 99 }],
    };
    const text = stringify({
      ...toPolicyDocument(defaultPolicy),
      version: 'acme-1',
      signals: { deceased_hint: ladder },
    });
    const lineOf = (part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;
    writeFileSync(file, text);
    expect(() =>
      checkPolicySignals(file, loadPolicy(file), new Map([['deceased_hint', { kind: 'boolean' }]])),
    ).not.toThrow();
    expect(() => checkPolicySignals(file, loadPolicy(file), new Map())).toThrow(
      `${file}:${lineOf('deceased_hint:')}: signals.deceased_hint: no source declares this signal`,
    );
    const words = { kind: 'word', words: ['yes', 'no'] } as const;
    expect(() => checkPolicySignals(file, loadPolicy(file), new Map([['deceased_hint', words]]))).toThrow(
      `${file}:${lineOf('best:')}: signals.deceased_hint.best: the sources declare one of yes, no`,
    );
    expect(() => checkPolicySignals(null, loadPolicy(null), new Map())).not.toThrow();
  });

  it('is refused with the line of every fault', () => {
    const text = stringify({ ...toPolicyDocument(defaultPolicy), version: 'acme-1', base_without_score: -1 });
    const lines = text.replace('penalty: 150', 'penalty: many').split('\n');
    const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const refusal = refusalOf(lines.join('\n'));
    expect(refusal).toContain(`${file}:${lineOf('base_without_score')}: base_without_score: must be a whole number`);
    expect(refusal).toContain(`${file}:${lineOf('penalty: many')}: ladders.debts.pending.penalty: must be`);
  });

  it('that is no YAML is refused with the line where it stops being one', () => {
    expect(refusalOf('version: a\nladders: [1\n')).toMatch(/policy\.yaml:\d+: this is not valid YAML/);
  });
});
