// The way to a company's page, from wherever its number stands.

import type { ComponentChildren } from 'preact';
import { onPlainClick } from '../shell/router.ts';
import { type CompanyWay, companiesAddress, openCompany } from './open-company.ts';

interface CompanyLinkProps {
  readonly cnpj: string;
  readonly asked: CompanyWay;
  /** A button's look unless told otherwise. */
  readonly look?: string;
  readonly children: ComponentChildren;
}

export function CompanyLink({ cnpj, asked, look = 'button small', children }: CompanyLinkProps) {
  return (
    <a class={look} href={`${companiesAddress}/${cnpj}`} onClick={onPlainClick(() => openCompany(cnpj, asked))}>
      {children}
    </a>
  );
}
