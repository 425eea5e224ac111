// Boa Vista's transaction CSR60: one positional string in the address, another inside <PRE>. Code and password stand in the string.

import { formatDate } from '../../domain/dates/date-format.ts';
import type { RegistrationStatus } from '../../domain/person/evidence.ts';
import { fixed, padText, toDigits } from '../formats/fixed.ts';
import { type PartyAnswer, type PartyRequest, type PersonParty, shortId, shortSecret } from '../party.ts';

/** It knows no death: such a registration is cancelled here. */
const conditions: Readonly<Record<RegistrationStatus, string>> = {
  regular: '1',
  cancelled: '2',
  pending_regularization: '3',
  suspended: '4',
  annulled: '7',
  deceased: '2',
  unknown: '8',
};

const findString = ({ query }: PartyRequest) => query.get('consulta') ?? '';

export const boaVistaCsr60: PersonParty = {
  name: 'boa-vista-csr60',
  title: 'Boa Vista SCPC, CSR60',
  about: 'person',
  plays: 'bureau_b',
  access: { kind: 'request', admits: (request) => findString(request).slice(40, 56) === shortId + shortSecret },
  format: fixed,
  unauthorized: toRefusalAnswer('* SENHA INVALIDA'),
  notUnderstood: toRefusalAnswer('* CONSULTA INVALIDA'),
  findSubject(request) {
    const string = findString(request);
    const isAsked = request.path === '/cgi-bin/db2www/netpo028.mbr/string' && string.length === 252;
    return isAsked && string.startsWith('CSR60   01') ? /^000(\d{11})$/.exec(string.slice(69, 83))?.[1] : undefined;
  },
  toAnswer(cpf, evidence) {
    if (evidence.kind === 'unavailable') return undefined;
    if (evidence.kind === 'not_found') return { ...toAnswer(toRecordText('249', 'N')), outcome: 'not_found' };
    const { name, birthDate, registration, pendingDebts } = evidence.record;
    const person = [
      'S',
      padText(name, 60),
      cpf,
      birthDate === null ? padText(null, 8) : formatDate(birthDate, 'ddmmyyyy'),
      padText(null, 50),
      toDigits(0, 13),
      registration === null ? ' ' : conditions[registration],
      padText('15112026120000', 34),
    ].join('');
    const money = 'R$  0000000123456';
    const debts = pendingDebts === true ? `S${toDigits(2, 8)}1002202515082026${money}` : 'N';
    const records = [
      toRecordText('249', person),
      toRecordText('123', 'N'),
      ...(pendingDebts === null ? [] : [toRecordText('141', debts), toRecordText('146', 'N')]),
      toRecordText('126', `SCD15112026${padText('CONSULENTE EXEMPLO', 36)}`),
      toRecordText('126', `SCC14112026${padText('OUTRO CONSULENTE', 36)}`),
      toRecordText('601', 'N'),
    ];
    return toAnswer(records.join(''));
  },
};

function toRecordText(type: string, data: string): string {
  return toDigits(data.length + 3, 3) + type + data;
}

function toAnswer(records: string, code = '0'): PartyAnswer {
  const header = `CSR61   01${padText(null, 30)}${shortId}BVSNET4F062${code}0000001${toDigits(records.length, 4)}`;
  return { status: 200, body: `<PRE>\n${header}${records}\n</PRE>\n` };
}

function toRefusalAnswer(words: string): PartyAnswer {
  return toAnswer(toRecordText('999', words), '9');
}
