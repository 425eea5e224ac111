// The companies of the sandbox: a CNPJ decides its own answer, and the day of asking only where age is what a number shows.
// Pure: no clock, no state. Integrators rely on the fixed numbers: add to them, do not change one.

import type { Company } from '../domain/company/company.ts';
import type { Cnpj } from '../domain/numbers/cnpj.ts';
import { drawCompany } from './drawn-company.ts';
import type { Label } from './labels.ts';

export interface CompanyPersona {
  readonly cnpj: Cnpj;
  /** `label` describes the case that this number shows. */
  readonly label: Label;
  /** `today` is YYYY-MM-DD; undefined when the registry does not know the number. */
  company(today: string): Company | undefined;
}

const inOrder: Omit<Company, 'cnpj' | 'legalName'> = {
  tradeName: null,
  status: 'active',
  foundationDate: '2012-08-20',
  meiOpted: false,
  meiExcludedOn: null,
  headOffice: true,
  specialSituation: false,
};

/** The personas stand in the order of the docs table. The first five are the trial numbers that Serpro publishes. */
export const companyPersonas: readonly CompanyPersona[] = [
  persona('34238864000168', 'active', 'PLANALTO CENTRAL TECNOLOGIA LTDA'),
  persona('54447820000155', 'suspended', 'GRAFICA ALVORADA LTDA', { status: 'suspended' }),
  persona('46768703000165', 'unfit (inapta)', 'ATLANTICA IMPORTADORA EIRELI', { status: 'unfit' }),
  persona('31151791000184', 'closed (baixada)', 'MERCADO BOA VISTA LTDA ME', { status: 'closed' }),
  persona('34428654000132', 'annulled (nula)', 'OTICA PRIMAVERA LTDA', { status: 'annulled' }),
  persona('90000007000104', 'a status code that nobody mapped', 'CLINICA SANTA CLARA LTDA', { status: 'unknown' }),

  persona('90000001000129', 'MEI, its name ends in a masked CPF', 'MARIA APARECIDA DE SOUZA ***456789**', {
    meiOpted: true,
  }),
  persona('90000002000173', 'MEI until a day that lies ahead', '90.000.002 ANTONIO CARLOS PEREIRA', (today) => ({
    meiOpted: true,
    meiExcludedOn: daysFrom(today, 30),
  })),
  persona('90000003000118', 'head office with a branch', 'TRANSPORTES HORIZONTE S/A'),
  persona('90000003000207', 'branch (filial)', 'TRANSPORTES HORIZONTE S/A', { headOffice: false }),
  persona('12ABC34501DE35', 'alphanumeric number', 'NOVA ERA INFORMATICA LTDA', { headOffice: false }),
  persona('90000004000162', 'founded two weeks ago', 'IPE AMARELO CONFEITARIA LTDA', (today) => ({
    foundationDate: daysFrom(today, -14),
  })),
  persona('90000008000140', 'founded at an unknown date', 'AGROPECUARIA SAO JOSE LTDA', { foundationDate: null }),
  persona('90000005000107', 'in judicial recovery', 'METALURGICA PROGRESSO S/A EM RECUPERACAO JUDICIAL', {
    specialSituation: true,
  }),
  persona('90000006000151', 'trade name other than the legal name', 'SILVA & TANAKA ALIMENTOS LTDA', {
    tradeName: 'PADARIA ESTRELA DO SUL',
  }),
  persona('90000010000110', 'no legal name in the registry', null),
  { cnpj: '90000009000195' as Cnpj, label: 'not found', company: () => undefined },
];

const fixed: ReadonlyMap<string, CompanyPersona> = new Map(companyPersonas.map((persona) => [persona.cnpj, persona]));

/** Returns undefined when the registry does not know the number. `today` is YYYY-MM-DD. */
export function companyFor(cnpj: Cnpj, today: string): Company | undefined {
  const known = fixed.get(cnpj);
  return known === undefined ? drawCompany(cnpj) : known.company(today);
}

type Recipe = Partial<Company> | ((today: string) => Partial<Company>);

function persona(cnpj: string, label: Label, legalName: string | null, recipe: Recipe = {}): CompanyPersona {
  const complete = (partial: Partial<Company>): Company => ({ ...inOrder, cnpj: cnpj as Cnpj, legalName, ...partial });
  if (typeof recipe === 'function') {
    return { cnpj: cnpj as Cnpj, label, company: (today) => complete(recipe(today)) };
  }
  const company = complete(recipe);
  return { cnpj: cnpj as Cnpj, label, company: () => company };
}

function daysFrom(today: string, days: number): string {
  return Temporal.PlainDate.from(today).add({ days }).toString();
}
