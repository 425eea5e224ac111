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
  readonly birthDatePlaceholder: string;
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
  wrong: (kind) => `Os dígitos verificadores deste ${kind} não fecham: confira a digitação.`,
  right: (kind) => `${kind} com dígitos corretos`,
  name: 'Nome completo',
  companyName: 'Razão social ou nome fantasia',
  birthDate: 'Data de nascimento',
  birthDatePlaceholder: 'dd/mm/aaaa',
  wrongDate: 'Não é uma data possível: use dia, mês e ano.',
  wrongName: 'O nome precisa de 2 a 200 caracteres, com ao menos duas letras.',
  submit: 'Verificar',
  working: 'Verificando…',
  clear: 'Limpar',
  ask: 'Consultar',
  with: { sandbox: 'Sandbox', key: 'Com chave', live: 'Fontes reais' },
  withAbout: {
    sandbox: 'Pessoas e empresas inventadas. Nada sai deste serviço.',
    key: 'A chave fica só na memória desta página.',
    live: 'Consulta as fontes conectadas, em seu nome. Fica registrado na auditoria.',
  },
  key: 'Chave da API',
  keyHint: 'cfr_test_… ou cfr_live_…',
  people: 'Experimente com o sandbox',
  peopleLead: 'Cada número mostra sempre o mesmo resultado.',
  companies: 'Empresas',
  allPeople: 'Ver todos os números',
  emptyTitle: 'O resultado aparece aqui',
  emptyLead: 'Digite ou cole um número e tecle Enter.',
  again: 'O formulário mudou depois desta resposta.',
  emptyLeadSandbox: 'Digite um número, ou escolha um exemplo do sandbox.',
  pasteHint: 'Pode colar a linha inteira: número, nome e nascimento.',
  fictitiousForm: 'O sandbox inventa a resposta. Ela nada diz sobre uma pessoa ou empresa real.',
  notPromised: 'Este número não está na lista do sandbox: a pessoa ou empresa da resposta será inventada.',
  signInForLive: 'Entrar para consultar fontes reais',
  recent: 'Últimas respostas',
  acts: {
    approve: 'Pode aprovar',
    complete: 'Falta conferir',
    review: 'Revisão recomendada',
    manual: 'Revisão manual obrigatória',
  },
  keys: 'Teclas (?)',
  keysTitle: 'Teclas',
  keysList: [
    ['/', 'Próxima pessoa: limpa o formulário e vai para o número'],
    ['Enter', 'Verificar'],
    ['Ctrl + V', 'No número: cola a linha inteira, com nome e nascimento'],
    ['Tab', 'Próximo campo ou botão'],
    ['?', 'Mostrar estas teclas'],
    ['Esc', 'Fechar'],
  ],
  close: 'Fechar',
};

const en: VerifyWords = {
  title: 'Verify',
  lead: 'A person by CPF or a company by CNPJ: type the number, and the console tells which it is.',
  number: 'CPF or CNPJ',
  numberPlaceholder: '000.000.000-00',
  kinds: { cpf: 'CPF', cnpj: 'CNPJ' },
  missing: (kind, count) => (count === 1 ? `${kind}: 1 character to go` : `${kind}: ${count} characters to go`),
  wrong: (kind) => `The check digits of this ${kind} do not close: it is mistyped.`,
  right: (kind) => `${kind} with correct digits`,
  name: 'Full name',
  companyName: 'Legal or trade name',
  birthDate: 'Date of birth',
  birthDatePlaceholder: 'dd/mm/yyyy',
  wrongDate: 'Not a possible date: use day, month and year.',
  wrongName: 'A name has 2 to 200 characters, at least two of them letters.',
  submit: 'Verify',
  working: 'Verifying…',
  clear: 'Clear',
  ask: 'Ask',
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
  again: 'The form was changed after this answer.',
  emptyLeadSandbox: 'Type a number, or choose an example of the sandbox.',
  pasteHint: 'Paste a whole line if you like: number, name and date of birth.',
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
  keys: 'Keys (?)',
  keysTitle: 'Keys',
  keysList: [
    ['/', 'Next person: clears the form and goes to the number'],
    ['Enter', 'Verify'],
    ['Ctrl + V', 'In the number: pastes a whole line, with name and date of birth'],
    ['Tab', 'Next field or button'],
    ['?', 'Show these keys'],
    ['Esc', 'Close'],
  ],
  close: 'Close',
};

export const verifyWords = defineWords(pt, en);
