// The whole records that a correct import of the dump gives, for a sample that holds every trait: read from the written fields in
// the plainest way, one rule a line, without a look at how the import does it.

import {
  type CodedText,
  type CompanyRecord,
  findAgeBand,
  type Partner,
  type Phone,
  type TaxOption,
  toCompanySize,
} from '../../src/domain/company/company-record.ts';
import { completeCnpj } from '../../src/domain/numbers/cnpj.ts';
import { maskCpfInName } from '../../src/domain/numbers/cpf.ts';
import { unlistedCountries } from '../../src/registry/files/unlisted-countries.ts';
import { sampleOf, toIsoDate } from './expected.ts';
import { type LookupName, lookupTables, municipalityPairs } from './tables/lookups.ts';
import { type SyntheticRegistry, statusByCode } from './tables/registry.ts';
import { createRowWriter, type RowWriter } from './tables/rows.ts';
import { listTaxRegimes } from './tables/tax-regimes.ts';
import { mix, Random } from './values/random.ts';

const ibgeCodes = municipalityPairs();
const states = new Set(
  'AC AL AM AP BA CE DF ES EX GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '),
);

export function listExpectedRecords(registry: SyntheticRegistry, sizes: Parameters<typeof sampleOf>[1]) {
  const random = new Random().restart(mix(registry.options.seed, 32));
  const writer = createRowWriter(registry);
  const branches = countBranches(registry);
  return sampleOf(registry, sizes, random, (establishment) => toRecord(registry, writer, branches, establishment));
}

function countBranches(registry: SyntheticRegistry): Map<number, number> {
  const counts = new Map<number, number>();
  for (let branch = 0; branch < registry.establishments - registry.companies; branch++) {
    const { company } = registry.branches.at(branch);
    counts.set(company, (counts.get(company) ?? 0) + 1);
  }
  return counts;
}

function toRecord(
  registry: SyntheticRegistry,
  writer: RowWriter,
  branches: ReadonlyMap<number, number>,
  establishment: number,
): CompanyRecord {
  const facts = registry.getEstablishment(establishment);
  const company = facts.company.index;
  const e = writer.establishmentFields(establishment);
  const c = writer.companyFields(company);
  const s = writer.simplesFields(company);
  const at = (column: number): string => e[column] ?? '';
  const special = clean(at(28));
  return {
    cnpj: completeCnpj(`${at(0)}${at(1)}`),
    legalName: clean(c[1] ?? ''),
    tradeName: clean(at(4)),
    headOffice: at(3) === '1',
    status: statusByCode[at(5)] ?? 'unknown',
    statusCode: at(5),
    statusSince: toIsoDate(at(6)),
    statusReason: at(7) === '00' ? null : coded('Motivos', at(7)),
    foundationDate: toIsoDate(at(10)),
    specialSituation: special === null ? null : { text: special, since: toIsoDate(at(29)) },
    mainActivity: at(11) === '8888888' ? null : coded('Cnaes', at(11)),
    otherActivities:
      at(12) === ''
        ? []
        : at(12)
            .split(',')
            .filter((code) => code !== '8888888')
            .map((code) => coded('Cnaes', code)),
    address: {
      streetKind: clean(at(13)),
      street: clean(at(14)),
      number: clean(at(15)),
      complement: clean(at(16)),
      district: clean(at(17)),
      postalCode: /^\d{7,8}$/.test(at(18)) ? at(18).padStart(8, '0') : null,
      state: states.has(at(19)) ? at(19) : null,
      municipality: {
        tomCode: at(20),
        ibgeCode: ibgeCodes.get(at(20)) ?? null,
        name: coded('Municipios', at(20)).text,
      },
      cityAbroad: clean(at(8)),
      country: at(9) === '' ? null : coded('Paises', at(9)),
    },
    contacts: {
      phone: toPhone(at(21), at(22)),
      secondPhone: toPhone(at(23), at(24)),
      fax: toPhone(at(25), at(26)),
      email: /.@./.test(at(27)) ? at(27).toLowerCase().replaceAll(' ', '') : null,
    },
    legalNature: ['0000', '8885'].includes(c[2] ?? '') ? null : coded('Naturezas', c[2] ?? ''),
    size: toCompanySize(c[5] ?? ''),
    capital: (c[4] ?? '').replace(',', '.'),
    responsibleQualification: coded('Qualificacoes', c[3] ?? ''),
    federativeEntity: clean(c[6] ?? ''),
    simples: s === undefined ? null : toOption(s.slice(1, 4)),
    mei: s === undefined ? null : toOption(s.slice(4, 7)),
    taxRegimes: listTaxRegimes(registry, company).map(({ year, scp, form, bookkeepings }) => ({
      year,
      form,
      bookkeepings,
      scpCnpj: scp === '0' ? null : scp,
    })),
    partners: writer.partnerFields(company).map(toPartner).sort(byEntry),
    partnersTotal: writer.partnerFields(company).length,
    partnersMissing: null,
    establishments: 1 + (branches.get(company) ?? 0),
    headOfficeCnpj: registry.getEstablishment(company).cnpj,
    ...toPublished(e, c),
  };
}

/** Returns the raw values that the files contain for facts that are not informed. */
function toPublished(e: readonly string[], c: readonly string[]): Pick<CompanyRecord, 'asPublished'> {
  const asPublished = {
    ...(!['1', '2'].includes(e[3] ?? '') && { officeKind: e[3] ?? '' }),
    ...(!/^(?:\d{8})?$/.test(e[18] ?? '') && { postalCode: e[18] ?? '' }),
    ...(e[11] === '8888888' && { mainActivity: coded('Cnaes', '8888888') }),
    ...(['0000', '8885'].includes(c[2] ?? '') && { legalNature: coded('Naturezas', c[2] ?? '') }),
    ...(c[3] === '00' && { responsibleQualification: coded('Qualificacoes', '00') }),
    ...(c[5] === '00' && { size: { code: '00', text: null } }),
  };
  return Object.keys(asPublished).length === 0 ? {} : { asPublished };
}

function toPartner(fields: readonly string[]): Partner {
  const [, kind = '', name = '', document = '', role = '', joinedOn = '', country = '', ...rest] = fields;
  const [representative = '', representativeName = '', representativeRole = '', age = ''] = rest;
  const kinds = { '1': 'company', '2': 'person', '3': 'foreign' } as const;
  return {
    kind: kinds[kind as keyof typeof kinds] ?? 'unknown',
    name: clean(name),
    document: document === '' ? null : document,
    qualification: coded('Qualificacoes', role),
    joinedOn: toIsoDate(joinedOn),
    country: country === '' ? null : coded('Paises', country),
    representative:
      representative === '***000000**'
        ? null
        : {
            document: representative,
            name: clean(representativeName),
            qualification: coded('Qualificacoes', representativeRole),
          },
    ageBand: findAgeBand(age) ?? null,
    ...(representative === '***000000**' &&
      representativeRole !== '00' && {
        asPublished: { representativeQualification: coded('Qualificacoes', representativeRole) },
      }),
  };
}

/** Sorts partners by the date on which they joined. Partners who joined on the same day are sorted by name. */
function byEntry(a: Partner, b: Partner): number {
  const [one, other] = [`${a.joinedOn ?? ''} ${a.name ?? ''}`, `${b.joinedOn ?? ''} ${b.name ?? ''}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

function coded(table: LookupName, code: string): CodedText {
  const row = lookupTables[table].rows.find(([known]) => known === code);
  const elsewhere = table === 'Paises' ? unlistedCountries[code] : undefined;
  return { code, text: row?.[1] ?? elsewhere ?? null };
}

function toPhone(area: string, number: string): Phone | null {
  const [areaCode, digits] = [area, number].map((text) => text.replace(/^0+/, ''));
  return digits === undefined || digits === '' ? null : { areaCode: areaCode || null, number: digits };
}

function toOption([option, from = '', until = '']: readonly string[]): TaxOption {
  return {
    opted: option === 'S' ? true : option === 'N' ? false : null,
    optedOn: toIsoDate(from),
    excludedOn: toIsoDate(until),
  };
}

function clean(field: string): string | null {
  const text = field.replace(/[\0- \x7f-\xa0]+/g, ' ').trim();
  return text === '' ? null : maskCpfInName(text);
}
