// Words of an answer: every status, reason and source in plain language, checked against the contract's codes.

import { defineWords } from '../words/language.ts';
import type { CnpjAnswer, CpfAnswer } from './answer.ts';

type Explained<Answer extends { explanation?: unknown }> = NonNullable<Answer['explanation']>;
type PersonReason = Explained<CpfAnswer>['reasons'][number];
type CompanyReason = Explained<CnpjAnswer>['reasons'][number];
type SourceAnswer = Explained<CpfAnswer>['sources']['bureau_a'];

interface AnswerWords {
  readonly status: Readonly<Record<CpfAnswer['status'], string>>;
  readonly companyStatusLine: Readonly<Record<CnpjAnswer['status'], string>>;
  readonly risk: Readonly<Record<CpfAnswer['risk_level'], string>>;
  readonly action: Readonly<Record<CpfAnswer['risk_level'], string>>;
  readonly recommended: string;
  readonly score: string;
  readonly scoreOf: (score: number) => string;
  readonly bands: Readonly<Record<CpfAnswer['risk_level'], string>>;
  readonly reasons: string;
  readonly person: Readonly<Record<PersonReason, string>>;
  readonly company: Readonly<Record<CompanyReason, string>>;
  readonly sources: string;
  readonly source: { readonly bureau_a: string; readonly bureau_b: string; readonly fraud_registry: string };
  readonly outcome: Readonly<Record<SourceAnswer['outcome'], string>>;
  readonly unavailable: Readonly<Record<NonNullable<SourceAnswer['reason']>, string>>;
  readonly cached: string;
  readonly standing: string;
  readonly registration: Readonly<Record<CpfAnswer['bureau_a']['status'], string>>;
  readonly debts: string;
  readonly ownScore: string;
  readonly alert: string;
  readonly time: string;
  readonly yes: string;
  readonly no: string;
  readonly unknown: string;
  readonly howMade: string;
  readonly start: string;
  readonly startWithout: string;
  readonly penalty: (points: number) => string;
  readonly cap: (limit: number) => string;
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
}

const pt: AnswerWords = {
  status: {
    verified: 'Identidade confirmada',
    not_verified: 'Não confere',
    not_found: 'CPF não encontrado',
    inconclusive: 'Inconclusivo',
  },
  companyStatusLine: {
    verified: 'Empresa confirmada',
    not_verified: 'Não confere',
    not_found: 'CNPJ não encontrado',
    inconclusive: 'Inconclusivo',
  },
  risk: { low: 'Risco baixo', medium: 'Risco médio', high: 'Risco alto' },
  action: { low: 'Aprovar automaticamente', medium: 'Revisão recomendada', high: 'Revisão manual obrigatória' },
  recommended: 'Ação recomendada',
  score: 'Score',
  scoreOf: (score) => `Score ${score} de 1000`,
  bands: { high: 'alto', medium: 'médio', low: 'baixo' },
  reasons: 'Motivos',
  person: {
    all_checks_passed: 'Tudo o que foi informado confere, e nenhuma fonte apontou problema.',
    name_strong_partial: 'O nome informado confere em parte com o do cadastro, com forte semelhança.',
    name_weak_partial: 'O nome informado confere só em parte com o do cadastro.',
    name_not_comparable: 'Nenhuma fonte informou um nome para comparar.',
    name_mismatch: 'O nome informado não confere com o do cadastro.',
    birth_date_not_comparable: 'Nenhuma fonte informou uma data de nascimento para comparar.',
    birth_date_mismatch: 'A data de nascimento informada não confere com a do cadastro.',
    registration_pending_regularization: 'O CPF está pendente de regularização na Receita Federal.',
    registration_unknown: 'A situação cadastral do CPF não pôde ser determinada.',
    registration_suspended: 'O CPF está suspenso na Receita Federal.',
    registration_cancelled: 'O CPF está cancelado na Receita Federal.',
    registration_annulled: 'O CPF foi anulado na Receita Federal.',
    registration_deceased: 'Consta que o titular do CPF faleceu.',
    debts_not_reported: 'Não se sabe se há dívidas pendentes: o birô A não informou.',
    pending_debts: 'Há dívidas pendentes no birô A.',
    fraud_registry_unavailable: 'O registro de fraudes não respondeu.',
    fraud_registry_no_verdict: 'O registro de fraudes respondeu sem dizer se há alerta.',
    fraud_alert: 'Há um alerta de fraude para este CPF.',
    bureau_a_unavailable: 'O birô A não respondeu.',
    bureau_b_unavailable: 'O birô B não respondeu.',
    bureau_b_no_score: 'O birô B não calculou um score para esta pessoa.',
    bureaus_contradict: 'Os dois birôs se contradizem sobre o nome ou a data de nascimento.',
    one_bureau_not_found: 'Um dos birôs não conhece este CPF.',
    both_bureaus_not_found: 'Nenhum dos dois birôs conhece este CPF.',
  },
  company: {
    all_checks_passed: 'A empresa está ativa e tudo o que foi informado confere.',
    company_not_found: 'O cadastro da Receita Federal não tem este CNPJ.',
    fallback_unavailable: 'O cadastro não tem este CNPJ e a consulta ao vivo não respondeu.',
    company_suspended: 'A empresa está suspensa.',
    company_unfit: 'A empresa está inapta.',
    company_closed: 'A empresa está baixada.',
    company_annulled: 'O registro da empresa é nulo.',
    company_status_unknown: 'A situação da empresa tem um código desconhecido.',
    company_name_mismatch: 'O nome informado não confere com a razão social nem com o nome fantasia.',
    company_name_partial: 'O nome informado confere só em parte.',
    recently_founded: 'A empresa foi aberta há pouco tempo.',
    foundation_date_unknown: 'A data de abertura não consta no cadastro.',
    special_situation: 'A empresa está em situação especial, como recuperação judicial ou falência.',
    special_situation_unknown: 'A fonte que respondeu não informa situações especiais.',
  },
  sources: 'Fontes',
  source: { bureau_a: 'Birô A', bureau_b: 'Birô B', fraud_registry: 'Registro de fraudes' },
  outcome: { answered: 'Respondeu', not_found: 'Não conhece o CPF', unavailable: 'Indisponível' },
  unavailable: {
    not_configured: 'não conectada',
    timeout: 'demorou demais',
    connection_failed: 'sem conexão',
    circuit_open: 'em pausa após falhas seguidas',
    overloaded: 'chamadas demais ao mesmo tempo',
    rate_limited: 'pediu para esperar',
    credit_exhausted: 'créditos esgotados',
    authentication_failed: 'recusou nossa credencial',
    upstream_error: 'falhou',
    request_refused: 'recusou a consulta',
    birth_date_required: 'exige a data de nascimento',
    minor: 'menor de idade',
    invalid_response: 'resposta que não se entende',
    response_too_large: 'resposta grande demais',
    wrong_person: 'respondeu sobre outra pessoa',
    redirect_refused: 'redirecionou, o que não se aceita',
  },
  cached: 'em cache',
  standing: 'Situação',
  registration: {
    regular: 'regular',
    pending_regularization: 'pendente de regularização',
    suspended: 'suspensa',
    cancelled: 'cancelada',
    deceased: 'titular falecido',
    annulled: 'nula',
    unknown: 'desconhecida',
    not_reported: 'não informa',
    not_found: 'não encontrado',
    unavailable: 'indisponível',
  },
  debts: 'Dívidas pendentes',
  ownScore: 'Score próprio',
  alert: 'Alerta de fraude',
  time: 'Tempo',
  yes: 'sim',
  no: 'não',
  unknown: 'não se sabe',
  howMade: 'Como o score foi formado',
  start: 'Score do birô B',
  startWithout: 'Ponto de partida, sem score do birô B',
  penalty: (points) => `menos ${points} pontos`,
  cap: (limit) => `no máximo ${limit}`,
  noEffect: 'sem efeito: já estava abaixo',
  final: 'Score final',
  value: 'Valor',
  step: 'Fator',
  registered: 'Nome no cadastro',
  nameMatch: 'Nome',
  nameMatches: {
    exact: 'confere',
    partial: 'confere em parte',
    mismatch: 'não confere',
    not_provided: 'não informado',
    not_available: 'sem nome para comparar',
  },
  birthDateMatch: 'Nascimento',
  similarity: (percent) => `${percent}% de semelhança`,
  companyStatus: 'Situação',
  companyStatuses: {
    active: 'ativa',
    suspended: 'suspensa',
    unfit: 'inapta',
    closed: 'baixada',
    annulled: 'nula',
    unknown: 'desconhecida',
  },
  founded: 'Abertura',
  mei: 'MEI',
  headOffice: 'Estabelecimento',
  headOfficeValue: 'matriz',
  branchValue: 'filial',
  dataAsOf: 'Cadastro de',
  policy: 'Política',
  requestId: 'Protocolo',
  at: 'Processado em',
  copyText: 'Copiar como texto',
  copy: 'Copiar',
  print: 'Imprimir',
  asCode: 'A mesma consulta em código',
  answer: 'Resposta',
  synthetic: 'Dados sintéticos do sandbox',
};

const en: AnswerWords = {
  status: {
    verified: 'Identity verified',
    not_verified: 'Does not match',
    not_found: 'CPF not found',
    inconclusive: 'Inconclusive',
  },
  companyStatusLine: {
    verified: 'Company verified',
    not_verified: 'Does not match',
    not_found: 'CNPJ not found',
    inconclusive: 'Inconclusive',
  },
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
  action: { low: 'Auto-approve', medium: 'Review recommended', high: 'Manual review required' },
  recommended: 'Recommended action',
  score: 'Score',
  scoreOf: (score) => `Score ${score} of 1000`,
  bands: { high: 'high', medium: 'medium', low: 'low' },
  reasons: 'Reasons',
  person: {
    all_checks_passed: 'All that was supplied agrees, and no source has an objection.',
    name_strong_partial: 'The supplied name agrees in part with the registered one, and strongly so.',
    name_weak_partial: 'The supplied name agrees with the registered one only in part.',
    name_not_comparable: 'No source gave a name to compare with.',
    name_mismatch: 'The supplied name does not match the registered one.',
    birth_date_not_comparable: 'No source gave a date of birth to compare with.',
    birth_date_mismatch: 'The supplied date of birth does not match the registered one.',
    registration_pending_regularization: 'The CPF is pending regularization at the Receita Federal.',
    registration_unknown: 'The registration status of the CPF could not be determined.',
    registration_suspended: 'The CPF is suspended at the Receita Federal.',
    registration_cancelled: 'The CPF is cancelled at the Receita Federal.',
    registration_annulled: 'The CPF was annulled at the Receita Federal.',
    registration_deceased: 'The holder of the CPF is recorded as deceased.',
    debts_not_reported: 'Whether there are pending debts is not known: bureau A did not say.',
    pending_debts: 'Bureau A knows of pending debts.',
    fraud_registry_unavailable: 'The fraud registry did not answer.',
    fraud_registry_no_verdict: 'The fraud registry answered without saying whether there is an alert.',
    fraud_alert: 'There is a fraud alert for this CPF.',
    bureau_a_unavailable: 'Bureau A did not answer.',
    bureau_b_unavailable: 'Bureau B did not answer.',
    bureau_b_no_score: 'Bureau B computed no score for this person.',
    bureaus_contradict: 'The two bureaus contradict each other on the name or the date of birth.',
    one_bureau_not_found: 'One of the bureaus does not know this CPF.',
    both_bureaus_not_found: 'Neither bureau knows this CPF.',
  },
  company: {
    all_checks_passed: 'The company is active, and all that was supplied agrees.',
    company_not_found: 'The registry of the Receita Federal does not have this CNPJ.',
    fallback_unavailable: 'The registry does not have this CNPJ, and the live lookup did not answer.',
    company_suspended: 'The company is suspended.',
    company_unfit: 'The company is unfit (inapta).',
    company_closed: 'The company is closed (baixada).',
    company_annulled: 'The registration of the company is annulled.',
    company_status_unknown: 'The status of the company has an unknown code.',
    company_name_mismatch: 'The supplied name matches neither legal nor trade name.',
    company_name_partial: 'The supplied name agrees only in part.',
    recently_founded: 'The company was founded a short time ago.',
    foundation_date_unknown: 'The registry has no date of foundation.',
    special_situation: 'The company is in a special situation, such as judicial recovery or bankruptcy.',
    special_situation_unknown: 'The source that answered does not tell special situations.',
  },
  sources: 'Sources',
  source: { bureau_a: 'Bureau A', bureau_b: 'Bureau B', fraud_registry: 'Fraud registry' },
  outcome: { answered: 'Answered', not_found: 'Does not know the CPF', unavailable: 'Unavailable' },
  unavailable: {
    not_configured: 'not connected',
    timeout: 'took too long',
    connection_failed: 'no connection',
    circuit_open: 'paused after repeated failures',
    overloaded: 'too many calls at one time',
    rate_limited: 'asked us to wait',
    credit_exhausted: 'out of credits',
    authentication_failed: 'refused our credential',
    upstream_error: 'failed',
    request_refused: 'refused the question',
    birth_date_required: 'needs the date of birth',
    minor: 'a minor',
    invalid_response: 'an answer that makes no sense',
    response_too_large: 'too large an answer',
    wrong_person: 'answered about somebody else',
    redirect_refused: 'redirected, which is not accepted',
  },
  cached: 'cached',
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
  debts: 'Pending debts',
  ownScore: 'Its own score',
  alert: 'Fraud alert',
  time: 'Time',
  yes: 'yes',
  no: 'no',
  unknown: 'not known',
  howMade: 'How the score was made',
  start: 'Score of bureau B',
  startWithout: 'Where it starts without a score of bureau B',
  penalty: (points) => `${points} points off`,
  cap: (limit) => `${limit} at most`,
  noEffect: 'no effect: it was lower already',
  final: 'Final score',
  value: 'Value',
  step: 'Factor',
  registered: 'Registered name',
  nameMatch: 'Name',
  nameMatches: {
    exact: 'matches',
    partial: 'matches in part',
    mismatch: 'does not match',
    not_provided: 'not supplied',
    not_available: 'no name to compare with',
  },
  birthDateMatch: 'Birth date',
  similarity: (percent) => `${percent}% alike`,
  companyStatus: 'Status',
  companyStatuses: {
    active: 'active',
    suspended: 'suspended',
    unfit: 'unfit (inapta)',
    closed: 'closed (baixada)',
    annulled: 'annulled',
    unknown: 'unknown',
  },
  founded: 'Founded',
  mei: 'MEI',
  headOffice: 'Establishment',
  headOfficeValue: 'head office',
  branchValue: 'branch',
  dataAsOf: 'Registry of',
  policy: 'Policy',
  requestId: 'Request id',
  at: 'Processed at',
  copyText: 'Copy as text',
  copy: 'Copy',
  print: 'Print',
  asCode: 'The same call in code',
  answer: 'Answer',
  synthetic: 'Synthetic data of the sandbox',
};

export const answerWords = defineWords(pt, en);
