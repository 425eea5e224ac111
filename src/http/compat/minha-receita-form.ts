// A record in the form of minha-receita, which BrasilAPI hands on: their names, types, empty values and order of names (that of
// PostgreSQL's jsonb: by length, then by letter). What differs on purpose is listed in docs/company-record.md.

import type {
  CodedText,
  CompanyRecord,
  Municipality,
  Partner,
  PartnerKind,
  Phone,
  TaxRegime,
} from '../../domain/company/company-record.ts';

const statusWords: Readonly<Record<string, string>> = {
  '01': 'NULA',
  '02': 'ATIVA',
  '03': 'SUSPENSA',
  '04': 'INAPTA',
  '08': 'BAIXADA',
};

const partnerCodes: Readonly<Record<PartnerKind, number | null>> = { company: 1, person: 2, foreign: 3, unknown: null };

/** By the published code, 0 for "not applicable". The second lacks its last letter there, too. */
const ageBandWords = [
  'Não se aplica',
  'Entre 0 a 12 anos',
  'Entre 13 a 20 ano',
  'Entre 21 a 30 anos',
  'Entre 31 a 40 anos',
  'Entre 41 a 50 anos',
  'Entre 51 a 60 anos',
  'Entre 61 a 70 anos',
  'Entre 71 a 80 anos',
  'Maiores de 80 anos',
] as const;

/** The Receita writes this mask over eleven zeros if the partner has no representative. */
const nobody = '***000000**';

const officeWords: Readonly<Record<string, string>> = { '1': 'MATRIZ', '2': 'FILIAL' };
const sizeNotInformed = 'NÃO INFORMADO';
const qualificationNotInformed = 'Não informada';

export function toMinhaReceita(record: CompanyRecord): Record<string, unknown> {
  const { address, contacts, simples, mei, asPublished } = record;
  const country = toCountry(address.country);
  // Abroad there is no municipality, whatever code the files write.
  const municipality = address.state === 'EX' ? null : address.municipality;
  const mainActivity = record.mainActivity ?? asPublished?.mainActivity ?? null;
  const legalNature = record.legalNature ?? asPublished?.legalNature ?? null;
  const office = asPublished?.officeKind ?? (record.headOffice ? '1' : '2');
  return {
    uf: address.state ?? '',
    cep: asPublished?.postalCode ?? address.postalCode ?? '',
    qsa: (record.partners ?? []).toSorted(byName).map(toPartner),
    cnpj: record.cnpj,
    pais: country?.text ?? null,
    email: contacts.email,
    porte: record.size?.text ?? (asPublished?.size === undefined ? null : sizeNotInformed),
    bairro: address.district ?? '',
    numero: address.number ?? '',
    ddd_fax: toJoined(contacts.fax),
    municipio: municipality?.name ?? null,
    logradouro: address.street ?? '',
    cnae_fiscal: toCodeNumber(mainActivity),
    codigo_pais: toCodeNumber(country),
    complemento: address.complement ?? '',
    codigo_porte: toCodeNumber(record.size ?? asPublished?.size ?? null),
    razao_social: record.legalName ?? '',
    nome_fantasia: record.tradeName ?? '',
    capital_social: record.capital === null ? null : Number(record.capital),
    ddd_telefone_1: toJoined(contacts.phone),
    ddd_telefone_2: toJoined(contacts.secondPhone),
    opcao_pelo_mei: mei?.opted ?? null,
    codigo_municipio: municipality === null ? null : Number(municipality.tomCode),
    cnaes_secundarios: record.otherActivities.map(({ code, text }) => ({
      codigo: Number(code),
      descricao: text ?? '',
    })),
    natureza_juridica: legalNature?.text ?? null,
    regime_tributario: (record.taxRegimes ?? []).map(toTaxRegime),
    situacao_especial: record.specialSituation?.text ?? '',
    opcao_pelo_simples: simples?.opted ?? null,
    situacao_cadastral: record.statusCode === null ? null : Number(record.statusCode),
    data_opcao_pelo_mei: mei?.optedOn ?? null,
    data_exclusao_do_mei: mei?.excludedOn ?? null,
    cnae_fiscal_descricao: mainActivity?.text ?? null,
    codigo_municipio_ibge: toIbge(municipality),
    data_inicio_atividade: record.foundationDate,
    data_situacao_especial: record.specialSituation?.since ?? null,
    data_opcao_pelo_simples: simples?.optedOn ?? null,
    data_situacao_cadastral: record.statusSince,
    nome_cidade_no_exterior: address.cityAbroad ?? '',
    codigo_natureza_juridica: toCodeNumber(legalNature),
    data_exclusao_do_simples: simples?.excludedOn ?? null,
    motivo_situacao_cadastral: record.statusReason === null ? 0 : toCodeNumber(record.statusReason),
    ente_federativo_responsavel: record.federativeEntity ?? '',
    identificador_matriz_filial: office === '' ? null : Number(office),
    qualificacao_do_responsavel: toCodeNumber(
      record.responsibleQualification ?? asPublished?.responsibleQualification ?? null,
    ),
    descricao_situacao_cadastral: statusWords[record.statusCode ?? ''] ?? null,
    descricao_tipo_de_logradouro: address.streetKind ?? '',
    descricao_motivo_situacao_cadastral: record.statusReason === null ? 'SEM MOTIVO' : record.statusReason.text,
    descricao_identificador_matriz_filial: officeWords[office] ?? null,
  };
}

function toPartner(partner: Partner): Record<string, unknown> {
  const { representative, ageBand, asPublished } = partner;
  const country = toCountry(partner.country);
  const qualification = partner.qualification ?? asPublished?.qualification ?? null;
  const role = representative?.qualification ?? asPublished?.representativeQualification ?? null;
  const bandCode = ageBand === null ? 0 : Number(ageBand.code);
  return {
    pais: country?.text ?? null,
    nome_socio: partner.name ?? '',
    codigo_pais: toCodeNumber(country),
    faixa_etaria: ageBandWords[bandCode] ?? null,
    cnpj_cpf_do_socio: partner.document ?? '',
    qualificacao_socio: qualification?.text ?? null,
    codigo_faixa_etaria: bandCode,
    data_entrada_sociedade: partner.joinedOn,
    identificador_de_socio: partnerCodes[partner.kind],
    cpf_representante_legal: representative?.document ?? nobody,
    nome_representante_legal: representative?.name ?? '',
    codigo_qualificacao_socio: toCodeNumber(qualification),
    qualificacao_representante_legal: role === null ? qualificationNotInformed : role.text,
    codigo_qualificacao_representante_legal: role === null ? 0 : toCodeNumber(role),
  };
}

/** Their numbers lose leading zeros: 0220903 is 220903. */
function toCodeNumber(coded: CodedText | null): number | null {
  return coded === null ? null : Number(coded.code);
}

/** A country that no table names is none there, its code included. */
function toCountry(country: CodedText | null): CodedText | null {
  return country === null || country.text === null ? null : country;
}

function byName(one: Partner, other: Partner): number {
  const [name, otherName] = [one.name ?? '', other.name ?? ''];
  return name === otherName ? 0 : name < otherName ? -1 : 1;
}

function toTaxRegime({ year, scpCnpj, form, bookkeepings }: TaxRegime): Record<string, unknown> {
  return {
    ano: year,
    cnpj_da_scp: scpCnpj,
    forma_de_tributacao: form,
    quantidade_de_escrituracoes: bookkeepings,
  };
}

function toIbge(municipality: Municipality | null): number | null {
  const code = municipality?.ibgeCode ?? null;
  return code === null ? null : Number(code);
}

function toJoined(phone: Phone | null): string {
  return phone === null ? '' : `${phone.areaCode ?? ''}${phone.number}`;
}
