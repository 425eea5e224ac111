// What went wrong as a person at the console can use it. What the service says is written for programs too: a sentence that names a
// header or a field of the protocol is left out, and the console's own stands in its place.

export interface ShownProblem {
  readonly title: string;
  /** Empty where the title says all. */
  readonly advice: string;
}

type OwnWords = Readonly<Record<string, ShownProblem>>;

const pt: OwnWords = {
  rate_limited: { title: 'Muitas tentativas em pouco tempo', advice: 'Espere um pouco e tente de novo.' },
  quota_exceeded: { title: 'A cota desta chave acabou', advice: 'Peça uma cota maior a quem administra.' },
  budget_exhausted: { title: 'O orçamento das fontes acabou', advice: 'Avise quem administra.' },
  sources_unavailable: {
    title: 'Nenhuma fonte respondeu',
    advice: 'Nem os birôs nem o registro de fraudes responderam: não há resultado.',
  },
  sources_not_configured: {
    title: 'Não há fontes reais conectadas',
    advice: 'Para consultar pessoas, quem administra precisa conectar os birôs e o registro de fraudes.',
  },
  audit_unavailable: {
    title: 'A auditoria não pôde ser gravada',
    advice: 'Nenhuma consulta sai sem registro. Tente de novo em instantes.',
  },
  registry_unavailable: {
    title: 'O cadastro de empresas não está disponível',
    advice: 'Ele ainda não foi importado, ou está sendo lido. Veja em Cadastro.',
  },
  overloaded: { title: 'O serviço está ocupado', advice: 'Nada foi consultado. Tente de novo em instantes.' },
  invalid_purpose: { title: 'Escolha a finalidade', advice: 'A finalidade fica registrada com a consulta.' },
  insufficient_scope: { title: 'Esta chave não pode fazer isso', advice: 'Use uma chave com esse direito.' },
  missing_api_key: { title: 'Falta a chave da API', advice: 'Cole uma chave cfr_test_… ou cfr_live_….' },
};

const en: OwnWords = {
  rate_limited: { title: 'Too many attempts in a short time', advice: 'Wait a little and try again.' },
  quota_exceeded: { title: 'The quota of this key is used up', advice: 'Ask an administrator for a larger one.' },
  budget_exhausted: { title: 'The budget for the sources is used up', advice: 'Tell an administrator.' },
  sources_unavailable: {
    title: 'No source answered',
    advice: 'Neither a bureau nor the fraud registry answered: there is no result.',
  },
  sources_not_configured: {
    title: 'No real sources are connected',
    advice: 'To ask about people, an administrator has to connect the bureaus and the fraud registry.',
  },
  audit_unavailable: {
    title: 'The audit could not be written',
    advice: 'No verification leaves without its record. Try again in a moment.',
  },
  registry_unavailable: {
    title: 'The company registry is not available',
    advice: 'It was not imported yet, or is being read. See Registry.',
  },
  overloaded: { title: 'The service is busy', advice: 'Nothing was asked. Try again in a moment.' },
  invalid_purpose: { title: 'Choose the purpose', advice: 'It is recorded with the verification.' },
  insufficient_scope: { title: 'This key may not do that', advice: 'Use a key with that right.' },
  missing_api_key: { title: 'The API key is missing', advice: 'Paste a key cfr_test_… or cfr_live_….' },
};

/** What stands in backquotes is a name of the protocol, and so is a header without them. */
const protocol =
  /`|\b(?:Retry-After|Idempotency-Key|Confere-[A-Z]\w+|Content-Type|WWW-Authenticate|Authorization|Host|HTTP)\b/;

export function toProblemText(
  { code, title, detail }: { readonly code: string; readonly title: string; readonly detail: string },
  language: 'pt' | 'en',
): ShownProblem {
  const own = (language === 'pt' ? pt : en)[code];
  const plain = detail
    .split(/(?<=\.)\s+/)
    .filter((sentence) => !protocol.test(sentence))
    .join(' ');
  const isTitleFit = !protocol.test(title);
  // A sentence that was made for the occasion says more than the one of the code.
  const isWhole = plain === detail;
  const shownTitle = own !== undefined ? own.title : isTitleFit ? title : '';
  return { title: shownTitle || plain, advice: own !== undefined && !isWhole ? own.advice : plain };
}
