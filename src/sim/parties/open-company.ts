// BrasilAPI and minha-receita: the monthly open data behind a free address, without a key. Both answer 404 to everyone during an outage.

import type { Company } from '../../domain/company/company.ts';
import type { CompanyParty, PartyAnswer } from '../party.ts';
import { companySituations } from './serpro-cnpj.ts';

export const brasilApi = createOpenCompanyParty('brasil-api', 'BrasilAPI', /^\/api\/cnpj\/v1\/([0-9A-Z]{12}\d{2})$/);
export const minhaReceita = createOpenCompanyParty('minha-receita', 'minha-receita', /^\/([0-9A-Z]{12}\d{2})$/);

function createOpenCompanyParty(name: string, title: string, address: RegExp): CompanyParty {
  const notFound: PartyAnswer = {
    status: 404,
    body: { message: 'CNPJ não encontrado.' },
    outcome: 'not_found',
  };
  return {
    name,
    title,
    about: 'company',
    access: { kind: 'open' },
    unauthorized: notFound,
    notUnderstood: { status: 400, body: { message: 'CNPJ inválido.' } },
    findSubject: (request) => address.exec(request.path)?.[1],
    toAnswer: (cnpj, company) =>
      company === undefined ? notFound : { status: 200, body: toCompanyBody(cnpj, company) },
  };
}

function toCompanyBody(cnpj: string, company: Company): object {
  const [code, words] = companySituations[company.status];
  return {
    cnpj,
    razao_social: company.legalName,
    nome_fantasia: company.tradeName ?? '',
    situacao_cadastral: code,
    descricao_situacao_cadastral: words,
    data_inicio_atividade: company.foundationDate,
    opcao_pelo_mei: company.meiOpted,
    data_exclusao_do_mei: company.meiExcludedOn,
    identificador_matriz_filial: company.headOffice ? 1 : 2,
    situacao_especial: company.specialSituation ? 'RECUPERACAO JUDICIAL' : '',
  };
}
