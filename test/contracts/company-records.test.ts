import { toBrazilDay } from '../../src/domain/calendar.ts';
import type { Cnpj, CnpjRoot } from '../../src/domain/cnpj.ts';
import type { CompanyRecord } from '../../src/domain/company-record.ts';
import { createSandboxRecords } from '../../src/registry/sandbox-records.ts';
import { companyPersonas } from '../../src/sandbox/companies.ts';
import { companyRecordFor, establishmentsOf } from '../../src/sandbox/company-records.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { describeCompanyRecords } from './company-records.contract.ts';

const clock = createManualClock();

describeCompanyRecords('the sandbox', () => {
  const today = toBrazilDay(clock.nowMs());
  const roots = Array.from({ length: 60 }, (_, index) => String(index * 7919).padStart(8, '0') as CnpjRoot);
  const listed = roots.flatMap((root) => establishmentsOf(root, today));
  const fixed = companyPersonas.map(({ cnpj }) => cnpj);
  const known = [...fixed, ...listed].map((cnpj) => companyRecordFor(cnpj, today));
  return {
    records: createSandboxRecords(clock),
    known: known.filter((record): record is CompanyRecord => record !== undefined),
    absent: '90000009000195' as Cnpj,
  };
});
