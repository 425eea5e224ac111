// A score by Quod as a broker resells it: the number in the query, HTTP 200 for everything, and the outcome as a message code in the body.

import type { PartyAnswer, PersonParty } from '../party.ts';
import { staticToken } from '../party.ts';

export const quod: PersonParty = {
  name: 'quod',
  title: 'Quod score by a broker',
  about: 'person',
  plays: 'bureau_b',
  access: { kind: 'header', name: 'x-api-key', value: staticToken },
  unauthorized: { status: 401, body: { mensagem: 'Chave de acesso inválida.' } },
  notUnderstood: { status: 400, body: { mensagem: 'Informe o parâmetro CPF.' } },
  findSubject({ path, query }) {
    const cpf = query.get('CPF') ?? '';
    return path === '/v1/Score' && /^\d{11}$/.test(cpf) ? cpf : undefined;
  },
  toAnswer(cpf, evidence) {
    if (evidence.kind === 'not_found')
      return { ...toQuodAnswer(cpf, 904, 'Documento inexistente'), outcome: 'not_found' };
    if (evidence.kind === 'unavailable') {
      return evidence.reason === 'minor'
        ? { ...toQuodAnswer(cpf, 900, 'Menor de idade'), outcome: 'minor' }
        : undefined;
    }
    const { score } = evidence.record;
    if (score === null) return toQuodAnswer(cpf, 903, 'Dados insuficientes para o cálculo');
    return toQuodAnswer(cpf, 0, 'Sucesso', { score, faixaScore: score >= 700 ? 'BAIXO RISCO' : 'RISCO' });
  },
};

function toQuodAnswer(cpf: string, code: number, words: string, person: object | null = null): PartyAnswer {
  return {
    status: 200,
    body: {
      metaDados: { produto: 'SCORE_QUOD', documento: cpf, codigoMensagem: code, mensagem: words, tempoExecucaoMs: 74 },
      retorno: { pessoaFisica: person },
    },
  };
}
