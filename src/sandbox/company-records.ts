// The whole records of the sandbox's companies: whatever verification does not know is drawn from the number, people included.
// Pure, and the same for the same number. All people, addresses and contacts are invented; the codes are real ones.

import type { Company, CompanyStatus } from '../domain/company/company.ts';
import {
  type CodedText,
  type CompanyRecord,
  findAgeBand,
  type Municipality,
  type Partner,
  type TaxRegime,
  toCompanySize,
} from '../domain/company/company-record.ts';
import { type Cnpj, type CnpjRoot, completeCnpj, toCnpjRoot } from '../domain/numbers/cnpj.ts';
import { pickFullName, pickSurname } from './brazilian-names.ts';
import { companyFor, companyPersonas } from './companies.ts';
import { createDraw, type Draw, pick, pickDate } from './draw.ts';

const statusCodes: Readonly<Record<CompanyStatus, string>> = {
  annulled: '01',
  active: '02',
  suspended: '03',
  unfit: '04',
  closed: '08',
  unknown: '05',
};

const statusReasons: Readonly<Record<CompanyStatus, CodedText | null>> = {
  annulled: { code: '16', text: 'ANULACAO POR VICIOS' },
  active: null,
  suspended: { code: '21', text: 'PEDIDO DE BAIXA INDEFERIDA' },
  unfit: { code: '63', text: 'OMISSAO DE DECLARACOES' },
  closed: { code: '01', text: 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA' },
  // A code that Serpro names and the Receita's table lacks.
  unknown: { code: '32', text: null },
};

const activities: readonly [CodedText, ...CodedText[]] = [
  { code: '4721102', text: 'Padaria e confeitaria com predominância de revenda' },
  { code: '6201501', text: 'Desenvolvimento de programas de computador sob encomenda' },
  {
    code: '4711302',
    text: 'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios - supermercados',
  },
  {
    code: '4930202',
    text: 'Transporte rodoviário de carga, exceto produtos perigosos e mudanças, intermunicipal, interestadual e internacional',
  },
  { code: '5611201', text: 'Restaurantes e similares' },
  { code: '9602501', text: 'Cabeleireiros, manicure e pedicure' },
  { code: '4781400', text: 'Comércio varejista de artigos do vestuário e acessórios' },
  { code: '0111301', text: 'Cultivo de arroz' },
];

interface Place {
  readonly state: string;
  readonly municipality: Municipality;
  readonly postalPrefix: string;
  readonly areaCode: string;
}

const places: readonly [Place, ...Place[]] = [
  place('SP', 'SAO PAULO', '7107', '3550308', '01310', '11'),
  place('RJ', 'RIO DE JANEIRO', '6001', '3304557', '20040', '21'),
  place('MG', 'BELO HORIZONTE', '4123', '3106200', '30130', '31'),
  place('DF', 'BRASILIA', '9701', '5300108', '70040', '61'),
  place('BA', 'SALVADOR', '3849', '2927408', '40020', '71'),
  place('PR', 'CURITIBA', '7535', '4106902', '80020', '41'),
  place('RS', 'PORTO ALEGRE', '8801', '4314902', '90010', '51'),
  place('CE', 'FORTALEZA', '1389', '2304400', '60025', '85'),
];

const limited: CodedText = { code: '2062', text: 'Sociedade Empresária Limitada' };
const soleTrader: CodedText = { code: '2135', text: 'Empresário (Individual)' };
const corporation: CodedText = { code: '2054', text: 'Sociedade Anônima Fechada' };
const managingPartner: CodedText = { code: '49', text: 'Sócio-Administrador' };
const partner: CodedText = { code: '22', text: 'Sócio' };
const minorPartner: CodedText = { code: '30', text: 'Sócio Menor (Assistido/Representado)' };
const foreignPartner: CodedText = { code: '37', text: 'Sócio Pessoa Jurídica Domiciliado no Exterior' };
const attorney: CodedText = { code: '17', text: 'Procurador' };
const mother: CodedText = { code: '14', text: 'Mãe' };

/** Returns undefined when the registry does not know the number. `today` is YYYY-MM-DD. */
export function companyRecordFor(cnpj: Cnpj, today: string): CompanyRecord | undefined {
  const company = companyFor(cnpj, today);
  if (company === undefined) return undefined;
  const own = createDraw(`record ${cnpj}`);
  const root = createDraw(`record ${toCnpjRoot(cnpj)}`);
  const isPerson = company.meiOpted === true;
  const where = pick(own, places);
  const listed = establishmentsOf(toCnpjRoot(cnpj), today);
  const numbers = listed.includes(cnpj) ? listed : [...listed, cnpj];
  return {
    cnpj,
    legalName: company.legalName,
    tradeName: company.tradeName,
    headOffice: company.headOffice,
    status: company.status,
    statusCode: statusCodes[company.status],
    statusSince: company.status === 'active' ? company.foundationDate : pickDate(own, 2015, 2024),
    statusReason: statusReasons[company.status],
    foundationDate: company.foundationDate,
    specialSituation: company.specialSituation ? { text: 'RECUPERACAO JUDICIAL', since: '2023-05-10' } : null,
    ...drawActivities(own),
    address: {
      streetKind: 'RUA',
      street: `DAS ${pick(own, ['FLORES', 'PALMEIRAS', 'ACACIAS', 'LARANJEIRAS'])}`,
      number: own(10) === 0 ? 'S/N' : String(1 + own(2000)),
      complement: own(3) === 0 ? `SALA ${1 + own(90)}` : null,
      district: 'CENTRO',
      postalCode: `${where.postalPrefix}${String(own(1000)).padStart(3, '0')}`,
      state: where.state,
      municipality: where.municipality,
      cityAbroad: null,
      country: null,
    },
    contacts: {
      phone: { areaCode: where.areaCode, number: `3${1_000_000 + own(9_000_000)}` },
      secondPhone: null,
      fax: null,
      email: own(10) < 7 ? `contato${own(10_000)}@example.com` : null,
    },
    ...drawCompanyFacts(root, company, isPerson),
    ...drawPartners(root, isPerson),
    taxRegimes: isPerson ? [] : drawTaxRegimes(root, today),
    partnersMissing: null,
    establishments: numbers.length,
    headOfficeCnpj: numbers.find((number) => companyFor(number, today)?.headOffice === true) ?? null,
  };
}

/**
 * Lists the establishments in the order of their branches: 0001 and, for one root in five, a few more. A caller can still ask about any other
 * branch.
 */
export function establishmentsOf(root: CnpjRoot, today: string): readonly Cnpj[] {
  const fixed = companyPersonas.map(({ cnpj }) => cnpj).filter((cnpj) => cnpj.startsWith(root));
  const draw = createDraw(`establishments ${root}`);
  const drawn = fixed.length > 0 ? 0 : draw(5) === 0 ? 2 + draw(6) : 1;
  const numbers = Array.from({ length: drawn }, (_, index) =>
    completeCnpj(`${root}${String(index + 1).padStart(4, '0')}`),
  );
  return [...fixed, ...numbers].filter((cnpj) => companyFor(cnpj, today) !== undefined).sort();
}

function drawActivities(draw: Draw): Pick<CompanyRecord, 'mainActivity' | 'otherActivities'> {
  const first = draw(activities.length);
  const at = (index: number) => activities[index % activities.length] as CodedText;
  const others = Array.from({ length: draw(2) * (1 + draw(3)) }, (_, index) => at(first + 1 + index));
  return { mainActivity: at(first), otherActivities: others };
}

function drawCompanyFacts(draw: Draw, company: Company, isPerson: boolean) {
  const isCorporation = company.legalName?.includes('S/A') === true;
  const opted = isPerson || draw(2) === 0;
  return {
    legalNature: isPerson ? soleTrader : isCorporation ? corporation : limited,
    size: toCompanySize(isPerson ? '01' : pick(draw, ['01', '01', '03', '05'])),
    capital: `${(1 + draw(400)) * 500}.00`,
    responsibleQualification: isPerson ? { code: '50', text: 'Empresário' } : managingPartner,
    federativeEntity: null,
    simples: { opted, optedOn: opted ? company.foundationDate : null, excludedOn: null },
    mei: {
      opted: company.meiOpted,
      optedOn: company.meiOpted ? company.foundationDate : null,
      excludedOn: company.meiExcludedOn,
    },
  };
}

function drawPartners(draw: Draw, isPerson: boolean): Pick<CompanyRecord, 'partners' | 'partnersTotal'> {
  if (isPerson) return { partners: [], partnersTotal: 0 };
  const partners = Array.from({ length: 1 + draw(3) }, (_, index) => drawPerson(draw, index === 0));
  const kind = draw(12);
  if (kind === 0) partners.push(drawMinor(draw));
  if (kind === 1) partners.push(drawForeign(draw));
  return { partners, partnersTotal: partners.length };
}

/** The last three years that are over, of those that are not in Simples. */
function drawTaxRegimes(draw: Draw, today: string): readonly TaxRegime[] {
  const form = pick(draw, ['LUCRO PRESUMIDO', 'LUCRO PRESUMIDO', 'LUCRO REAL']);
  const thisYear = Number(today.slice(0, 4));
  if (draw(2) === 0) return [];
  return [3, 2, 1].map((ago) => ({ year: thisYear - ago, scpCnpj: null, form, bookkeepings: 1 }));
}

function drawPerson(draw: Draw, manages: boolean): Partner {
  return {
    kind: 'person',
    name: pickFullName(draw),
    document: maskedCpf(draw),
    qualification: manages ? managingPartner : partner,
    joinedOn: pickDate(draw, 1990, 2024),
    country: null,
    representative: null,
    ageBand: findAgeBand(String(3 + draw(7))) ?? null,
  };
}

function drawMinor(draw: Draw): Partner {
  return {
    ...drawPerson(draw, false),
    qualification: minorPartner,
    representative: { document: maskedCpf(draw), name: pickFullName(draw), qualification: mother },
    ageBand: findAgeBand('1') ?? null,
  };
}

function drawForeign(draw: Draw): Partner {
  return {
    kind: 'foreign',
    name: `${pickSurname(draw)} HOLDINGS INC`,
    document: null,
    qualification: foreignPartner,
    joinedOn: pickDate(draw, 1990, 2024),
    country: { code: '249', text: 'ESTADOS UNIDOS' },
    representative: { document: maskedCpf(draw), name: pickFullName(draw), qualification: attorney },
    ageBand: null,
  };
}

function maskedCpf(draw: Draw): string {
  return `***${100_000 + draw(900_000)}**`;
}

function place(
  ...[state, name, tomCode, ibgeCode, postalPrefix, areaCode]: [string, string, string, string, string, string]
): Place {
  return { state, municipality: { tomCode, ibgeCode, name }, postalPrefix, areaCode };
}
