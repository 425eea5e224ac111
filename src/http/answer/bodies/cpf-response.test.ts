// Three sources have places in the answer: what stands there is what every earlier version said of the same evidence.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PersonDetails, readDetails } from '../../../app/audit/details.ts';
import { toPlainCpfResponse } from './cpf-response.ts';

interface Kept {
  readonly records: readonly { readonly details: string; readonly response?: string | null }[];
}

const fixture = join(import.meta.dirname, '../../../../test/fixtures/compatibility/records-1.json');
const processedAtMs = Date.UTC(2026, 10, 18, 3);

test('an answer that was given before there were other sources is given again, byte for byte', () => {
  const { records } = JSON.parse(readFileSync(fixture, 'utf8')) as Kept;
  const answered = records.filter(({ response }) => typeof response === 'string');
  expect(answered.length).toBeGreaterThan(100);
  for (const { details, response } of answered) {
    const { query, decision, evidence } = readDetails(details) as PersonDetails;
    if (decision === null) throw new Error('nothing was decided');
    expect(JSON.stringify(toPlainCpfResponse({ decision, evidence, processedAtMs }, query.cpf, 'req_1'))).toBe(
      response,
    );
  }
});
