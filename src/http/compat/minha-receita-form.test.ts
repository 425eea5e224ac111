import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CodedText,
  type CompanyRecord,
  findAgeBand,
  type Partner,
  type TaxRegime,
} from '../../domain/company/company-record.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { toMinhaReceita } from './minha-receita-form.ts';

const recorded = (name: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../test/fixtures/minha-receita/${name}.json`), 'utf8'),
  ) as Record<string, unknown>;

const regimesOf = (name: string): TaxRegime[] =>
  (recorded(name)['regime_tributario'] as { ano: number; forma_de_tributacao: string }[]).map((row) => ({
    year: row.ano,
    scpCnpj: null,
    form: row.forma_de_tributacao,
    bookkeepings: 1,
  }));

const coded = (code: string, text: string | null): CodedText => ({ code, text });
const partner: Partner = {
  kind: 'person',
  name: 'PESSOA INVENTADA UM',
  document: '***111111**',
  qualification: coded('16', 'Presidente'),
  joinedOn: '2024-02-27',
  country: null,
  representative: null,
  ageBand: findAgeBand('5') ?? null,
};

const association: CompanyRecord = {
  cnpj: '19131243000197' as Cnpj,
  legalName: 'OPEN KNOWLEDGE BRASIL',
  tradeName: 'REDE PELO CONHECIMENTO LIVRE',
  headOffice: true,
  status: 'active',
  statusCode: '02',
  statusSince: '2013-10-03',
  statusReason: null,
  foundationDate: '2013-10-03',
  specialSituation: null,
  mainActivity: coded('9430800', 'Atividades de associações de defesa de direitos sociais'),
  otherActivities: [
    coded('9493600', 'Atividades de organizações associativas ligadas à cultura e à arte'),
    coded('9499500', 'Atividades associativas não especificadas anteriormente'),
    coded('8599699', 'Outras atividades de ensino não especificadas anteriormente'),
    coded('8230001', 'Serviços de organização de feiras, congressos, exposições e festas'),
    coded('6204000', 'Consultoria em tecnologia da informação'),
  ],
  address: {
    streetKind: 'AVENIDA',
    street: 'PAULISTA 37',
    number: '37',
    complement: 'ANDAR 4',
    district: 'BELA VISTA',
    postalCode: '01311902',
    state: 'SP',
    municipality: { tomCode: '7107', ibgeCode: '3550308', name: 'SAO PAULO' },
    cityAbroad: null,
    country: null,
  },
  contacts: { phone: { areaCode: '11', number: '23851939' }, secondPhone: null, fax: null, email: null },
  legalNature: coded('3999', 'Associação Privada'),
  size: coded('05', 'DEMAIS'),
  capital: '0.00',
  responsibleQualification: coded('16', 'Presidente'),
  federativeEntity: null,
  simples: null,
  mei: null,
  taxRegimes: regimesOf('association'),
  partners: [partner],
  partnersTotal: 1,
  partnersMissing: null,
  establishments: 1,
  headOfficeCnpj: '19131243000197' as Cnpj,
};

const limitedCompany: CompanyRecord = {
  ...association,
  cnpj: '07038163000102' as Cnpj,
  legalName: 'VIPMEDIC PRODUTOS MEDICO-HOSPITALAR LTDA',
  tradeName: 'VIPMEDIC',
  statusSince: null,
  foundationDate: '2004-10-14',
  mainActivity: coded(
    '4645101',
    'Comércio atacadista de instrumentos e materiais para uso médico, cirúrgico, hospitalar e de laboratórios',
  ),
  otherActivities: [],
  address: {
    ...association.address,
    streetKind: 'RUA',
    street: 'ALCEU AMOROSO LIMA',
    number: '000314',
    complement: 'EDIF ANTARES EMPRESARIAL SALA 701 A705 E 713',
    district: 'CAMINHO DAS ARVORES',
    postalCode: '41820770',
    state: 'BA',
    municipality: { tomCode: '3849', ibgeCode: '2927408', name: 'SALVADOR' },
  },
  contacts: { ...association.contacts, phone: { areaCode: '71', number: '31720700' } },
  legalNature: coded('2062', 'Sociedade Empresária Limitada'),
  capital: '1000000.00',
  responsibleQualification: coded('49', 'Sócio-Administrador'),
  simples: { opted: false, optedOn: '2007-07-01', excludedOn: '2007-07-01' },
  mei: { opted: false, optedOn: null, excludedOn: null },
  taxRegimes: regimesOf('limited-company'),
  partners: [
    { ...partner, qualification: coded('49', 'Sócio-Administrador'), joinedOn: '2008-11-04' },
    {
      ...partner,
      name: 'PESSOA INVENTADA DOIS',
      document: '***222222**',
      qualification: coded('22', 'Sócio'),
      joinedOn: '2004-10-14',
    },
  ],
};

const stateGovernment: CompanyRecord = {
  ...association,
  cnpj: '82951229000176' as Cnpj,
  legalName: 'ESTADO DE SANTA CATARINA',
  tradeName: 'ESTADO DE SANTA CATARINA',
  statusSince: '2005-11-03',
  foundationDate: '1974-12-13',
  mainActivity: coded('8411600', 'Administração pública em geral'),
  otherActivities: [],
  address: {
    ...association.address,
    streetKind: 'RODOVIA',
    street: 'SC 401',
    number: '4600',
    complement: 'KM 5',
    district: 'SACO GRANDE II',
    postalCode: '88032000',
    state: 'SC',
    municipality: { tomCode: '8105', ibgeCode: '4205407', name: 'FLORIANOPOLIS' },
  },
  contacts: {
    phone: { areaCode: '48', number: '36652149' },
    secondPhone: null,
    fax: { areaCode: '48', number: '36652120' },
    email: null,
  },
  legalNature: coded('1236', 'Estado ou Distrito Federal'),
  responsibleQualification: coded('05', 'Administrador'),
  federativeEntity: 'SANTA CATARINA',
  taxRegimes: [],
  partners: [],
};

describe('recorded answers, field by field', () => {
  test.each([
    ['an association', association, 'association'],
    ['a limited company', limitedCompany, 'limited-company'],
    ['a state government without partners', stateGovernment, 'state-government'],
  ])('%s: the same names in the same order with the same values', (_name, record, fixture) => {
    expect(JSON.stringify(toMinhaReceita(record))).toBe(JSON.stringify(recorded(fixture)));
  });

  test('names come by length, then by letter, as the database sorts them there', () => {
    const sorted = (names: string[]) => names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const answer = toMinhaReceita(limitedCompany);
    expect(Object.keys(answer)).toEqual(sorted(Object.keys(answer)));
    const [first] = answer['qsa'] as [object];
    expect(Object.keys(first)).toEqual(sorted(Object.keys(first)));
  });
});

describe('what is not informed', () => {
  const empty: CompanyRecord = {
    ...association,
    legalName: null,
    tradeName: null,
    statusCode: null,
    statusSince: null,
    foundationDate: null,
    mainActivity: null,
    otherActivities: [],
    address: {
      streetKind: null,
      street: null,
      number: null,
      complement: null,
      district: null,
      postalCode: null,
      state: null,
      municipality: null,
      cityAbroad: null,
      country: null,
    },
    contacts: { phone: null, secondPhone: null, fax: null, email: null },
    legalNature: null,
    size: null,
    capital: null,
    responsibleQualification: null,
    taxRegimes: null,
    partners: null,
    partnersTotal: null,
    partnersMissing: 'not_imported',
  };

  test('is an empty text for texts and null for dates and codes', () => {
    const answer = toMinhaReceita(empty);
    const recordedTypes = recorded('limited-company');
    for (const [name, value] of Object.entries(answer)) {
      if (value === null || Array.isArray(value)) continue;
      expect([name, typeof value]).toEqual([name, typeof (recordedTypes[name] ?? value)]);
    }
    expect(answer).toMatchObject({
      razao_social: '',
      logradouro: '',
      ddd_telefone_1: '',
      cnae_fiscal: null,
      municipio: null,
      data_inicio_atividade: null,
      codigo_porte: null,
      porte: null,
      qsa: [],
      regime_tributario: [],
    });
  });
});

describe('partners', () => {
  const toQsa = (changed: Partial<Partner>) =>
    (toMinhaReceita({ ...association, partners: [{ ...partner, ...changed }] })['qsa'] as object[])[0];

  test('a foreign one has its country and no document', () => {
    const country = coded('249', 'ESTADOS UNIDOS');
    expect(toQsa({ kind: 'foreign', document: null, country, ageBand: null })).toMatchObject({
      identificador_de_socio: 3,
      cnpj_cpf_do_socio: '',
      codigo_pais: 249,
      pais: 'ESTADOS UNIDOS',
      codigo_faixa_etaria: 0,
      faixa_etaria: 'Não se aplica',
    });
  });

  test('a representative is named with the quality in which they act', () => {
    const representative = { document: '***333333**', name: 'PESSOA TRES', qualification: coded('17', 'Procurador') };
    expect(toQsa({ kind: 'company', document: '34238864000168', representative, ageBand: null })).toMatchObject({
      identificador_de_socio: 1,
      cpf_representante_legal: '***333333**',
      nome_representante_legal: 'PESSOA TRES',
      codigo_qualificacao_representante_legal: 17,
      qualificacao_representante_legal: 'Procurador',
    });
  });
});

test('capital is exact where theirs is rounded to single precision', () => {
  expect(toMinhaReceita({ ...association, capital: '1061004829.23' })['capital_social']).toBe(1061004829.23);
  expect(toMinhaReceita({ ...association, capital: '999999999999.99' })['capital_social']).toBe(999999999999.99);
});

test('codes lose their leading zeros, as there', () => {
  expect(toMinhaReceita({ ...association, mainActivity: coded('0111301', 'Cultivo de arroz') })['cnae_fiscal']).toBe(
    111301,
  );
});

describe('what the files write where nothing is informed', () => {
  const notInformed = coded('00', 'Não informada');
  const published = (asPublished: CompanyRecord['asPublished'], rest: Partial<CompanyRecord> = {}) =>
    toMinhaReceita({ ...association, ...rest, asPublished });

  test('size 00 is 0 and its words, a blank one null twice', () => {
    expect(published({ size: coded('00', null) }, { size: null })).toMatchObject({
      codigo_porte: 0,
      porte: 'NÃO INFORMADO',
    });
    expect(published(undefined, { size: null })).toMatchObject({ codigo_porte: null, porte: null });
  });

  test('qualification 00 keeps its text, of a partner and of the responsible person', () => {
    const answer = published(
      { responsibleQualification: notInformed },
      {
        responsibleQualification: null,
        partners: [{ ...partner, qualification: null, asPublished: { qualification: notInformed } }],
      },
    );
    expect(answer['qualificacao_do_responsavel']).toBe(0);
    expect(answer['qsa']).toMatchObject([{ codigo_qualificacao_socio: 0, qualificacao_socio: 'Não informada' }]);
  });

  test('a role beside the placeholder for nobody is kept', () => {
    const attorney = { representativeQualification: coded('17', 'Procurador') };
    expect(published(undefined, { partners: [{ ...partner, asPublished: attorney }] })['qsa']).toMatchObject([
      {
        cpf_representante_legal: '***000000**',
        codigo_qualificacao_representante_legal: 17,
        qualificacao_representante_legal: 'Procurador',
      },
    ]);
  });

  test('a postal code is as written, and a mark of office that nobody documented is passed on', () => {
    expect(published({ postalCode: '1311902' })['cep']).toBe('1311902');
    expect(published({ officeKind: '3' })).toMatchObject({
      identificador_matriz_filial: 3,
      descricao_identificador_matriz_filial: null,
    });
  });

  test('an activity and a legal nature that mean "not informed" are passed on', () => {
    const answer = published(
      { mainActivity: coded('8888888', 'Atividade não informada'), legalNature: coded('8885', null) },
      { mainActivity: null, legalNature: null },
    );
    expect(answer).toMatchObject({
      cnae_fiscal: 8888888,
      cnae_fiscal_descricao: 'Atividade não informada',
      codigo_natureza_juridica: 8885,
      natureza_juridica: null,
    });
  });
});

test('a country that no table names is null with its code; one that a table names is there', () => {
  const abroad = (text: string | null) => ({ ...association.address, country: coded('359', text) });
  expect(toMinhaReceita({ ...association, address: abroad(null) })).toMatchObject({ codigo_pais: null, pais: null });
  expect(toMinhaReceita({ ...association, address: abroad('MAN, ILHA DE') })).toMatchObject({
    codigo_pais: 359,
    pais: 'MAN, ILHA DE',
  });
});

test('an address abroad has no municipality', () => {
  const address = {
    ...association.address,
    state: 'EX',
    municipality: { tomCode: '9707', ibgeCode: null, name: 'EXTERIOR' },
  };
  expect(toMinhaReceita({ ...association, address })).toMatchObject({
    uf: 'EX',
    codigo_municipio: null,
    codigo_municipio_ibge: null,
    municipio: null,
  });
});

test('partners come by name', () => {
  const named = ['CARLA', 'ANA', 'BRUNO'].map((name) => ({ ...partner, name }));
  const qsa = toMinhaReceita({ ...association, partners: named })['qsa'] as { nome_socio: string }[];
  expect(qsa.map(({ nome_socio }) => nome_socio)).toEqual(['ANA', 'BRUNO', 'CARLA']);
});
