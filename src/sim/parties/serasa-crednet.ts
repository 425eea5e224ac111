// Serasa's Crednet as a string of data: B49C with 400 bytes, then blocks of 115, T999 at the end. Logon and password begin the string.

import { formatDate } from '../../domain/dates/date-format.ts';
import { fixed, padText, toDigits } from '../formats/fixed.ts';
import { type PartyAnswer, type PartyRequest, type PersonParty, shortId, shortSecret } from '../party.ts';

const findString = ({ query }: PartyRequest) => query.get('p') ?? '';
const block = (text: string) => padText(text, 115);

export const serasaCrednet: PersonParty = {
  name: 'serasa-crednet',
  title: 'Serasa Experian, Crednet as a string of data',
  about: 'person',
  plays: 'bureau_a',
  access: { kind: 'request', admits: (request) => findString(request).startsWith(shortId + shortSecret) },
  format: { ...fixed, type: 'text/plain' },
  unauthorized: { status: 200, body: toProtocol('0'.repeat(11)) + toEndBlock('023', 'LOGON OU SENHA INVALIDOS') },
  notUnderstood: { status: 200, body: toProtocol('0'.repeat(11)) + toEndBlock('001', 'STRING INVALIDA') },
  findSubject(request) {
    const string = findString(request);
    const isAsked =
      request.path === '/Prod/consultahttps' && string.slice(24, 28) === 'B49C' && string.endsWith('T999');
    return isAsked ? /^0000(\d{11})F/.exec(string.slice(34, 50))?.[1] : undefined;
  },
  toAnswer(cpf, evidence) {
    if (evidence.kind === 'unavailable') return undefined;
    if (evidence.kind === 'not_found') {
      const body = [toProtocol(cpf), block('N20099DOCUMENTO NAO CADASTRADO'), toEndBlock()].join('');
      return { status: 200, body, outcome: 'not_found' };
    }
    const { name, birthDate, pendingDebts, score } = evidence.record;
    const born = birthDate === null ? padText(null, 8) : formatDate(birthDate, 'ddmmyyyy');
    const nothing = ['N230', 'N240', 'N250', 'N270'].map((type) => block(`${type}99NAO CONSTAM OCORRENCIAS`));
    const debts = [
      block(`N24000${'10022025'}${padText('CARTAO DE CREDITO', 30)}NR$ ${toDigits(123_456, 15)}`),
      block(`N24090${toDigits(2, 5)}022025082026${toDigits(123_456, 15)}`),
    ];
    const blocks = [
      toProtocol(cpf),
      block('P002RE02'),
      block('N00100PPX21P 0'),
      block(`N20000${padText(name, 70)}${born}`),
      ...(pendingDebts === null ? [] : pendingDebts ? [nothing[0], ...debts, nothing[2], nothing[3]] : nothing),
      block('N44099NAO CONSTAM INFORMACOES'),
      block(score === null ? `N50000CSBAN${toDigits(0, 6)}SCORE NAO CALCULADO` : `N50000CSBAS${toDigits(score, 6)}`),
      toEndBlock(),
    ];
    return { status: 200, body: blocks.join('') } satisfies PartyAnswer;
  },
};

function toProtocol(cpf: string): string {
  return padText(`B49C      0000${cpf}FC     FI`, 400);
}

function toEndBlock(code = '000', words = 'PROCESSO ENCERRADO NORMALMENTE'): string {
  return block(`T999${code}${words}`);
}
