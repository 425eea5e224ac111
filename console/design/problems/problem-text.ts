// What went wrong as a person at the console can use it. What the service says is written for programs too: a sentence that names a
// header or a field of the protocol is left out, and where nothing is left the console's own stands in its place.

export interface ShownProblem {
  readonly title: string;
  /** Empty where the title says all. */
  readonly advice: string;
}

/** `title` empty: the first sentence of what the service says stands for it, because it names who or what. */
type OwnWords = Readonly<Record<string, ShownProblem> & Record<'internal_error', ShownProblem>>;

const pt: OwnWords = {
  rate_limited: { title: 'Muitas tentativas em pouco tempo', advice: 'Espere um pouco e tente de novo.' },
  quota_exceeded: { title: 'A cota desta chave acabou', advice: 'Peça uma cota maior a quem administra.' },
  budget_exhausted: { title: 'O orçamento acabou', advice: 'Peça um orçamento maior a quem administra.' },
  sources_unavailable: { title: '', advice: 'As fontes não responderam: não há resultado.' },
  sources_not_configured: {
    title: 'Nenhuma fonte real está conectada',
    advice: 'Para consultar pessoas, quem administra precisa conectar os birôs e o registro de fraudes.',
  },
  audit_unavailable: {
    title: 'A auditoria não está gravando',
    advice: 'Nenhuma resposta sai sem registro. Tente de novo em instantes.',
  },
  registry_unavailable: {
    title: 'O cadastro de empresas não está disponível',
    advice: 'Ele ainda não foi importado ou está sendo lido. Veja em Cadastro.',
  },
  overloaded: { title: 'O serviço está sobrecarregado', advice: 'Nada foi consultado. Tente de novo em instantes.' },
  internal_error: {
    title: 'Algo deu errado no serviço',
    advice: 'Tente de novo. Se continuar assim, informe o protocolo a quem administra.',
  },
  invalid_request: { title: 'Confira o que foi informado', advice: '' },
  invalid_batch: {
    title: 'Este arquivo não pode ser usado',
    advice: 'Envie uma planilha CSV ou XLSX com uma coluna de CPFs ou CNPJs.',
  },
  invalid_purpose: { title: 'Escolha a finalidade', advice: 'A finalidade fica registrada com a consulta.' },
  insufficient_scope: { title: 'Esta chave não tem permissão para isso', advice: 'Use uma chave com essa permissão.' },
  missing_api_key: { title: 'Falta a chave de API', advice: 'Cole uma chave cfr_test_… ou cfr_live_….' },
  not_found: { title: 'Isto não existe mais', advice: 'Volte e tente de novo.' },
};

const en: OwnWords = {
  rate_limited: { title: 'Too many attempts in a short time', advice: 'Wait a little and try again.' },
  quota_exceeded: { title: 'The quota of this key is used up', advice: 'Ask an administrator for a larger one.' },
  budget_exhausted: { title: 'The budget is used up', advice: 'Ask an administrator for a larger one.' },
  sources_unavailable: { title: '', advice: 'The sources did not answer: there is no result.' },
  sources_not_configured: {
    title: 'No real sources are connected',
    advice: 'To ask about people, an administrator has to connect the bureaus and the fraud registry.',
  },
  audit_unavailable: {
    title: 'The audit takes no records',
    advice: 'No answer leaves without its record. Try again in a moment.',
  },
  registry_unavailable: {
    title: 'The company registry is not available',
    advice: 'It was not imported yet, or is being read. See Registry.',
  },
  overloaded: { title: 'The service is busy', advice: 'Nothing was asked. Try again in a moment.' },
  internal_error: {
    title: 'Something went wrong in the service',
    advice: 'Try again. If it stays so, give the request id to an administrator.',
  },
  invalid_request: { title: 'Check what was given', advice: '' },
  invalid_batch: {
    title: 'This file cannot be used',
    advice: 'Send a CSV or XLSX table with a column of CPFs or CNPJs.',
  },
  invalid_purpose: { title: 'Choose the purpose', advice: 'It is recorded with the verification.' },
  insufficient_scope: { title: 'This key may not do that', advice: 'Use a key with that permission.' },
  missing_api_key: { title: 'The API key is missing', advice: 'Paste a key cfr_test_… or cfr_live_….' },
  not_found: { title: 'This is no longer there', advice: 'Go back and try again.' },
};

/** Text in backquotes is a name of the protocol. A header or a route is such a name even without backquotes. */
const protocol =
  /`|\/v1\/|\b(?:Retry-After|Idempotency-Key|Confere-[A-Z]\w+|Content-Type|WWW-Authenticate|Authorization|Host|HTTP)\b/;

/** A countdown beside the message expresses these sentences better. */
const waiting = /^(?:Tente de novo|Espere|Try again|Wait)\b/;

interface Said {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
}

/** `isCounted`: a countdown tells when to try again, and the text leaves that out. */
export function toProblemText({ code, title, detail }: Said, language: 'pt' | 'en', isCounted = false): ShownProblem {
  const words = language === 'pt' ? pt : en;
  const own = words[code];
  const toSentences = (text: string) =>
    text
      .split(/(?<=\.)\s+/)
      .filter((sentence) => sentence !== '' && !protocol.test(sentence) && !(isCounted && waiting.test(sentence)));
  const said = toSentences(detail);
  const advice = said.length > 0 ? said : toSentences(own?.advice ?? '');
  const fixed = own?.title ?? (protocol.test(title) ? '' : title);
  if (fixed !== '') return { title: fixed, advice: advice.join(' ') };
  const [first = words.internal_error.title, ...rest] = advice;
  return { title: first, advice: rest.join(' ') };
}
