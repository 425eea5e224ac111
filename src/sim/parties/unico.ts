// unico's processes: a token for a signed assertion, a process for a question, and its verdict under the id of the process.

import type { PersonParty } from '../party.ts';
import { callbackToken, clientId, staticToken } from '../party.ts';

const address = /^\/processes\/v1\/([0-9a-f]+)$/;

export const unico: PersonParty = {
  name: 'unico',
  title: 'unico IDCloud',
  about: 'person',
  plays: 'fraud_registry',
  access: {
    kind: 'assertion',
    tokenPath: '/oauth2/token',
    issuer: clientId,
    audience: 'https://identity.acesso.io',
    header: { name: 'apikey', value: staticToken },
    toTokenAnswer: (token, expiresInSeconds) => ({
      status: 200,
      body: { access_token: token, token_type: 'Bearer', expires_in: String(expiresInSeconds) },
    }),
  },
  unauthorized: { status: 401, body: { error: { code: '1.2.21', description: 'Authentication failed' } } },
  notUnderstood: { status: 404, body: { message: 'not found' } },
  findSubject({ method, path, body }) {
    if (method !== 'POST' || path !== '/processes/v1') return undefined;
    return /"code"\s*:\s*"(\d{11})"/.exec(body)?.[1];
  },
  later: {
    findId: ({ method, path }) => (method === 'GET' ? address.exec(path)?.[1] : undefined),
    toTaken: (id) => ({ status: 200, body: { id, status: 1 } }),
    toPending: (id) => ({ status: 200, body: { id, status: 2 } }),
    toCallback: (id) => ({ headers: { 'x-api-key': callbackToken }, body: { id, status: 3 } }),
  },
  toAnswer(_cpf, evidence, { path }) {
    if (evidence.kind === 'unavailable') return undefined;
    const alert = evidence.kind === 'answered' ? evidence.record.fraudAlert : false;
    const result = alert === null ? 'inconclusive' : alert ? 'critical-risk' : 'approved';
    return {
      status: 200,
      body: { id: address.exec(path)?.[1], status: 3, unicoId: { result: alert ? 'no' : 'yes' }, idCloud: { result } },
    };
  },
};
