// The lists of the sandbox: invented rows about its people and companies, one for each outcome of a screening.
// Pure: no clock, no state. Integrators rely on these rows: add to them, do not change one.

import type { CountryCode } from '../domain/countries/country-code.ts';
import type { Cnpj } from '../domain/numbers/cnpj.ts';
import type { Cpf } from '../domain/numbers/cpf.ts';
import { blankEntry, type ListEntry } from '../domain/screening/entry/list-entry.ts';
import type { IdentityDocument } from '../domain/screening/identity-document.ts';
import type { Label } from './labels.ts';

export interface SandboxEntry {
  readonly list: string;
  readonly entry: ListEntry;
}

/** One list of the sandbox is too old for a check of this person. */
export const staleFor = '90000001228' as Cpf;
export const staleList = 'onu';

const blank: ListEntry = { ...blankEntry, kind: 'person', from: '2024-02-01' };

const sanction = {
  category: 'Impedimento/proibição de contratar com prazo determinado',
  authority: 'Prefeitura de Exemplo',
  process: '0001.123456/2024',
  reach: 'Na Esfera e no Poder do órgão sancionador',
} as const;

const passport: IdentityDocument = { type: 'passport', number: 'QX7654321', country: 'VE' as CountryCode };

export const sandboxEntries: readonly SandboxEntry[] = [
  row('ceis', '900001', 'SERGIO AUGUSTO RAMOS', {
    ...sanction,
    document: cpf('40532176871'),
    until: '2099-12-31',
    remarks: 'Linha inventada do sandbox.',
  }),
  row('ceis', '900002', 'FABIO MENDES ROCHA', { ...sanction, document: cpf('07691852312'), until: '2025-01-31' }),
  row('ceis', '900003', 'ATLANTICA IMPORTADORA EIRELI', {
    ...sanction,
    kind: 'company',
    document: cnpj('46768703000165'),
    until: '2099-12-31',
  }),
  row('ceis', '900004', 'JORGE LUIZ BARBOSA', { ...sanction, document: { kind: 'unusable' }, until: '2099-12-31' }),
  row('ceis', '900005', 'DEBORA LOPES MARTINS', { ...sanction, document: cpf('10975384600'), from: '2099-01-01' }),
  row('cnep', '900006', 'TRANSPORTES HORIZONTE S/A', {
    ...sanction,
    kind: 'company',
    category: 'Multa - Lei 12.846',
    document: cnpj('90000003000118'),
  }),
  row('pep', '900007', 'MARCIA REGINA TEIXEIRA', {
    document: { kind: 'masked_cpf', digits: '086352' },
    category: 'Vereadora',
    authority: 'Mun. de Exemplo-SP',
    from: '2025-01-01',
  }),
  row('onu', '900008', 'CLAUDIO ROSSI', { births: ['1977-07-07'], category: 'UN Security Council (invented)' }),
  row('pep', '900009', 'MARIA FERNANDES ALMEIDA', {
    document: { kind: 'masked_cpf', digits: '257149' },
    category: 'Prefeita',
    authority: 'Mun. de Exemplo-PR',
    from: '2025-01-01',
  }),
  row('cnep', '900010', null, {
    ...sanction,
    kind: 'company',
    category: 'Multa - Lei 12.846',
    document: cnpj('90000051000106'),
  }),
  row('onu', '900011', 'INVENTADA SEGOVIA', {
    births: ['1971-02-03'],
    nationalities: ['VE' as CountryCode],
    identityDocuments: [passport],
    category: 'UN Security Council (invented)',
  }),
];

export interface ListedPersona {
  /** `label` describes the case that this question shows. */
  readonly label: Label;
  /** The fields of the request. */
  readonly asks: Readonly<Partial<Record<'cpf' | 'name' | 'birth_date' | 'cnpj' | 'company_name', string>>> & {
    readonly document?: IdentityDocument;
  };
  readonly withPartners?: true;
}

/** The personas stand in the order of the docs table. */
export const listedPersonas: readonly ListedPersona[] = [
  { label: 'on no list', asks: { cpf: '12345678909', name: 'João Pedro da Silva Santos', birth_date: '1985-03-14' } },
  { label: 'barred from contracts, by the CPF', asks: { cpf: '40532176871', name: 'Sérgio Augusto Ramos' } },
  { label: 'a sanction that has ended', asks: { cpf: '07691852312', name: 'Fábio Mendes Rocha' } },
  { label: 'a sanction that begins later', asks: { cpf: '10975384600', name: 'Débora Lopes Martins' } },
  {
    label: 'politically exposed, by six digits and the name',
    asks: { cpf: '91708635203', name: 'Márcia Regina Teixeira' },
  },
  { label: 'the same six digits without a name: nobody can tell', asks: { cpf: '91708635203' } },
  {
    label: 'listed by the United Nations, by name and birth date',
    asks: { name: 'Cláudio Rossi', birth_date: '1977-07-07' },
  },
  { label: 'a foreigner without a CPF, by the passport', asks: { document: passport } },
  { label: 'a name alone is only a candidate', asks: { name: 'Jorge Luiz Barbosa' } },
  { label: 'a list that is too old', asks: { cpf: staleFor } },
  { label: 'a company barred from contracts', asks: { cnpj: '46768703000165' } },
  { label: 'another establishment of a punished company', asks: { cnpj: '90000003000207' } },
  {
    label: 'a company by its name, beside a row that has only a number: nobody can tell',
    asks: { company_name: 'Ipê Amarelo Móveis' },
  },
  { label: 'a company with an exposed partner', asks: { cnpj: '90000006000151' }, withPartners: true },
];

/** The outcomes of `screening` in a verification, where the service looks at lists there. In the order of the docs table. */
export const screenedPersonas: readonly Pick<ListedPersona, 'label' | 'asks'>[] = [
  { label: 'on no list', asks: { cpf: '12345678909' } },
  { label: 'politically exposed, by six digits and the name', asks: { cpf: '91708635203' } },
  { label: 'listed by the United Nations, by name and birth date', asks: { cpf: '90000002380' } },
  { label: 'a name alone is only a candidate', asks: { cpf: '90000001732' } },
  { label: 'a list that is too old', asks: { cpf: staleFor } },
  { label: 'a company barred from contracts', asks: { cnpj: '46768703000165' } },
  { label: 'another establishment of a punished company', asks: { cnpj: '90000003000207' } },
];

function row(list: string, id: string, name: string | null, entry: Partial<ListEntry>): SandboxEntry {
  return { list, entry: { ...blank, id, names: name === null ? [] : [name], ...entry } };
}

function cpf(number: string): ListEntry['document'] {
  return { kind: 'cpf', number: number as Cpf };
}

function cnpj(number: string): ListEntry['document'] {
  return { kind: 'cnpj', number: number as Cnpj };
}
