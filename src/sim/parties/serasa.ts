// Serasa Experian's report about a person: the number travels in a header, the token's life is a string,
// and a score that was not calculated arrives as 0 with a message that says so.

import type { PersonParty } from '../party.ts';
import { registrationWords } from './registration-words.ts';

const reportPath = '/credit-services/person-information-report/v1/creditreport';
const noOccurrence = { summary: { count: 0, balance: 0 } };

export const serasa: PersonParty = {
  name: 'serasa',
  title: 'Serasa Experian, report about a person',
  about: 'person',
  plays: 'bureau_a',
  access: {
    kind: 'oauth',
    tokenPath: '/security/iam/v1/client-identities/login',
    toTokenAnswer: (token, expiresInSeconds) => ({
      status: 201,
      body: { accessToken: token, tokenType: 'Bearer', expiresIn: String(expiresInSeconds), scope: ['READ'] },
    }),
  },
  unauthorized: { status: 401, body: [{ code: '401', message: 'Unauthorized' }] },
  notUnderstood: { status: 400, body: [{ code: '400', message: 'INVALID REQUEST' }] },
  findSubject({ path, query, headers }) {
    const document = headers['x-document-id'];
    if (path !== reportPath || query.get('reportName') === null || typeof document !== 'string') return undefined;
    return /^\d{11}$/.test(document) ? document : undefined;
  },
  toAnswer(cpf, evidence) {
    if (evidence.kind === 'not_found') {
      return { status: 404, body: [{ code: '404', message: 'DOCUMENT NOT FOUND' }], outcome: 'not_found' };
    }
    if (evidence.kind === 'unavailable') return undefined;
    const { name, socialName, birthDate, registration, pendingDebts, score } = evidence.record;
    const debts = { summary: { count: 2, balance: 1830.5 } };
    return {
      status: 200,
      body: {
        reports: [
          {
            reportName: 'RELATORIO_BASICO_PF_PME',
            registration: {
              documentNumber: cpf,
              consumerName: name,
              ...(socialName === null ? {} : { socialName }),
              ...(birthDate === null ? {} : { birthDate }),
              ...(registration === null ? {} : { statusRegistration: registrationWords[registration] }),
            },
            ...(pendingDebts === null
              ? {}
              : {
                  negativeData: {
                    pefin: pendingDebts ? debts : noOccurrence,
                    refin: noOccurrence,
                    notary: noOccurrence,
                    check: noOccurrence,
                    collectionRecords: noOccurrence,
                  },
                }),
            score:
              score === null
                ? { score: 0, message: 'SCORE NAO CALCULADO - INSUFICIENCIA DE INFORMACOES' }
                : { score, range: toRange(score), message: '' },
            facts: { inquiry: { summary: { count: 3 } }, stolenDocuments: { summary: { count: 0 } } },
          },
        ],
      },
    };
  },
};

function toRange(score: number): string {
  if (score >= 701) return 'A';
  return score >= 501 ? 'B' : 'C';
}
