// Serpro Consulta CPF v3: the Receita's own registry of people. The birth date is part of the key; debts and scores are not its trade.

import { formatDate } from '../../domain/dates/date-format.ts';
import type { RegistrationStatus } from '../../domain/person/evidence.ts';
import type { PartyAnswer, PersonParty } from '../party.ts';
import { serproToken, serproUnauthorized } from './serpro-token.ts';

/** Codes 1, 5 and 9 all mean cancelled, and a simulated person has only one kind of cancellation. `7` stands for an unknown code. */
const situations: Readonly<Record<RegistrationStatus, readonly [code: string, words: string]>> = {
  regular: ['0', 'Regular'],
  suspended: ['2', 'Suspensa'],
  deceased: ['3', 'Titular Falecido'],
  pending_regularization: ['4', 'Pendente de Regularização'],
  cancelled: ['5', 'Cancelada por Multiplicidade'],
  annulled: ['8', 'Nula'],
  unknown: ['7', 'Em Revisão'],
};

const address = /^\/consulta-cpf-df\/v3\/cpf\/(\d{11})(?:\/(\d{8}))?$/;

export const serproCpf: PersonParty = {
  name: 'serpro-cpf',
  title: 'Serpro Consulta CPF v3',
  about: 'person',
  plays: 'bureau_a',
  access: serproToken,
  unauthorized: serproUnauthorized,
  notUnderstood: { status: 403, body: { mensagem: 'Caminho não autorizado.' } },
  findSubject: (request) => address.exec(request.path)?.[1],
  toAnswer(cpf, evidence, request) {
    const birthDate = address.exec(request.path)?.[2];
    if (birthDate === undefined) return noBirthDate;
    if (evidence.kind === 'not_found') return notFound;
    if (evidence.kind === 'unavailable') return evidence.reason === 'minor' ? minor : undefined;
    const { name, socialName, registration } = evidence.record;
    const nascimento =
      evidence.record.birthDate === null ? birthDate : formatDate(evidence.record.birthDate, 'ddmmyyyy');
    // Date and number are one key: whoever sends another date asks about nobody.
    if (nascimento !== birthDate) return notFound;
    const [codigo, descricao] = situations[registration ?? 'unknown'];
    return {
      status: 200,
      body: {
        ni: cpf,
        nome: name,
        ...(socialName === null ? {} : { nomeSocial: socialName }),
        situacao: { codigo, descricao },
        nascimento,
        dataInscricao: '01012001',
      },
    };
  },
};

const noBirthDate: PartyAnswer = {
  status: 400,
  body: { mensagem: 'Data de nascimento não informada.' },
  outcome: 'error',
};
const notFound: PartyAnswer = {
  status: 404,
  body: { mensagem: 'Não existe CPF com o número de inscrição informado.' },
  outcome: 'not_found',
};
const minor: PartyAnswer = {
  status: 422,
  body: { mensagem: 'Dados de menor de idade bloqueados em atendimento à LGPD.' },
  outcome: 'minor',
};
