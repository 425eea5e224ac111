// idwall's reports: a question gets a number, and the report under that number is ready later. Debts and scores are not its trade.

import { formatDate } from '../../domain/dates/date-format.ts';
import { formatCpf } from '../../domain/numbers/cpf.ts';
import type { RegistrationStatus } from '../../domain/person/evidence.ts';
import type { PersonParty } from '../party.ts';
import { callbackToken, staticToken } from '../party.ts';

const registrations: Readonly<Record<RegistrationStatus, string>> = {
  regular: 'REGULAR',
  pending_regularization: 'PENDENTE DE REGULARIZAÇÃO',
  suspended: 'SUSPENSA',
  cancelled: 'CANCELADA',
  annulled: 'NULA',
  deceased: 'TITULAR FALECIDO',
  unknown: 'EM REVISÃO',
};

const address = /^\/relatorios\/([0-9a-f]+)\/dados$/;

export const idwall: PersonParty = {
  name: 'idwall',
  title: 'idwall, report about a person',
  about: 'person',
  plays: 'bureau_a',
  access: { kind: 'header', name: 'authorization', value: staticToken },
  unauthorized: { status: 401, body: { status_code: 401, error: 'Unauthorized', message: 'Token inválido.' } },
  notUnderstood: {
    status: 404,
    body: { status_code: 404, error: 'Not Found', message: 'O protocolo requisitado não foi encontrado.' },
  },
  findSubject({ method, path, body }) {
    if (method !== 'POST' || path !== '/relatorios') return undefined;
    return /"cpf_numero"\s*:\s*"(\d{11})"/.exec(body)?.[1];
  },
  later: {
    findId: ({ method, path }) => (method === 'GET' ? address.exec(path)?.[1] : undefined),
    toTaken: (id) => ({ status: 200, body: { status_code: 200, result: { numero: id } } }),
    toPending: (id) => ({ status: 200, body: { status_code: 200, result: { numero: id, status: 'PROCESSANDO' } } }),
    toCallback: (id) => ({
      headers: { authorization: callbackToken },
      body: { tipo: 'protocolo_status', dados: { protocolo: id, status: 'CONCLUIDO' } },
    }),
  },
  toAnswer(cpf, evidence, { path }) {
    if (evidence.kind === 'unavailable') return undefined;
    const result = { numero: address.exec(path)?.[1], status: 'CONCLUIDO' };
    if (evidence.kind === 'not_found') {
      return { status: 200, body: { status_code: 200, result: { ...result, resultado: 'INVALID' } } };
    }
    const { name, birthDate, registration } = evidence.record;
    const person = {
      numero: formatCpf(cpf as Parameters<typeof formatCpf>[0]),
      nome: name,
      data_de_nascimento: birthDate === null ? null : formatDate(birthDate, 'dd/mm/yyyy'),
      cpf_situacao_cadastral: registration === null ? null : registrations[registration],
    };
    return { status: 200, body: { status_code: 200, result: { ...result, resultado: 'VALID', cpf: person } } };
  },
};
