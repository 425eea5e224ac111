// SPC Brasil's consulta by SOAP and by REST. Both say the same: by SOAP in attributes, and with faults that come with 200.

import type { Evidence, PersonRecord } from '../../domain/person/evidence.ts';
import { type XmlNode, xml } from '../formats/xml.ts';
import { clientId, clientSecret, type PartyAnswer, type PartyRequest, type PersonParty } from '../party.ts';
import { registrationWords } from './registration-words.ts';

const access = {
  kind: 'header',
  name: 'authorization',
  value: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
} as const;
const nobody = 'CADASTRO NAO LOCALIZADO';
const badNumber = 'CN_INT005.E8.2: CPF/CNPJ inválido.';
const badOperator = 'CN_INT005.E2.3: Operador e senha inválidos.';

export const spcBrasilSoap: PersonParty = {
  name: 'spc-brasil-soap',
  title: 'SPC Brasil, consulta (SOAP)',
  about: 'person',
  plays: 'bureau_a',
  access,
  format: xml,
  unauthorized: toSoapFault(200, badOperator),
  notUnderstood: toSoapFault(200, badNumber),
  findSubject: (request) =>
    isPost(request, '/spc/remoting/ws/consulta/consultaWebService')
      ? /<documento-consumidor>(\d{11})<\/documento-consumidor>/.exec(request.body)?.[1]
      : undefined,
  toAnswer(cpf, evidence) {
    const person = findPerson(evidence);
    if (person === undefined) return undefined;
    const { name, birthDate, registration, pendingDebts, score, outcome } = person;
    const about: XmlNode = {
      '@nome': name ?? undefined,
      '@data-nascimento': birthDate === null ? undefined : `${birthDate}T00:00:00-03:00`,
      cpf: { '@numero': cpf },
      'situacao-cpf': registration === null ? undefined : { '@descricao-situacao': registrationWords[registration] },
    };
    const result: XmlNode = {
      '@xmlns:ns2': 'http://webservice.consulta.spcjava.spcbrasil.org/',
      '@restricao': pendingDebts === null ? undefined : String(pendingDebts),
      protocolo: { '@numero': '1', '@digito': '9' },
      consumidor: { 'consumidor-pessoa-fisica': about },
      spc: { resumo: { '@quantidade-total': pendingDebts === true ? 2 : 0 } },
      'spc-score-12-meses': {
        resumo: { '@quantidade-total': score ?? 0 },
        'detalhe-spc-score-12-meses': score === null ? undefined : { '@score': score, '@classe': 'B' },
      },
    };
    return { ...toEnvelope(200, { 'ns2:resultado': result }), ...(outcome && { outcome }) };
  },
};

export const spcBrasilRest: PersonParty = {
  name: 'spc-brasil-rest',
  title: 'SPC Brasil, consulta (REST)',
  about: 'person',
  plays: 'bureau_a',
  access,
  unauthorized: { status: 401, body: { error: 'unauthorized', message: badOperator } },
  notUnderstood: { status: 400, body: { error: 'bad_request', message: badNumber } },
  findSubject: (request) =>
    isPost(request, '/spcconsulta/recurso/consulta/padrao')
      ? /"documentoConsumidor"\s*:\s*"(\d{11})"/.exec(request.body)?.[1]
      : undefined,
  toAnswer(cpf, evidence) {
    const person = findPerson(evidence);
    if (person === undefined) return undefined;
    const { name, birthDate, registration, pendingDebts, score, outcome } = person;
    const consumidorPessoaFisica = {
      nome: name,
      cpf: { numero: cpf },
      dataNascimento: birthDate === null ? null : Date.parse(`${birthDate}T00:00:00-03:00`),
      situacaoCpf: registration === null ? null : { descricaoSituacao: registrationWords[registration] },
    };
    const resultado = {
      restricao: pendingDebts,
      consumidor: { consumidorPessoaFisica },
      spcScore12Meses: score === null ? null : { detalheSpcScore12Meses: { score, classe: 'B' } },
    };
    return { status: 200, body: { result: { return_object: { resultado } } }, ...(outcome && { outcome }) };
  },
};

type Person = Pick<PersonRecord, 'name' | 'birthDate' | 'registration' | 'pendingDebts' | 'score'> &
  Pick<PartyAnswer, 'outcome'>;

function findPerson(evidence: Evidence): Person | undefined {
  if (evidence.kind === 'unavailable') return undefined;
  if (evidence.kind === 'answered') return evidence.record;
  const empty = { birthDate: null, registration: null, pendingDebts: null, score: null };
  return { ...empty, name: nobody, outcome: 'not_found' };
}

function isPost({ method, path }: PartyRequest, expected: string): boolean {
  return method === 'POST' && path === expected;
}

function toSoapFault(status: number, words: string): PartyAnswer {
  return toEnvelope(status, { 'S:Fault': { faultcode: 'S:Server', faultstring: words } });
}

function toEnvelope(status: number, content: XmlNode): PartyAnswer {
  const envelope = { '@xmlns:S': 'http://schemas.xmlsoap.org/soap/envelope/', 'S:Body': content };
  return { status, body: { 'S:Envelope': envelope } };
}
