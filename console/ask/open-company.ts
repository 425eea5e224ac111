// Which company is looked at, and with what: real ones wherever they can be asked about. What was read stays while the reader goes
// from one establishment to the next, in this page's memory alone.

import { signal } from '@preact/signals';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { whenOtherOperator } from '../shell/owned.ts';
import { go } from '../shell/router.ts';
import { purpose, toWay, way } from './way.ts';

export const companiesAddress = '/console/empresas';

export type CompanyWay = 'sandbox' | 'live';
export type CompanyPage = ConsoleAnswer<'POST company'>;

/** Set by an answer that leads to its company: made up there is made up here. */
const wayOfAnswer = signal<CompanyWay | undefined>(undefined);

whenOtherOperator(() => {
  wayOfAnswer.value = undefined;
});

/** Returns undefined until the service has reported which sources there are. */
export function findCompanyWay(): CompanyWay | undefined {
  return wayOfAnswer.value ?? toWay(way.value === 'key' ? undefined : way.value);
}

export function openCompany(cnpj: string, from?: CompanyWay): void {
  wayOfAnswer.value = from;
  go(`${companiesAddress}/${cnpj}`);
}

/** The question uses the way that the operator chose in Verificar. */
export function toQuestion(cnpj: string, asked: CompanyWay) {
  return { cnpj, with: asked, purpose: asked === 'live' && purpose.value !== '' ? purpose.value : null } as const;
}

export const readCompany = (cnpj: string, asked: CompanyWay) => call('POST company', toQuestion(cnpj, asked));
