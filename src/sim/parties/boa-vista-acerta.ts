// Boa Vista's Acerta Positivo Essencial: XML without SOAP, user and password in the body, each block in a namespace of its own.

import { formatDate } from '../../domain/dates/date-format.ts';
import { type XmlNode, xml } from '../formats/xml.ts';
import { clientId, clientSecret, type PartyAnswer, type PersonParty } from '../party.ts';
import { registrationWords } from './registration-words.ts';

const base = 'http://boavistaservicos.com.br/familia/acerta/positivo/pf';

export const boaVistaAcerta: PersonParty = {
  name: 'boa-vista-acerta',
  title: 'Boa Vista, Acerta Positivo Essencial',
  about: 'person',
  plays: 'bureau_b',
  access: {
    kind: 'request',
    admits: ({ body }) =>
      body.includes(`<usuario>${clientId}</usuario>`) && body.includes(`<senha>${clientSecret}</senha>`),
  },
  format: { ...xml, type: 'application/xml' },
  unauthorized: toErrorAnswer('999', 'Usuário ou senha inválidos'),
  notUnderstood: toErrorAnswer('001', 'Contrato de entrada inválido'),
  findSubject: ({ method, path, body }) =>
    method === 'POST' && path === '/FamiliaAcertaPositivoPFXmlWeb/essencial/v4'
      ? /<cpf>(\d{11})<\/cpf>/.exec(body)?.[1]
      : undefined,
  toAnswer(cpf, evidence) {
    if (evidence.kind === 'unavailable') return undefined;
    if (evidence.kind === 'not_found') {
      return { ...toReport({ identificacao: { registro: 'N', documento: cpf } }), outcome: 'not_found' };
    }
    const { name, birthDate, registration, pendingDebts, score } = evidence.record;
    return toReport({
      identificacao: {
        registro: 'S',
        nome: name ?? undefined,
        documento: cpf,
        dataNascimento: birthDate === null ? undefined : formatDate(birthDate, 'dd/mm/yyyy'),
        situacaoReceita: registration === null ? undefined : registrationWords[registration],
      },
      debitos: pendingDebts === null ? undefined : { registro: pendingDebts ? 'S' : 'N' },
      titulos_protestados: pendingDebts === null ? undefined : { registro: 'N' },
      score_classificacao_varios_modelos: score === null ? { registro: 'N' } : { registro: 'S', score },
    });
  },
};

function toReport(blocks: Readonly<Record<string, XmlNode | undefined>>): PartyAnswer {
  const entries = Object.entries(blocks).flatMap(([name, block], index) =>
    block === undefined ? [] : [[`tr_${index}:${name}`, toBlock(`tr_${index}`, name, block)]],
  );
  return { status: 200, body: { essencial: { '@xmlns': base, ...Object.fromEntries(entries) } } };
}

function toBlock(prefix: string, name: string, block: XmlNode): XmlNode {
  const fields = Object.entries(block).map(([field, value]) => [`${prefix}:${field}`, value]);
  return { [`@xmlns:${prefix}`]: `${base}/${name}`, ...Object.fromEntries(fields) };
}

function toErrorAnswer(code: string, words: string): PartyAnswer {
  return { status: 200, body: { erro: { '@xmlns': base, codigo: code, descricao: words } } };
}
