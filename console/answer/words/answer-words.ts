// Words of an answer: every status, reason and source in plain language, checked against the contract's codes.

import { companyReasonWords } from '../../../src/domain/company/reason-words.ts';
import { companyStatusWords } from '../../../src/domain/company/status-words.ts';
import { birthMatchWords, matchWords } from '../../../src/domain/names/match-words.ts';
import { personReasonWords } from '../../../src/domain/person/reason-words.ts';
import { actWords } from '../../../src/domain/risk/act-words.ts';
import { counted, defineWords, inLanguage } from '../../words/language.ts';
import type { CnpjAnswer, CpfAnswer } from '../facts/answer.ts';

type Status = (CpfAnswer | CnpjAnswer)['status'] | 'sources_unavailable' | 'clear' | 'hit' | 'possible' | 'accepted';
type CompanyReason = NonNullable<CnpjAnswer['explanation']>['reasons'][number];

const pt = {
  /** The audit also knows verifications that no source answered. */
  statuses: {
    verified: 'Confirmado',
    not_verified: 'Não confirmado',
    not_found: 'Não encontrado',
    inconclusive: 'Inconclusivo',
    sources_unavailable: 'Sem resposta das fontes',
    clear: 'Não consta',
    hit: 'Consta em lista',
    possible: 'Pode constar em lista',
    accepted: 'Consta em lista, cliente aceito',
  } satisfies Record<Status, string>,
  risk: { low: 'Risco baixo', medium: 'Risco médio', high: 'Risco alto' },
  /** `act` says what to do about a person or a company. */
  act: actWords.pt,
  /** The whole head: what to do, and the most serious reason as it stands in the middle of a sentence. */
  head: (act: string, because: string, more: number) =>
    `${act}: ${because}${more === 0 ? '' : more === 1 ? ', e mais 1 motivo' : `, e mais ${more} motivos`}.`,
  /** These sentences state what is known if the service compared only the number. */
  numberInOrder: {
    cpf: 'O CPF está em ordem, e nenhuma fonte apontou problema.',
    cnpj: 'A empresa está ativa, sem situação especial.',
  },
  complete: 'Informar o nome',
  retry: 'Consultar de novo',
  next: 'Próxima consulta (/)',
  companyPage: 'Ver ficha cadastral',
  score: 'Score',
  scoreOf: (score: string) => `Score ${score} de 1.000`,
  bands: { high: 'alto', medium: 'médio', low: 'baixo' },
  reasons: 'Motivos',
  person: inLanguage(personReasonWords, 'pt'),
  company: inLanguage(companyReasonWords, 'pt') satisfies Record<CompanyReason, string>,
  lists: 'Listas',
  listed: (lists: string) => `Consta ${lists}.`,
  maybeListed: (lists: string) => `Talvez conste ${lists}: alguém precisa conferir.`,
  inLists: (names: string, count: number) => (count === 1 ? `na lista ${names}` : `nas listas ${names}`),
  inOwnLists: (names: string, count: number) =>
    count === 1 ? `na lista própria ${names}` : `nas listas próprias ${names}`,
  listsPage: 'Ver em Listas',
  furtherHits: (count: string) => counted(count, 'outra ocorrência', 'outras ocorrências'),
  sources: 'Fontes',
  outcome: {
    answered: 'Respondeu',
    not_found: 'Não encontrou o CPF',
    unavailable: 'Não respondeu',
    not_asked: 'Não foi consultada',
  },
  debtsWords: { yes: 'Dívidas pendentes', no: 'Sem dívidas', unknown: 'Dívidas: não informadas' },
  alertWords: { yes: 'Alerta de fraude', no: 'Sem alerta de fraude', unknown: 'Não informou se há alerta' },
  ownScoreOf: (score: string) => `Score próprio: ${score}`,
  answeredIn: (time: string) => `em ${time}`,
  cached: 'resposta guardada',
  keptFor: (age: string) => `resposta guardada há ${age}`,
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
  penalty: (points: string) => `menos ${counted(points, 'ponto', 'pontos')}`,
  cap: (limit: string) => `limita o score a ${limit}`,
  noEffect: 'sem efeito: o score já era menor',
  final: 'Score final',
  value: 'Valor',
  step: 'Fator',
  registered: 'Nome no cadastro',
  nameMatch: 'Nome',
  nameMatches: inLanguage(matchWords, 'pt'),
  birthMatches: inLanguage(birthMatchWords, 'pt'),
  birthDateMatch: 'Nascimento',
  similarity: (percent: number) => `${percent}% de semelhança`,
  companyStatus: 'Situação',
  companyStatuses: inLanguage(companyStatusWords, 'pt'),
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
  copyForCustomer: 'Copiar para o cliente',
  asCode: 'A mesma consulta em código',
  answer: 'Resposta',
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

const en: typeof pt = {
  statuses: {
    verified: 'Verified',
    not_verified: 'Not verified',
    not_found: 'Not found',
    inconclusive: 'Inconclusive',
    sources_unavailable: 'Sources unavailable',
    clear: 'Not listed',
    hit: 'Listed',
    possible: 'Possibly listed',
    accepted: 'Listed, accepted',
  },
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
  act: actWords.en,
  head: (act, because, more) =>
    `${act}: ${because}${more === 0 ? '' : more === 1 ? ', and 1 more reason' : `, and ${more} more reasons`}.`,
  numberInOrder: {
    cpf: 'The CPF is in order, and no source has an objection.',
    cnpj: 'The company is active and in no special situation.',
  },
  complete: 'Enter the name',
  retry: 'Verify again',
  next: 'Next verification (/)',
  companyPage: 'Open the company’s record',
  score: 'Score',
  scoreOf: (score) => `Score ${score} of 1,000`,
  bands: { high: 'high', medium: 'medium', low: 'low' },
  reasons: 'Reasons',
  person: inLanguage(personReasonWords, 'en'),
  company: inLanguage(companyReasonWords, 'en'),
  lists: 'Lists',
  listed: (lists) => `Listed ${lists}.`,
  maybeListed: (lists) => `Possibly listed ${lists}: somebody has to look.`,
  inLists: (names, count) => (count === 1 ? `in the list ${names}` : `in the lists ${names}`),
  inOwnLists: (names, count) =>
    count === 1 ? `in the operator’s own list ${names}` : `in the operator’s own lists ${names}`,
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
  nameMatches: inLanguage(matchWords, 'en'),
  birthMatches: inLanguage(birthMatchWords, 'en'),
  birthDateMatch: 'Birth date',
  similarity: (percent) => `${percent}% alike`,
  companyStatus: 'Status',
  companyStatuses: inLanguage(companyStatusWords, 'en'),
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
  copyForCustomer: 'Copy for the customer',
  asCode: 'The same call in code',
  answer: 'Answer',
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

/** Falls back to the code itself in the same way as `toStatusWord`. */
export function toRiskWord(level: string): string {
  const known: Readonly<Record<string, string>> = answerWords().risk;
  return known[level] ?? level;
}
