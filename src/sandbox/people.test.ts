import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cpf, completeCpf, isCpf } from '../domain/numbers/cpf.ts';
import { type ContractSource, contractSourceNames } from '../domain/person/contract-sources.ts';
import { type PersonRecord, registrationStatuses } from '../domain/person/evidence.ts';
import { personas, personFor } from './people.ts';

const anyCpf = fc
  .integer({ min: 1, max: 999_999_998 })
  .map((base) => completeCpf(String(base).padStart(9, '0')))
  .filter(isCpf);

function recordOf(cpf: Cpf, source: ContractSource): PersonRecord | undefined {
  const { evidence } = personFor(cpf).answers[source];
  return evidence.kind === 'answered' ? evidence.record : undefined;
}

/** Ten thousand numbers that are no persona, always the same ones. */
const crowd = Array.from({ length: 10_000 }, (_, index) => completeCpf(String(300_000_000 + index * 7)));
const shareOf = (test: (cpf: Cpf) => boolean): number => crowd.filter(test).length / crowd.length;

describe('the fixed people', () => {
  it('have valid numbers, each of them once', () => {
    expect(personas.filter(({ cpf }) => !isCpf(cpf))).toEqual([]);
    expect(new Set(personas.map(({ cpf }) => cpf)).size).toBe(personas.length);
  });

  it('are the ones that personFor gives', () => {
    for (const { cpf, person } of personas) expect(personFor(cpf)).toBe(person);
  });

  it('are registered in upper case ASCII with a real birth date, wherever a bureau answers', () => {
    for (const { cpf, label } of personas) {
      for (const source of ['bureau_a', 'bureau_b'] as const) {
        const record = recordOf(cpf, source);
        if (record === undefined) continue;
        expect(record.name, label).toMatch(/^[A-Z]+( [A-Z]+)+$/);
        expect(Temporal.PlainDate.from(record.birthDate ?? '').toString(), label).toBe(record.birthDate);
      }
    }
  });

  it('show every registration status', () => {
    const shown = new Set(personas.map(({ cpf }) => recordOf(cpf, 'bureau_a')?.registration));
    for (const status of registrationStatuses) expect(shown).toContain(status);
    expect(shown).toContain(null);
  });

  it('show each source unavailable on its own, and all at once', () => {
    const down = personas.map(({ person }) =>
      contractSourceNames.filter((source) => person.answers[source].evidence.kind === 'unavailable').join('+'),
    );
    for (const source of contractSourceNames) expect(down).toContain(source);
    expect(down).toContain(contractSourceNames.join('+'));
  });

  it('have one slow source, well inside the deadline of a source', () => {
    const delays = personas.flatMap(({ person }) =>
      contractSourceNames.map((source) => person.answers[source].delayMs),
    );
    expect(delays.filter((delayMs) => delayMs > 0)).toEqual([800]);
  });

  it('come with an example whose birth date is the registered one', () => {
    for (const { cpf, example } of personas) {
      if (example === undefined) continue;
      expect((recordOf(cpf, 'bureau_a') ?? recordOf(cpf, 'bureau_b'))?.birthDate).toBe(example.birthDate);
    }
  });
});

describe('all other people', () => {
  it('depend on nothing but the number', () => {
    fc.assert(
      fc.property(anyCpf, anyCpf, (cpf, other) => {
        const before = personFor(cpf);
        personFor(other);
        expect(personFor(cpf)).toEqual(before);
      }),
    );
  });

  it('are never unavailable and never late', () => {
    for (const cpf of crowd) {
      for (const answer of Object.values(personFor(cpf).answers)) {
        expect(answer.evidence.kind).not.toBe('unavailable');
        expect(answer.delayMs).toBe(0);
      }
    }
  });

  it('have a full name in upper case, a birth date from 1940 to 2006 and a score from 0 to 1000', () => {
    fc.assert(
      fc.property(anyCpf, (cpf) => {
        const [a, b] = [recordOf(cpf, 'bureau_a'), recordOf(cpf, 'bureau_b')];
        fc.pre(a !== undefined && b !== undefined && personas.every((fixed) => fixed.cpf !== cpf));
        expect(a.name).toMatch(/^[A-Z]+( [A-Z]+)+$/);
        expect(b).toMatchObject({ name: a.name, birthDate: a.birthDate, registration: a.registration });
        expect(a.birthDate).toMatch(/^(19[4-9]\d|200[0-6])-\d\d-\d\d$/);
        expect(Temporal.PlainDate.from(a.birthDate ?? '').toString()).toBe(a.birthDate);
        expect(b.score).toBeGreaterThanOrEqual(0);
        expect(b.score).toBeLessThanOrEqual(1000);
      }),
    );
  });

  it('are relayed by each source with its own fields only', () => {
    fc.assert(
      fc.property(anyCpf, (cpf) => {
        expect(recordOf(cpf, 'bureau_a')?.score ?? null).toBeNull();
        expect(recordOf(cpf, 'bureau_b')?.pendingDebts ?? null).toBeNull();
        expect(recordOf(cpf, 'bureau_b')?.socialName ?? null).toBeNull();
        const registry = recordOf(cpf, 'fraud_registry');
        if (registry !== undefined) expect(Object.values(registry).filter((value) => value !== null)).toHaveLength(1);
      }),
    );
  });

  it('vary as a population does', () => {
    const known = shareOf((cpf) => recordOf(cpf, 'bureau_a') !== undefined);
    expect(known).toBeGreaterThan(0.98);
    expect(known).toBeLessThan(1);
    expect(shareOf((cpf) => recordOf(cpf, 'bureau_a')?.registration === 'regular')).toBeGreaterThan(0.9);
    expect(shareOf((cpf) => recordOf(cpf, 'bureau_a')?.pendingDebts === true)).toBeCloseTo(0.15, 1);
    expect(shareOf((cpf) => recordOf(cpf, 'fraud_registry')?.fraudAlert === true)).toBeCloseTo(0.015, 2);
    expect(shareOf((cpf) => (recordOf(cpf, 'bureau_b')?.score ?? 0) >= 400)).toBeGreaterThan(0.85);
    expect(shareOf((cpf) => (recordOf(cpf, 'bureau_b')?.score ?? 1000) < 400)).toBeGreaterThan(0.03);
    expect(new Set(crowd.map((cpf) => recordOf(cpf, 'bureau_a')?.name)).size).toBeGreaterThan(9_000);
  });
});
