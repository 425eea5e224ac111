// The addresses in the place of minha-receita and BrasilAPI in the OpenAPI document, with errors in their words.

import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../../error-codes.ts';
import { AppError } from '../../errors.ts';
import { toExamples, toHeaders, toReference } from '../openapi/parts.ts';
import { type CompatService, toCompatBody } from './errors.ts';

// As the sandbox answers; a test holds that.
const companyExample = {
  uf: 'PR',
  cep: '80020002',
  qsa: [
    {
      pais: null,
      nome_socio: 'LUZIA WERNECK DE ANDRADE',
      codigo_pais: null,
      faixa_etaria: 'Entre 61 a 70 anos',
      cnpj_cpf_do_socio: '***717883**',
      qualificacao_socio: 'Sócio-Administrador',
      codigo_faixa_etaria: 7,
      data_entrada_sociedade: '2010-05-09',
      identificador_de_socio: 2,
      cpf_representante_legal: '***000000**',
      nome_representante_legal: '',
      codigo_qualificacao_socio: 49,
      qualificacao_representante_legal: 'Não informada',
      codigo_qualificacao_representante_legal: 0,
    },
  ],
  cnpj: '90000003000118',
  pais: null,
  email: null,
  porte: 'MICRO EMPRESA',
  bairro: 'CENTRO',
  numero: '1978',
  ddd_fax: '',
  municipio: 'CURITIBA',
  logradouro: 'DAS LARANJEIRAS',
  cnae_fiscal: 111301,
  codigo_pais: null,
  complemento: '',
  codigo_porte: 1,
  razao_social: 'TRANSPORTES HORIZONTE S/A',
  nome_fantasia: '',
  capital_social: 104500,
  ddd_telefone_1: '',
  ddd_telefone_2: '',
  opcao_pelo_mei: false,
  codigo_municipio: 7535,
  cnaes_secundarios: [
    {
      codigo: 4721102,
      descricao: 'Padaria e confeitaria com predominância de revenda',
    },
    {
      codigo: 6201501,
      descricao: 'Desenvolvimento de programas de computador sob encomenda',
    },
  ],
  natureza_juridica: 'Sociedade Anônima Fechada',
  regime_tributario: [2023, 2024, 2025].map((ano) => ({
    ano,
    cnpj_da_scp: null,
    forma_de_tributacao: 'LUCRO REAL',
    quantidade_de_escrituracoes: 1,
  })),
  situacao_especial: '',
  opcao_pelo_simples: true,
  situacao_cadastral: 2,
  data_opcao_pelo_mei: null,
  data_exclusao_do_mei: null,
  cnae_fiscal_descricao: 'Cultivo de arroz',
  codigo_municipio_ibge: 4106902,
  data_inicio_atividade: '2012-08-20',
  data_situacao_especial: null,
  data_opcao_pelo_simples: '2012-08-20',
  data_situacao_cadastral: '2012-08-20',
  nome_cidade_no_exterior: '',
  codigo_natureza_juridica: 2054,
  data_exclusao_do_simples: null,
  motivo_situacao_cadastral: 0,
  ente_federativo_responsavel: '',
  identificador_matriz_filial: 1,
  qualificacao_do_responsavel: 49,
  descricao_situacao_cadastral: 'ATIVA',
  descricao_tipo_de_logradouro: 'RUA',
  descricao_motivo_situacao_cadastral: 'SEM MOTIVO',
  descricao_identificador_matriz_filial: 'MATRIZ',
};

/** Of several codes with one status, that which callers meet. */
const errors: readonly ErrorCode[] = [
  'invalid_request',
  'missing_api_key',
  'insufficient_scope',
  'company_not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'registry_unavailable',
];
const subject = '90.000.009/0001-95';
const names: Readonly<Record<CompatService, readonly [component: string, schema: string]>> = {
  'minha-receita': ['MinhaReceita', 'MinhaReceitaMessage'],
  'brasil-api': ['BrasilApi', 'BrasilApiError'],
};

function toErrors(service: CompatService) {
  const [component, schema] = names[service];
  return errors.map((code) => {
    const error = new AppError(code);
    const statusName = STATUS_CODES[error.status] ?? '';
    const waits = error.status === 429 || error.status === 503;
    const content = { schema: toReference(schema), example: toCompatBody(service, error, subject) };
    const headers = toHeaders('Request-Id', ...(waits ? (['Retry-After'] as const) : []));
    const response = { description: statusName, headers, content: { 'application/json': content } };
    return { status: error.status, name: `${component}${statusName.replaceAll(/\W/g, '')}`, response };
  });
}

function toErrorReferences(service: CompatService, codes: readonly number[] = []) {
  return Object.fromEntries(
    toErrors(service)
      .filter(({ status }) => !codes.includes(status))
      .map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** What the operations here refer to. */
export const compatResponses: Readonly<Record<string, object>> = Object.fromEntries(
  (['minha-receita', 'brasil-api'] as const).flatMap(toErrors).map(({ name, response }) => [name, response]),
);

const switchedOn = 'There only where the operator has switched it on, and without a key where the operator says so.';
const tags = ['Compatibility'];
const security = [{ apiKey: [] }, {}];
const notModified = { description: 'The answer that you have still holds.', headers: toHeaders('Request-Id', 'ETag') };

function toRecordOperation(service: CompatService, operationId: string, name: string) {
  return {
    tags,
    operationId,
    security,
    summary: `Read a company as ${name} answers`,
    description: `The record in the form of ${name}: changing the base address is the whole migration. ${switchedOn}`,
    parameters: [
      {
        name: 'cnpj',
        in: 'path',
        required: true,
        description: '14 characters, however they are punctuated.',
        schema: { type: 'string' },
        example: companyExample.cnpj,
      },
      {
        name: 'If-None-Match',
        in: 'header',
        description: 'The `ETag` of an earlier answer; 304 while it still holds.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'The company.',
        headers: toHeaders('Request-Id', 'ETag'),
        content: {
          'application/json': {
            schema: toReference('MinhaReceitaCompany'),
            examples: toExamples({ company: companyExample }),
          },
        },
      },
      304: notModified,
      ...toErrorReferences(service),
    },
  };
}

export const compatPaths = {
  '/compat/minha-receita/{cnpj}': {
    get: toRecordOperation('minha-receita', 'readCompanyAsMinhaReceita', 'minha-receita'),
  },
  '/compat/minha-receita/updated': {
    get: {
      tags,
      operationId: 'readMonthAsMinhaReceita',
      security,
      summary: 'Read of which month the data are',
      description: `As minha-receita answers. ${switchedOn}`,
      responses: {
        200: {
          description: 'The month, YYYY-MM.',
          headers: toHeaders('Request-Id', 'ETag'),
          content: {
            'application/json': { schema: toReference('MinhaReceitaMessage'), example: { message: '2026-11' } },
          },
        },
        304: notModified,
        ...toErrorReferences('minha-receita', [400, 404]),
      },
    },
  },
  '/compat/brasil-api/cnpj/v1/{cnpj}': {
    get: toRecordOperation('brasil-api', 'readCompanyAsBrasilApi', 'BrasilAPI'),
  },
};
