// The form of minha-receita and BrasilAPI as schemas, for the OpenAPI document. Names and meanings are theirs: `minha-receita-form.ts`
// writes it, and a test holds real answers against these schemas.

import { listOf, named, object } from '../schema.ts';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const code = { type: 'integer' };
const codeOrNull = { type: ['integer', 'null'] };
const flagOrNull = { type: ['boolean', 'null'] };
const dayOrNull = { type: ['string', 'null'], format: 'date' };

const partner = {
  pais: textOrNull,
  nome_socio: text,
  codigo_pais: codeOrNull,
  faixa_etaria: textOrNull,
  cnpj_cpf_do_socio: text,
  qualificacao_socio: textOrNull,
  codigo_faixa_etaria: code,
  data_entrada_sociedade: dayOrNull,
  identificador_de_socio: codeOrNull,
  cpf_representante_legal: text,
  nome_representante_legal: text,
  codigo_qualificacao_socio: codeOrNull,
  qualificacao_representante_legal: textOrNull,
  codigo_qualificacao_representante_legal: codeOrNull,
};

const company = {
  uf: text,
  cep: text,
  qsa: listOf(named('MinhaReceitaPartner'), 'Partners by name, at most 1,000.'),
  cnpj: text,
  pais: textOrNull,
  email: textOrNull,
  porte: textOrNull,
  bairro: text,
  numero: text,
  ddd_fax: text,
  municipio: textOrNull,
  logradouro: text,
  cnae_fiscal: codeOrNull,
  codigo_pais: codeOrNull,
  complemento: text,
  codigo_porte: codeOrNull,
  razao_social: text,
  nome_fantasia: text,
  capital_social: { type: ['number', 'null'] },
  ddd_telefone_1: text,
  ddd_telefone_2: text,
  opcao_pelo_mei: flagOrNull,
  codigo_municipio: codeOrNull,
  cnaes_secundarios: listOf(named('MinhaReceitaActivity'), 'CNAEs besides the main one.'),
  natureza_juridica: textOrNull,
  regime_tributario: listOf(named('MinhaReceitaTaxRegime'), 'By year.'),
  situacao_especial: text,
  opcao_pelo_simples: flagOrNull,
  situacao_cadastral: codeOrNull,
  data_opcao_pelo_mei: dayOrNull,
  data_exclusao_do_mei: dayOrNull,
  cnae_fiscal_descricao: textOrNull,
  codigo_municipio_ibge: codeOrNull,
  data_inicio_atividade: dayOrNull,
  data_situacao_especial: dayOrNull,
  data_opcao_pelo_simples: dayOrNull,
  data_situacao_cadastral: dayOrNull,
  nome_cidade_no_exterior: text,
  codigo_natureza_juridica: codeOrNull,
  data_exclusao_do_simples: dayOrNull,
  motivo_situacao_cadastral: codeOrNull,
  ente_federativo_responsavel: text,
  identificador_matriz_filial: codeOrNull,
  qualificacao_do_responsavel: codeOrNull,
  descricao_situacao_cadastral: textOrNull,
  descricao_tipo_de_logradouro: text,
  descricao_motivo_situacao_cadastral: textOrNull,
  descricao_identificador_matriz_filial: textOrNull,
};

export const compatSchemas = {
  MinhaReceitaCompany: object(company, 'A company as minha-receita and BrasilAPI describe it.'),
  MinhaReceitaPartner: object(partner, 'A partner in `qsa`.'),
  MinhaReceitaActivity: object({ codigo: code, descricao: text }, 'A CNAE.'),
  MinhaReceitaTaxRegime: object(
    { ano: code, cnpj_da_scp: textOrNull, forma_de_tributacao: text, quantidade_de_escrituracoes: code },
    'How the company was taxed in a year.',
  ),
  MinhaReceitaMessage: object({ message: text }, 'A sentence: what is wrong, or the month of the data.'),
  BrasilApiError: object({ message: text, type: text, name: text }, 'An error as BrasilAPI words it.'),
};
