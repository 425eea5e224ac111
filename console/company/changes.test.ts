import { describe, expect, test } from 'vitest';
import type { RecordDocument } from '../../src/domain/company/forms/record-document.ts';
import { exampleRecord as record } from '../../src/http/companies/example.ts';
import { type Change, findChanges } from './changes.ts';

type Partner = NonNullable<RecordDocument['partners']>[number];
const partner = (name: string): Partner => ({
  kind: 'person',
  name,
  document: '***123456**',
  qualification: null,
  joined_on: null,
  country: null,
  representative: null,
  age_band: null,
});
const withPartners = (names: readonly string[], total = names.length): RecordDocument => ({
  ...record,
  partners: names.map(partner),
  partners_total: total,
});

function toTold(changes: readonly Change[]): string[] {
  return changes.map(({ name, before, after }) => `${name}: ${before} → ${after}`.replaceAll('\u00a0', ' '));
}

describe('what changed', () => {
  test('nothing, where both months say the same', () => {
    expect(findChanges(record, structuredClone(record))).toEqual([]);
  });

  test('is told in words, with money and days as the language writes them', () => {
    const after: RecordDocument = {
      ...record,
      status: 'closed',
      capital: '250000.50',
      special_situation: { text: 'FALIDO', since: null },
      simples: { opted: false, opted_on: '2020-01-01', excluded_on: '2026-10-31' },
    };
    const before: RecordDocument = {
      ...record,
      status: 'active',
      capital: '1000.00',
      simples: { opted: true, opted_on: '2020-01-01', excluded_on: null },
    };
    expect(toTold(findChanges(before, after))).toEqual([
      'Situação cadastral: ativa → baixada',
      'Situação especial: null → FALIDO',
      'Capital social: R$ 1.000,00 → R$ 250.000,50',
      'Simples Nacional: optante, desde 01/01/2020 → não optante, excluída em 31/10/2026',
    ]);
  });

  test('names who joined and who left, each once', () => {
    const changes = findChanges(withPartners(['ANA', 'BIA', 'BIA']), withPartners(['BIA', 'CARLA']));
    expect(toTold(changes)).toEqual([
      'Sócio que entrou: null → CARLA, ***123456**',
      'Sócio que saiu: ANA, ***123456** → null',
    ]);
  });

  test('names nobody where the list is not whole: who left cannot be told from who stands further down', () => {
    const changes = findChanges(withPartners(['ANA'], 130), withPartners(['BIA'], 129));
    expect(toTold(changes)).toEqual(['Número de sócios: 130 → 129']);
    const hidden = { ...withPartners(['ANA', 'BIA']), withheld: ['minors' as const] };
    expect(findChanges({ ...withPartners(['ANA'], 2), withheld: ['minors'] }, hidden)).toEqual([]);
  });

  test('says nothing of an address that is hidden in one of the two', () => {
    const moved = { ...record, address: { ...record.address, street: null, number: null, postal_code: null } };
    expect(findChanges(record, { ...moved, withheld: ['personal_address'] })).toEqual([]);
    expect(toTold(findChanges(record, moved)).length).toBeGreaterThan(0);
  });
});
