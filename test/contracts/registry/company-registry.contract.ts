// What every CompanyRegistry promises, whatever it answers from.

import { describe, expect, it } from 'vitest';
import type { CompanyRegistry } from '../../../src/app/verify/ports.ts';
import { type Company, companyStatuses } from '../../../src/domain/company/company.ts';
import { type Cnpj, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';

interface Subject {
  readonly registry: CompanyRegistry;
  /** Companies that it holds, as it must answer them. */
  readonly known: readonly Company[];
  /** A valid number that it does not hold. */
  readonly absent: Cnpj;
  /** The same registry with nothing to answer from; undefined where that cannot happen. */
  readonly unavailable?: CompanyRegistry;
}

export function describeCompanyRegistry(name: string, getSubject: () => Subject): void {
  describe(`${name} as a CompanyRegistry`, () => {
    it('answers exactly the company that was asked for, with the date of its data', async () => {
      const { registry, known } = getSubject();
      for (const company of known) {
        const found = await registry.find(company.cnpj);
        expect(found).toEqual({ kind: 'found', company, dataAsOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
      }
    });

    it('answers not_found, with the date of its data, for a number that it does not hold', async () => {
      const { registry, absent } = getSubject();
      expect(await registry.find(absent)).toEqual({
        kind: 'not_found',
        dataAsOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      });
    });

    it('keeps every field within its documented values', async () => {
      const { registry, known } = getSubject();
      for (const { cnpj } of known) {
        const found = await registry.find(cnpj);
        if (found.kind !== 'found') throw new Error('a known company was not found');
        const { company } = found;
        expect(companyStatuses).toContain(company.status);
        expect(company.legalName).not.toBe('');
        expect(company.tradeName).not.toBe('');
        for (const day of [company.foundationDate, company.meiExcludedOn])
          expect(day ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(completeCnpj(company.cnpj.slice(0, 12))).toBe(cnpj);
      }
    });

    it('answers many questions at once as it answers one', async () => {
      const { registry, known } = getSubject();
      const answers = await Promise.all(known.map(({ cnpj }) => registry.find(cnpj)));
      for (const [index, answer] of answers.entries())
        expect(answer).toMatchObject({ kind: 'found', company: known[index] });
    });

    it('says unavailable, never not_found, when it has nothing to answer from', async () => {
      const { unavailable, known, absent } = getSubject();
      if (unavailable === undefined) return;
      for (const cnpj of [absent, ...known.map((company) => company.cnpj)]) {
        expect(await unavailable.find(cnpj)).toEqual({ kind: 'unavailable', reason: expect.any(String) });
      }
    });
  });
}
