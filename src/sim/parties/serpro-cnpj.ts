// Serpro Consulta CNPJ v2, basic: the Receita's registry of companies, live. It says nothing about MEI.

import type { CompanyStatus } from '../../domain/company/company.ts';
import type { CompanyParty } from '../party.ts';
import { serproToken, serproUnauthorized } from './serpro-token.ts';

/** The table holds the Receita's codes of situação cadastral, as all company parties write them. `9` stands for an unknown code. */
export const companySituations: Readonly<Record<CompanyStatus, readonly [code: number, words: string]>> = {
  annulled: [1, 'NULA'],
  active: [2, 'ATIVA'],
  suspended: [3, 'SUSPENSA'],
  unfit: [4, 'INAPTA'],
  closed: [8, 'BAIXADA'],
  unknown: [9, 'EM REVISAO'],
};

const address = /^\/consulta-cnpj-df\/v2\/basica\/([0-9A-Z]{12}\d{2})$/;

export const serproCnpj: CompanyParty = {
  name: 'serpro-cnpj',
  title: 'Serpro Consulta CNPJ v2',
  about: 'company',
  access: serproToken,
  unauthorized: serproUnauthorized,
  notUnderstood: { status: 403, body: { mensagem: 'Caminho não autorizado.' } },
  findSubject: (request) => address.exec(request.path)?.[1],
  toAnswer(cnpj, company) {
    if (company === undefined) return { status: 404, body: { mensagem: 'CNPJ não encontrado.' }, outcome: 'not_found' };
    return {
      status: 200,
      body: {
        ni: cnpj,
        tipo_estabelecimento: company.headOffice ? '1' : '2',
        nome_empresarial: company.legalName,
        nome_fantasia: company.tradeName ?? '',
        situacao_cadastral: {
          codigo: String(companySituations[company.status][0]),
          data: company.foundationDate,
          motivo: '',
        },
        data_abertura: company.foundationDate,
        situacao_especial: company.specialSituation ? 'RECUPERACAO JUDICIAL' : '',
      },
    };
  },
};
