// The company records of the sandbox: the number alone decides the answer, apart from dates that are told relative to today.

import type { Clock } from '../app/clock.ts';
import type { CompanyRecords } from '../app/companies/ports.ts';
import { type CompanyRecord, matchesFilter, toEstablishmentSummary } from '../domain/company/company-record.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import { companyPersonas } from '../sandbox/companies.ts';
import { companyRecordFor, establishmentsOf } from '../sandbox/company-records.ts';

export function createSandboxRecords(clock: Clock): CompanyRecords {
  const originOn = (today: string) => ({ snapshot: `sandbox-${today}`, dataAsOf: today });
  const today = (): string => toBrazilDay(clock.nowMs());
  return {
    state: () => ({ kind: 'open', ...originOn(today()) }),
    find(cnpj) {
      const day = today();
      const record = companyRecordFor(cnpj, day);
      return record === undefined
        ? { kind: 'not_found', ...originOn(day) }
        : { kind: 'found', record, ...originOn(day) };
    },
    listPartners(root, from, limit) {
      const day = today();
      const cnpj = establishmentsOf(root, day)[0];
      const partners = cnpj === undefined ? undefined : companyRecordFor(cnpj, day)?.partners;
      if (cnpj === undefined || partners === undefined || partners === null)
        return { kind: 'not_found', ...originOn(day) };
      const page = partners.slice(from, from + limit);
      return { kind: 'found', partners: page, total: partners.length, cnpj, ...originOn(day) };
    },
    listEstablishments(root, after, limit) {
      const day = today();
      const all = establishmentsOf(root, day);
      if (all.length === 0) return { kind: 'not_found', ...originOn(day) };
      const rest = after === undefined ? all : all.filter((cnpj) => cnpj.slice(8, 12) > after);
      const page = rest.slice(0, limit);
      const records = page.map((cnpj) => companyRecordFor(cnpj, day) as CompanyRecord);
      return {
        kind: 'found',
        establishments: records.map(toEstablishmentSummary),
        total: all.length,
        next: page.length < rest.length ? (page.at(-1)?.slice(8, 12) ?? null) : null,
        ...originOn(day),
      };
    },
    scan(filter, { part, of } = { part: 0, of: 1 }) {
      const day = today();
      // Every number has an answer in the sandbox; the fixed ones are those that can be listed.
      const records = companyPersonas
        .map(({ cnpj }) => companyRecordFor(cnpj, day))
        .filter((record) => record !== undefined)
        .filter((record, index) => index % of === part && matchesFilter(record, filter));
      return { kind: 'open', batches: inOneBatch(records), ...originOn(day) };
    },
  };
}

async function* inOneBatch(records: readonly CompanyRecord[]): AsyncGenerator<readonly CompanyRecord[]> {
  if (records.length > 0) yield records;
}
