// What callers read of the company registry: one record, many of them, the establishments of one company.

import type { CallOptions, MakeCall } from '../call/call.ts';
import { findOrUndefined, readJson, toLimits, toLines, toQuery } from '../call/exchange.ts';
import type {
  CompanyEstablishments,
  CompanyLookupLine,
  CompanyRecord,
  Establishment,
  RecordField,
} from '../contract.ts';

export type FieldsOptions = CallOptions & { readonly fields?: readonly RecordField[] };

export function findCompany(
  call: MakeCall,
  cnpj: string,
  options: FieldsOptions = {},
): Promise<CompanyRecord | undefined> {
  // The mask has a slash.
  const path = `/v1/companies/${encodeURIComponent(cnpj)}${toFieldsQuery(options.fields)}`;
  const found = call({ ...toLimits(options), method: 'GET', path }, readJson<CompanyRecord>);
  return findOrUndefined(found, 'company_not_found');
}

export function lookUpCompanies(
  call: MakeCall,
  cnpjs: readonly string[],
  options: FieldsOptions = {},
): Promise<CompanyLookupLine[]> {
  const request = {
    ...toLimits(options),
    method: 'POST' as const,
    path: `/v1/companies/lookup${toFieldsQuery(options.fields)}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cnpjs }),
  };
  return call(request, async (response) => toLines(await response.text()));
}

export async function* listEstablishments(
  call: MakeCall,
  root: string,
  options: CallOptions = {},
): AsyncGenerator<Establishment> {
  const first = `/v1/companies/${encodeURIComponent(root)}/establishments`;
  for (let path: string | undefined = first; path !== undefined; ) {
    const page: CompanyEstablishments = await call(
      { ...toLimits(options), method: 'GET', path },
      readJson<CompanyEstablishments>,
    );
    yield* page.establishments;
    path = page.next_cursor === null ? undefined : `${first}${toQuery({ cursor: page.next_cursor })}`;
  }
}

function toFieldsQuery(fields: readonly RecordField[] | undefined): string {
  return toQuery({ fields: fields?.join(',') });
}
