// The page of a company: its record and what an earlier month said of it, by the use case behind `GET /v1/companies/{cnpj}`. Partners and
// establishments beyond the first come by pages.

import type { EarlierRecord } from '../../../app/companies/read-company-page.ts';
import {
  toEstablishmentDocument,
  toPartnerDocument,
  toRecordDocument,
} from '../../../domain/company/forms/record-document.ts';
import { type Cnpj, parseCnpj, toCnpjRoot } from '../../../domain/numbers/cnpj.ts';
import { AppError } from '../../../errors.ts';
import { createToCaller } from '../caller.ts';
import type { CompanyPageView } from '../contract.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';

const partnersPerPage = 100;
const establishmentsPerPage = 50;

export function addCompanyPageRoutes(add: AddConsoleRoute, { companies, readCompanyPage, ...options }: ConsoleOptions) {
  const toCaller = createToCaller(options);

  add('POST company', async (call) => {
    const cnpj = getCnpj(call.body.cnpj);
    const page = await readCompanyPage(cnpj, await toCaller(call));
    call.request.outcome = page === undefined ? 'not_found' : 'found';
    if (page === undefined) throw new AppError('company_not_found');
    const { current, earlier } = page;
    return { record: toRecordDocument(current.shown, current.dataAsOf), earlier: toEarlierView(earlier) };
  });

  add('POST company-partners', async (call) => {
    const root = toCnpjRoot(getCnpj(call.body.cnpj));
    const query = { root, from: call.body.from, limit: partnersPerPage };
    const list = await companies.listPartners(query, await toCaller(call));
    call.request.outcome = list.kind === 'found' ? 'found' : 'not_found';
    if (list.kind !== 'found') throw new AppError('company_not_found');
    return { partners: list.partners.map(toPartnerDocument), total: list.total };
  });

  add('POST company-establishments', async (call) => {
    const root = toCnpjRoot(getCnpj(call.body.cnpj));
    const query = { root, after: call.body.after ?? undefined, limit: establishmentsPerPage };
    const list = await companies.listEstablishments(query, await toCaller(call));
    call.request.outcome = list.kind;
    if (list.kind !== 'found') throw new AppError('company_not_found');
    return { establishments: list.establishments.map(toEstablishmentDocument), total: list.total, next: list.next };
  });
}

function getCnpj(text: string): Cnpj {
  const parsed = parseCnpj(text);
  if (parsed.kind === 'valid') return parsed.value;
  throw new AppError('invalid_request', { faults: [{ pointer: '/cnpj', code: parsed.fault }] });
}

function toEarlierView(earlier: EarlierRecord): CompanyPageView['earlier'] {
  if (earlier.kind === 'found') return { kind: 'found', record: toRecordDocument(earlier.shown, earlier.dataAsOf) };
  if (earlier.kind === 'not_found') return { kind: 'not_found', data_as_of: earlier.dataAsOf };
  return { kind: earlier.kind };
}
