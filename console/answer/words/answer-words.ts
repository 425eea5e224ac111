// Words of an answer: every status, reason and source in plain language, checked against the contract's codes.

import { companyReasonWords } from '../../../src/domain/company/reason-words.ts';
import { companyStatusWords } from '../../../src/domain/company/status-words.ts';
import { matchWords } from '../../../src/domain/names/match-words.ts';
import { personReasonWords } from '../../../src/domain/person/reason-words.ts';
import { type Act, actWords } from '../../../src/domain/risk/act-words.ts';
import { counted, defineWords, toWords } from '../../words/language.ts';
import type { CnpjAnswer, CpfAnswer } from '../facts/answer.ts';
import type { Unchecked } from '../facts/conclusion.ts';

type Explained<Answer extends { explanation?: unknown }> = NonNullable<Answer['explanation']>;
type PersonReason = keyof typeof personReasonWords;
type CompanyReason = Explained<CnpjAnswer>['reasons'][number];
type SourceAnswer = Explained<CpfAnswer>['sources']['bureau_a'];

interface AnswerWords {
  /** The audit also knows verifications that no source answered. */
  readonly statuses: Readonly<
    Record<(CpfAnswer | CnpjAnswer)['status'] | 'sources_unavailable' | 'clear' | 'hit' | 'possible', string>
  >;
  readonly risk: Readonly<Record<CpfAnswer['risk_level'], string>>;
  /** What to do, of a person and of a company. */
  readonly act: { readonly cpf: Readonly<Record<Act, string>>; readonly cnpj: Readonly<Record<Act, string>> };
  /** The whole head: what to do, and the most serious reason as it stands in the middle of a sentence. */
  readonly head: (act: string, because: string, more: number) => string;
  readonly numberOnly: { readonly cpf: string; readonly cnpj: string };
  /** What is known where nothing but the number was compared. */
  readonly numberInOrder: { readonly cpf: string; readonly cnpj: string };
  readonly unchecked: (list: string) => string;
  readonly uncheckedNames: Readonly<Record<Unchecked, string>>;
  readonly allChecked: string;
  readonly complete: string;
  readonly retry: string;
  readonly next: string;
  readonly companyPage: string;
  readonly score: string;
  readonly scoreOf: (score: string) => string;
  readonly bands: Readonly<Record<CpfAnswer['risk_level'], string>>;
  readonly reasons: string;
  readonly person: Readonly<Record<PersonReason, string>>;
  readonly company: Readonly<Record<CompanyReason, string>>;
  readonly lists: string;
  readonly listsPage: string;
  readonly furtherHits: (count: string) => string;
  readonly sources: string;
  readonly outcome: Readonly<Record<SourceAnswer['outcome'], string>>;
  readonly debtsWords: Readonly<Record<'yes' | 'no' | 'unknown', string>>;
  readonly alertWords: Readonly<Record<'yes' | 'no' | 'unknown', string>>;
  readonly ownScoreOf: (score: string) => string;
  readonly answeredIn: (time: string) => string;
  readonly cached: string;
  readonly keptFor: (age: string) => string;
  readonly standing: string;
  readonly registration: Readonly<Record<CpfAnswer['bureau_a']['status'], string>>;
  readonly yes: string;
  readonly no: string;
  readonly unknown: string;
  readonly howMade: string;
  readonly start: string;
  readonly startWithout: string;
  readonly penalty: (points: string) => string;
  readonly cap: (limit: string) => string;
  readonly noEffect: string;
  readonly final: string;
  readonly value: string;
  readonly step: string;
  readonly registered: string;
  readonly nameMatch: string;
  readonly nameMatches: Readonly<Record<CpfAnswer['name_match'], string>>;
  readonly birthDateMatch: string;
  readonly similarity: (percent: number) => string;
  readonly companyStatus: string;
  readonly companyStatuses: Readonly<Record<NonNullable<CnpjAnswer['company_status']>, string>>;
  readonly founded: string;
  readonly mei: string;
  readonly headOffice: string;
  readonly headOfficeValue: string;
  readonly branchValue: string;
  readonly dataAsOf: string;
  readonly policy: string;
  readonly requestId: string;
  readonly at: string;
  readonly copyText: string;
  readonly copy: string;
  readonly print: string;
  readonly asCode: string;
  readonly answer: string;
  readonly synthetic: string;
  readonly notPromised: string;
  readonly letterhead: string;
  readonly asked: string;
  readonly askedBy: string;
  readonly purpose: string;
  readonly noPurpose: string;
  readonly typedName: string;
  readonly typedCompany: string;
  readonly typedBirthDate: string;
  readonly notTyped: string;
}

const pt: AnswerWords = {
  statuses: {
    verified: 'Confirmado',
    not_verified: 'Não confirmado',
    not_found: 'Não encontrado',
    inconclusive: 'Inconclusivo',
    sources_unavailable: 'Sem resposta das fontes',
    clear: 'Não consta',
    hit: 'Consta em lista',
    possible: 'Pode constar em lista',
  },
  risk: { low: 'Risco baixo', medium: 'Risco médio', high: 'Risco alto' },
  act: actWords.pt,
  head: (act, because, more) =>
    `${act}: ${because}${more === 0 ? '' : more === 1 ? ', e mais 1 motivo' : `, e mais ${more} motivos`}.`,
  numberOnly: {
    cpf: 'Só o número foi conferido: informe nome e nascimento.',
    cnpj: 'Só o número foi conferido: informe a razão social ou o nome fantasia.',
  },
  numberInOrder: {
    cpf: 'O CPF está em ordem, e nenhuma fonte apontou problema.',
    cnpj: 'A empresa está ativa, sem situação especial.',
  },
  unchecked: (list) => `Não foi conferido: ${list}.`,
  uncheckedNames: {
    name: 'o nome (não informado)',
    birth_date: 'o nascimento (não informado)',
    name_not_comparable: 'o nome (nenhuma fonte tem um para comparar)',
    birth_date_not_comparable: 'o nascimento (nenhuma fonte tem um para comparar)',
    fraud: 'alertas de fraude',
    registration: 'a situação do CPF na Receita',
    debts: 'dívidas',
    credit_score: 'o score do birô B',
    company_name: 'o nome (não informado)',
    company_name_not_comparable: 'o nome (não há empresa para comparar)',
    special_situation: 'situação especial (falência, recuperação)',
    lists: 'as listas',
  },
  allChecked: 'Nada ficou sem conferir.',
  complete: 'Informar o nome',
  retry: 'Consultar de novo',
  next: 'Próxima consulta (/)',
  companyPage: 'Ver ficha cadastral',
  score: 'Score',
  scoreOf: (score) => `Score ${score} de 1.000`,
  bands: { high: 'alto', medium: 'médio', low: 'baixo' },
  reasons: 'Motivos',
  person: toWords(personReasonWords, 'pt'),
  company: toWords(companyReasonWords, 'pt'),
  lists: 'Listas',
  listsPage: 'Ver em Listas',
  furtherHits: (count) => counted(count, 'outra ocorrência', 'outras ocorrências'),
  sources: 'Fontes',
  outcome: {
    answered: 'Respondeu',
    not_found: 'Não encontrou o CPF',
    unavailable: 'Não respondeu',
    not_asked: 'Não foi consultada',
  },
  debtsWords: { yes: 'Dívidas pendentes', no: 'Sem dívidas', unknown: 'Dívidas: não informadas' },
  alertWords: { yes: 'Alerta de fraude', no: 'Sem alerta de fraude', unknown: 'Não informou se há alerta' },
  ownScoreOf: (score) => `Score próprio: ${score}`,
  answeredIn: (time) => `em ${time}`,
  cached: 'resposta guardada',
  keptFor: (age) => `resposta guardada há ${age}`,
  standing: 'Situação',
  registration: {
    regular: 'regular',
    pending_regularization: 'pendente de regularização',
    suspended: 'suspensa',
    cancelled: 'cancelada',
    deceased: 'titular falecido',
    annulled: 'nula',
    unknown: 'desconhecida',
    not_reported: 'não informada',
    not_found: 'CPF não encontrado',
    unavailable: 'indisponível',
  },
  yes: 'sim',
  no: 'não',
  unknown: 'não disponível',
  howMade: 'Como o score foi calculado',
  start: 'Score do birô B',
  startWithout: 'Valor inicial, sem score do birô B',
  penalty: (points) => `menos ${counted(points, 'ponto', 'pontos')}`,
  cap: (limit) => `limita o score a ${limit}`,
  noEffect: 'sem efeito: o score já era menor',
  final: 'Score final',
  value: 'Valor',
  step: 'Fator',
  registered: 'Nome no cadastro',
  nameMatch: 'Nome',
  nameMatches: toWords(matchWords, 'pt'),
  birthDateMatch: 'Nascimento',
  similarity: (percent) => `${percent}% de semelhança`,
  companyStatus: 'Situação',
  companyStatuses: toWords(companyStatusWords, 'pt'),
  founded: 'Abertura',
  mei: 'MEI',
  headOffice: 'Estabelecimento',
  headOfficeValue: 'matriz',
  branchValue: 'filial',
  dataAsOf: 'Cadastro de',
  policy: 'Política',
  requestId: 'Protocolo',
  at: 'Processado em',
  copyText: 'Copiar para o chamado',
  copy: 'Copiar',
  print: 'Imprimir',
  asCode: 'A mesma consulta em código',
  answer: 'Resposta',
  synthetic: 'DADOS FICTÍCIOS',
  notPromised:
    'Este número não está na lista do sandbox: a resposta foi inventada e não diz nada sobre o dono do número.',
  letterhead: 'Confere · Resultado da consulta',
  asked: 'O que foi consultado',
  askedBy: 'Consultado por',
  purpose: 'Finalidade',
  noPurpose: 'não informada',
  typedName: 'Nome informado',
  typedCompany: 'Nome da empresa informado',
  typedBirthDate: 'Nascimento informado',
  notTyped: 'não informado',
};

const en: AnswerWords = {
  statuses: {
    verified: 'Verified',
    not_verified: 'Not verified',
    not_found: 'Not found',
    inconclusive: 'Inconclusive',
    sources_unavailable: 'Sources unavailable',
    clear: 'Not listed',
    hit: 'Listed',
    possible: 'Possibly listed',
  },
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
  act: actWords.en,
  head: (act, because, more) =>
    `${act}: ${because}${more === 0 ? '' : more === 1 ? ', and 1 more reason' : `, and ${more} more reasons`}.`,
  numberOnly: {
    cpf: 'Only the number was checked: give name and date of birth.',
    cnpj: 'Only the number was checked: give the legal or the trade name.',
  },
  numberInOrder: {
    cpf: 'The CPF is in order, and no source has an objection.',
    cnpj: 'The company is active and in no special situation.',
  },
  unchecked: (list) => `Not checked: ${list}.`,
  uncheckedNames: {
    name: 'the name (not given)',
    birth_date: 'the date of birth (not given)',
    name_not_comparable: 'the name (no source has one to compare with)',
    birth_date_not_comparable: 'the date of birth (no source has one to compare with)',
    fraud: 'fraud alerts',
    registration: 'the CPF’s status at the Receita',
    debts: 'debts',
    credit_score: 'bureau B’s score',
    company_name: 'the name (not given)',
    company_name_not_comparable: 'the name (there is no company to compare with)',
    special_situation: 'special situation (bankruptcy, recovery)',
    lists: 'the lists',
  },
  allChecked: 'Nothing was left unchecked.',
  complete: 'Enter the name',
  retry: 'Verify again',
  next: 'Next verification (/)',
  companyPage: 'Open the company’s record',
  score: 'Score',
  scoreOf: (score) => `Score ${score} of 1,000`,
  bands: { high: 'high', medium: 'medium', low: 'low' },
  reasons: 'Reasons',
  person: toWords(personReasonWords, 'en'),
  company: toWords(companyReasonWords, 'en'),
  lists: 'Lists',
  listsPage: 'See in Lists',
  furtherHits: (count) => counted(count, 'more hit', 'more hits'),
  sources: 'Sources',
  outcome: {
    answered: 'Answered',
    not_found: 'Does not know the CPF',
    unavailable: 'Did not answer',
    not_asked: 'Was not asked',
  },
  debtsWords: { yes: 'Pending debts', no: 'No debts', unknown: 'Debts: not reported' },
  alertWords: { yes: 'Fraud alert', no: 'No fraud alert', unknown: 'Did not say whether there is an alert' },
  ownScoreOf: (score) => `Own score: ${score}`,
  answeredIn: (time) => `in ${time}`,
  cached: 'cached',
  keptFor: (age) => `kept answer, ${age} old`,
  standing: 'Standing',
  registration: {
    regular: 'regular',
    pending_regularization: 'pending regularization',
    suspended: 'suspended',
    cancelled: 'cancelled',
    deceased: 'deceased',
    annulled: 'annulled',
    unknown: 'unknown',
    not_reported: 'not reported',
    not_found: 'not found',
    unavailable: 'unavailable',
  },
  yes: 'yes',
  no: 'no',
  unknown: 'not known',
  howMade: 'How the score was computed',
  start: 'Score of bureau B',
  startWithout: 'Starting value, without a score of bureau B',
  penalty: (points) => `${counted(points, 'point', 'points')} off`,
  cap: (limit) => `limits the score to ${limit}`,
  noEffect: 'no effect: it was lower already',
  final: 'Final score',
  value: 'Value',
  step: 'Factor',
  registered: 'Registered name',
  nameMatch: 'Name',
  nameMatches: toWords(matchWords, 'en'),
  birthDateMatch: 'Birth date',
  similarity: (percent) => `${percent}% alike`,
  companyStatus: 'Status',
  companyStatuses: toWords(companyStatusWords, 'en'),
  founded: 'Founded',
  mei: 'MEI',
  headOffice: 'Establishment',
  headOfficeValue: 'head office',
  branchValue: 'branch',
  dataAsOf: 'Registry of',
  policy: 'Policy',
  requestId: 'Request id',
  at: 'Processed at',
  copyText: 'Copy for the ticket',
  copy: 'Copy',
  print: 'Print',
  asCode: 'The same call in code',
  answer: 'Answer',
  synthetic: 'FICTITIOUS DATA',
  notPromised:
    'This number is not on the sandbox’s list: the answer was made up and says nothing about whose number it is.',
  letterhead: 'Confere · Result of the verification',
  asked: 'What was asked',
  askedBy: 'Asked by',
  purpose: 'Purpose',
  noPurpose: 'not given',
  typedName: 'Name given',
  typedCompany: 'Company name given',
  typedBirthDate: 'Date of birth given',
  notTyped: 'not given',
};

export const answerWords = defineWords(pt, en);

/** A status of another version as it is. */
export function toStatusWord(status: string): string {
  const known: Readonly<Record<string, string>> = answerWords().statuses;
  return known[status] ?? status;
}

/** As `toStatusWord`. */
export function toRiskWord(level: string): string {
  const known: Readonly<Record<string, string>> = answerWords().risk;
  return known[level] ?? level;
}
