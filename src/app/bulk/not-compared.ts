// What no answer about a table's rows can compare, because no column of it holds it.

import type { Columns } from './columns.ts';

export const comparedRoles = ['name', 'birth_date', 'company_name'] as const;
export type ComparedRole = (typeof comparedRoles)[number];

export function listNotCompared(found: Columns): readonly ComparedRole[] {
  const isOfPeople = found.cpf !== undefined || found.document !== undefined;
  const isOfCompanies = found.cnpj !== undefined || found.document !== undefined;
  // Without a column of its own, the name of a company stands among those of people.
  const lacks: Readonly<Record<ComparedRole, boolean>> = {
    name: isOfPeople && found.name === undefined,
    birth_date: isOfPeople && found.birth_date === undefined,
    company_name: isOfCompanies && found.company_name === undefined && found.name === undefined,
  };
  return comparedRoles.filter((role) => lacks[role]);
}
