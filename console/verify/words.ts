// Words of the form of the screen Verificar. Those of an answer are fetched with it: the first screen carries itself alone.

import type { Act } from '../../src/domain/risk/act-words.ts';
import { defineWords } from '../words/language.ts';

interface VerifyWords {
  readonly title: string;
  readonly lead: string;
  readonly number: string;
  readonly numberPlaceholder: string;
  readonly kinds: { readonly cpf: string; readonly cnpj: string };
  readonly missing: (kind: string, count: number) => string;
  readonly wrong: (kind: string) => string;
  readonly right: (kind: string) => string;
  readonly name: string;
  readonly companyName: string;
  readonly birthDate: string;
  readonly wrongDate: string;
  readonly wrongName: string;
  readonly submit: string;
  readonly working: string;
  readonly clear: string;
  readonly ask: string;
  readonly with: { readonly sandbox: string; readonly key: string; readonly live: string };
  readonly withAbout: { readonly sandbox: string; readonly key: string; readonly live: string };
  readonly key: string;
  readonly keyHint: string;
  readonly people: string;
  readonly peopleLead: string;
  readonly companies: string;
  readonly allPeople: string;
  readonly emptyTitle: string;
  readonly emptyLead: string;
  readonly again: string;
  readonly emptyLeadSandbox: string;
  readonly pasteHint: string;
  readonly fictitiousForm: string;
  readonly notPromised: string;
  readonly signInForLive: string;
  readonly recent: string;
  readonly acts: Readonly<Record<Act, string>>;
  readonly keys: string;
  readonly keysTitle: string;
  readonly keysList: readonly (readonly [key: string, about: string])[];
  readonly close: string;
}

const pt: VerifyWords = {
  title: 'Verificar',
  lead: 'Uma pessoa pelo CPF ou uma empresa pelo CNPJ: digite o número e o console reconhece qual é.',
  number: 'CPF ou CNPJ',
  numberPlaceholder: '000.000.000-00',
  kinds: { cpf: 'CPF', cnpj: 'CNPJ' },
  missing: (kind, count) => (count === 1 ? `${kind}: falta 1 caractere` : `${kind}: faltam ${count} caracteres`),
  wrong: (kind) => `Os dígitos verificadores deste ${kind} não conferem: confira o que foi digitado.`,
  right: (kind) => `${kind} com dígitos corretos`,
  name: 'Nome completo',
  companyName: 'Razão social ou nome fantasia',
  birthDate: 'Data de nascimento',
  wrongDate: 'Esta data de nascimento não é possível: confira o ano.',
  wrongName: 'O nome precisa ter de 2 a 200 caracteres, com pelo menos duas letras.',
  submit: 'Verificar',
  working: 'Verificando…',
  clear: 'Limpar',
  ask: 'Modo de consulta',
  with: { sandbox: 'Sandbox', key: 'Com chave', live: 'Fontes reais' },
  withAbout: {
    sandbox: 'Pessoas e empresas inventadas. Nada sai deste serviço.',
    key: 'A chave fica só na memória desta página.',
    live: 'Consulta as fontes conectadas, em seu nome. Tudo fica registrado na auditoria.',
  },
  key: 'Chave de API',
  keyHint: 'cfr_test_… ou cfr_live_…',
  people: 'Experimente com o sandbox',
  peopleLead: 'Cada número dá sempre o mesmo resultado.',
  companies: 'Empresas',
  allPeople: 'Ver todos os números',
  emptyTitle: 'O resultado aparece aqui',
  emptyLead: 'Digite ou cole um número e tecle Enter.',
  again: 'O formulário mudou depois desta resposta.',
  emptyLeadSandbox: 'Digite um número, ou escolha um exemplo do sandbox.',
  pasteHint: 'Pode colar a linha inteira: número, nome e nascimento.',
  fictitiousForm: 'O sandbox inventa a resposta. Ela não diz nada sobre uma pessoa ou empresa real.',
  notPromised: 'Este número não está na lista do sandbox: a pessoa ou empresa da resposta será inventada.',
  signInForLive: 'Entrar para consultar fontes reais',
  recent: 'Últimas respostas',
  acts: {
    approve: 'Pode aprovar',
    complete: 'Falta conferir',
    review: 'Revisão recomendada',
    manual: 'Revisão manual obrigatória',
  },
  keys: 'Atalhos (?)',
  keysTitle: 'Atalhos de teclado',
  keysList: [
    ['/', 'Próxima consulta: limpa o formulário e vai para o número'],
    ['Enter', 'Verificar'],
    ['Ctrl + V', 'No número: cola a linha inteira, com nome e nascimento'],
    ['Tab', 'Próximo campo ou botão'],
    ['?', 'Mostrar estes atalhos'],
    ['Esc', 'Fechar'],
  ],
  close: 'Fechar',
};

const en: VerifyWords = {
  title: 'Verify',
  lead: 'A person by CPF or a company by CNPJ: type the number, and the console recognises which it is.',
  number: 'CPF or CNPJ',
  numberPlaceholder: '000.000.000-00',
  kinds: { cpf: 'CPF', cnpj: 'CNPJ' },
  missing: (kind, count) => (count === 1 ? `${kind}: 1 character to go` : `${kind}: ${count} characters to go`),
  wrong: (kind) => `The check digits of this ${kind} do not match: it is mistyped.`,
  right: (kind) => `${kind} with correct digits`,
  name: 'Full name',
  companyName: 'Legal or trade name',
  birthDate: 'Date of birth',
  wrongDate: 'This date of birth is not possible: check the year.',
  wrongName: 'The name must have 2 to 200 characters, with at least two letters.',
  submit: 'Verify',
  working: 'Verifying…',
  clear: 'Clear',
  ask: 'How to ask',
  with: { sandbox: 'Sandbox', key: 'With a key', live: 'Real sources' },
  withAbout: {
    sandbox: 'Made-up people and companies. Nothing leaves this service.',
    key: 'The key stays in the memory of this page.',
    live: 'Asks the connected sources, in your name. It is recorded in the audit.',
  },
  key: 'API key',
  keyHint: 'cfr_test_… or cfr_live_…',
  people: 'Try the sandbox',
  peopleLead: 'Each number always shows the same result.',
  companies: 'Companies',
  allPeople: 'Show all numbers',
  emptyTitle: 'The result appears here',
  emptyLead: 'Type or paste a number and press Enter.',
  again: 'The form has changed since this answer.',
  emptyLeadSandbox: 'Type a number, or choose an example of the sandbox.',
  pasteHint: 'You can paste a whole line: number, name and date of birth.',
  fictitiousForm: 'The sandbox makes the answer up. It says nothing about a real person or company.',
  notPromised: 'This number is not on the sandbox’s list: the person or company in the answer will be made up.',
  signInForLive: 'Sign in to ask real sources',
  recent: 'Last answers',
  acts: {
    approve: 'May be approved',
    complete: 'Not fully checked',
    review: 'Review recommended',
    manual: 'Manual review required',
  },
  keys: 'Shortcuts (?)',
  keysTitle: 'Keyboard shortcuts',
  keysList: [
    ['/', 'Next verification: clears the form and goes to the number'],
    ['Enter', 'Verify'],
    ['Ctrl + V', 'In the number: pastes a whole line, with name and date of birth'],
    ['Tab', 'Next field or button'],
    ['?', 'Show these shortcuts'],
    ['Esc', 'Close'],
  ],
  close: 'Close',
};

export const verifyWords = defineWords(pt, en);
