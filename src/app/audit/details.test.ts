// Whatever an earlier version has recorded is shown and decided again as it was then.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RecordedHit } from '../../domain/screening/screening.ts';
import { readDetails, writeDetails } from './details.ts';
import { hashPolicy } from './proof/kept-policy.ts';
import type { OpenedItem } from './read/read-audit.ts';
import { replay } from './read/replay.ts';
import { type ShownVerification, showVerification } from './read/show-record.ts';
import type { AuditContent } from './record.ts';

interface Kept {
  readonly policies: readonly string[];
  readonly records: readonly {
    readonly content: AuditContent;
    readonly details: string;
    readonly shown: ShownVerification;
  }[];
}

const isToBeJudged = (hits: readonly RecordedHit[]) =>
  hits.some(({ strength, state }) => strength === 'possible' && state === 'in_force');
const fixture = join(import.meta.dirname, '../../../test/fixtures/compatibility/records-1.json');
const { policies, records } = JSON.parse(readFileSync(fixture, 'utf8')) as Kept;

// With what the lists said too: one for each rung that a hit gives, and a hit that was cleared.
describe('records of the first format', () => {
  const documents = new Map(policies.map((document) => [hashPolicy(document), document]));

  test('are shown as they were', () => {
    expect(records.length).toBeGreaterThan(150);
    for (const { content, details, shown } of records) {
      const item = { content, unmaskedDetails: details } as OpenedItem;
      const { coverage: _, ...told } = JSON.parse(JSON.stringify(showVerification(item, true)));
      expect(told).toEqual(shown);
    }
  });

  test('say what they rest on: what was cleared was not checked, and nobody who was not screened is said to be', () => {
    for (const { content, details } of records) {
      const { coverage, screening } = showVerification({ content, unmaskedDetails: details } as OpenedItem, true) ?? {};
      const codes = coverage?.not_checked.map(({ code }) => code) ?? ['sanctions_lists'];
      if (screening === undefined) expect(codes).toContain('sanctions_lists');
      const isCleared = screening?.hits.some(({ clearance }) => clearance !== undefined) === true;
      expect(codes.includes('listed_hit')).toBe(isCleared || isToBeJudged(screening?.hits ?? []));
    }
  });

  test('are decided again as they were', () => {
    for (const { content, details } of records) {
      const policyDocument = documents.get(content.policyHash ?? '');
      expect(replay({ content, details, policyDocument }).kind).toBe('same');
    }
  });
});

test('a record of today is read as it was written', () => {
  const details = { query: { cpf: '11144477735' }, evidence: [], decision: null } as unknown as Parameters<
    typeof writeDetails
  >[0];
  expect(JSON.parse(writeDetails(details))).toMatchObject({ format: 1 });
  expect(readDetails(writeDetails(details))).toEqual(details);
  const costs = [{ source: 'bureau_a', outcome: 'answered', count: 2, reais: '1.3180' }] as const;
  const paid = { ...details, costs };
  expect(readDetails(writeDetails(paid))).toEqual(paid);
  const item = { content: {}, unmaskedDetails: writeDetails(paid) } as unknown as OpenedItem;
  expect(showVerification(item, false)?.costs).toEqual(costs);
});

test('what a newer version wrote is not guessed at', () => {
  const [{ content, details: first }] = records as [Kept['records'][number]];
  const details = JSON.stringify({ ...JSON.parse(first), format: 2 });
  expect(showVerification({ content, unmaskedDetails: details } as OpenedItem, true)).toBeUndefined();
  expect(replay({ content, details, policyDocument: policies[0] })).toEqual({
    kind: 'impossible',
    reason: 'a newer version of Confere wrote its evidence',
  });
});
