// The company of the OpenAPI document's examples, as the sandbox has it on another day; a test holds that.

import type { CompanyRecord } from '../../domain/company/company-record.ts';
import { toRecordDocument } from '../../domain/company/forms/record-document.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';

const cnpj = '90000003000118' as Cnpj;
const years = [2023, 2024, 2025];

export const exampleCompany: CompanyRecord = {
  cnpj,
  headOffice: true,
  legalName: 'TRANSPORTES HORIZONTE S/A',
  tradeName: null,
  status: 'active',
  statusCode: '02',
  statusSince: '2012-08-20',
  statusReason: null,
  foundationDate: '2012-08-20',
  specialSituation: null,
  mainActivity: { code: '0111301', text: 'Cultivo de arroz' },
  otherActivities: [
    { code: '4721102', text: 'Padaria e confeitaria com predominância de revenda' },
    { code: '6201501', text: 'Desenvolvimento de programas de computador sob encomenda' },
  ],
  address: {
    streetKind: 'RUA',
    street: 'DAS LARANJEIRAS',
    number: '1978',
    complement: null,
    district: 'CENTRO',
    postalCode: '80020002',
    state: 'PR',
    municipality: { tomCode: '7535', ibgeCode: '4106902', name: 'CURITIBA' },
    cityAbroad: null,
    country: null,
  },
  contacts: { phone: null, secondPhone: null, fax: null, email: null },
  legalNature: { code: '2054', text: 'Sociedade Anônima Fechada' },
  size: { code: '01', text: 'MICRO EMPRESA' },
  capital: '104500.00',
  responsibleQualification: { code: '49', text: 'Sócio-Administrador' },
  federativeEntity: null,
  simples: { opted: true, optedOn: '2012-08-20', excludedOn: null },
  mei: { opted: false, optedOn: null, excludedOn: null },
  taxRegimes: years.map((year) => ({ year, scpCnpj: null, form: 'LUCRO REAL', bookkeepings: 1 })),
  partners: [
    {
      kind: 'person',
      name: 'LUZIA WERNECK DE ANDRADE',
      document: '***717883**',
      qualification: { code: '49', text: 'Sócio-Administrador' },
      joinedOn: '2010-05-09',
      country: null,
      representative: null,
      ageBand: { code: '7', fromYears: 61, toYears: 70 },
    },
  ],
  partnersTotal: 1,
  partnersMissing: null,
  establishments: 2,
  headOfficeCnpj: cnpj,
};

export const exampleRecord = {
  ...toRecordDocument({ record: exampleCompany, withheld: ['phones'] }, '2026-11-14'),
  // The committed document has the names of a tax regime in this order.
  tax_regimes: years.map((year) => ({ year, scp_cnpj: null, form: 'LUCRO REAL', bookkeepings: 1 })),
};
