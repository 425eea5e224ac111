import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyStatuses } from '../domain/company/company.ts';
import { type Cnpj, completeCnpj, isCnpj } from '../domain/numbers/cnpj.ts';
import { companyFor, companyPersonas } from './companies.ts';

const today = '2026-11-14';
const anyCnpj = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 12, maxLength: 12 })
  .map(completeCnpj)
  .filter((cnpj) => isCnpj(cnpj) && companyPersonas.every((persona) => persona.cnpj !== cnpj));

/** Five thousand head offices that are no persona, always the same ones. */
const crowd = Array.from({ length: 5_000 }, (_, index) => completeCnpj(`${30_000_000 + index * 7}0001`));
const shareOf = (test: (cnpj: Cnpj) => boolean): number => crowd.filter(test).length / crowd.length;

describe('the fixed companies', () => {
  it('have valid numbers, each of them once', () => {
    expect(companyPersonas.filter(({ cnpj }) => !isCnpj(cnpj))).toEqual([]);
    expect(new Set(companyPersonas.map(({ cnpj }) => cnpj)).size).toBe(companyPersonas.length);
  });

  it('are the ones that companyFor gives, under their own number', () => {
    for (const { cnpj, company } of companyPersonas) {
      expect(companyFor(cnpj, today)).toEqual(company(today));
      expect(company(today)?.cnpj ?? cnpj).toBe(cnpj);
    }
  });

  it('show every status', () => {
    const shown = new Set(companyPersonas.map(({ company }) => company(today)?.status));
    expect([...shown].sort()).toEqual([...companyStatuses, undefined].sort());
  });

  it('keep their age and their future as the days pass', () => {
    expect(companyFor('90000004000162' as Cnpj, '2026-03-07')?.foundationDate).toBe('2026-02-21');
    expect(companyFor('90000004000162' as Cnpj, '2027-01-05')?.foundationDate).toBe('2026-12-22');
    expect(companyFor('90000002000173' as Cnpj, '2026-12-15')?.meiExcludedOn).toBe('2027-01-14');
  });
});

describe('all other companies', () => {
  it('depend on nothing but the number', () => {
    fc.assert(
      fc.property(anyCnpj, anyCnpj, (cnpj, other) => {
        const before = companyFor(cnpj, today);
        companyFor(other, today);
        expect(companyFor(cnpj, '2027-02-03')).toEqual(before);
      }),
    );
  });

  it('share name and MEI option with the other establishments of their root', () => {
    fc.assert(
      fc.property(anyCnpj, fc.integer({ min: 1, max: 9999 }), (cnpj, branch) => {
        const other = completeCnpj(cnpj.slice(0, 8) + String(branch).padStart(4, '0'));
        const [one, two] = [companyFor(cnpj, today), companyFor(other, today)];
        fc.pre(one !== undefined && two !== undefined && companyPersonas.every((persona) => persona.cnpj !== other));
        expect(two).toMatchObject({ legalName: one.legalName, meiOpted: one.meiOpted });
      }),
    );
  });

  it('have a legal name, a real foundation date and no CPF in clear', () => {
    for (const cnpj of crowd) {
      const company = companyFor(cnpj, today);
      if (company === undefined) continue;
      expect(company.cnpj).toBe(cnpj);
      expect(company.legalName).toMatch(/^[A-Z0-9&/.* ]{4,150}$/);
      expect(company.legalName).not.toMatch(/\d{11}/);
      expect(Temporal.PlainDate.from(company.foundationDate ?? '').toString()).toBe(company.foundationDate);
      if (company.meiExcludedOn !== null) {
        expect(company.meiOpted && company.meiExcludedOn > (company.foundationDate ?? '')).toBe(true);
      }
    }
  });

  it('vary as a registry does', () => {
    expect(shareOf((cnpj) => companyFor(cnpj, today) === undefined)).toBeCloseTo(0.05, 1);
    expect(shareOf((cnpj) => companyFor(cnpj, today)?.status === 'active')).toBeGreaterThan(0.7);
    expect(shareOf((cnpj) => companyFor(cnpj, today)?.headOffice === true)).toBeGreaterThan(0.9);
    expect(shareOf((cnpj) => companyFor(cnpj, today)?.meiOpted === true)).toBeGreaterThan(0.2);
    expect(shareOf((cnpj) => (companyFor(cnpj, today)?.tradeName ?? null) !== null)).toBeGreaterThan(0.3);
    expect(shareOf((cnpj) => companyFor(cnpj, today)?.specialSituation === true)).toBeGreaterThan(0);
  });
});
