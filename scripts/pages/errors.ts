// docs/errors.md and its Portuguese pair.

import { type ErrorCode, errorKinds, type FieldFaultCode, fieldFaults } from '../../src/error-codes.ts';
import type { Language } from '../../src/http/answer/language.ts';
import { errorsInPortuguese, fieldFaultsInPortuguese } from '../../src/http/answer/problem-portuguese.ts';
import { toTable } from './table.ts';

export function renderErrors(language: Language): string {
  const texts = language === 'pt' ? errorsInPortuguese : errorKinds;
  const again = language === 'pt' ? ['sim', 'não'] : ['yes', 'no'];
  const rows = Object.entries(errorKinds).map(([code, { status, retryable }]) => {
    const { title, detail } = texts[code as ErrorCode];
    return [String(status), toAnchor(code), title, detail, again[retryable ? 0 : 1] ?? ''];
  });
  const faultTexts = language === 'pt' ? fieldFaultsInPortuguese : fieldFaults;
  const faults = Object.keys(fieldFaults).map((code) => [toAnchor(code), faultTexts[code as FieldFaultCode]]);
  return language === 'pt' ? renderPortuguese(rows, faults) : renderEnglish(rows, faults);
}

function toAnchor(code: string): string {
  return `<a id="${code}"></a>\`${code}\``;
}

type Rows = readonly (readonly string[])[];

/** The example is in English on both pages, because the service sends English without `Accept-Language`. */
const example = `\`\`\`json
{
  "type": "/docs/errors#invalid_request",
  "title": "The request has invalid fields",
  "status": 400,
  "detail": "Correct the fields listed in \`errors\` and send the request again.",
  "code": "invalid_request",
  "request_id": "req_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9",
  "errors": [{ "pointer": "/cpf", "code": "invalid_check_digits", "detail": "…" }]
}
\`\`\``;

function renderEnglish(rows: Rows, faults: Rows): string {
  return `# Errors

Every answer that is not a success is a problem document (RFC 9457, \`application/problem+json\`):

${example}

Let your program decide by \`code\`, which is stable.
\`type\` leads to the code on this page, at the service that answered.
\`title\` and \`detail\` are for people: in [Portuguese](pt-BR/errors.md) with \`Accept-Language: pt-BR\` (or \`pt\`), otherwise in English.
\`Content-Language\` says which.
When the service refuses a request before it has read the headers, it answers in English.
An error repeats nothing of the request.
Negative results (\`not_found\`, \`not_verified\`) are not errors: they come with status 200.
The column "again" says whether the same request can succeed later.
If the answer has a \`Retry-After\` header, wait that many seconds first.

${toTable(['status', 'code', 'meaning', 'what to do', 'again'], rows)}

## Faults of one field

An \`invalid_request\` lists all of them at once in \`errors\`.
\`pointer\` is a JSON pointer.
It is empty for an unknown field whose name is not a plain word, because such a name may be somebody's number.

${toTable(['code', 'meaning'], faults)}
`;
}

function renderPortuguese(rows: Rows, faults: Rows): string {
  return `# Erros

Toda resposta que não é um sucesso é um documento de problema (RFC 9457, \`application/problem+json\`):

${example}

Deixe o seu programa decidir por \`code\`, que é estável.
\`type\` leva ao código nesta página, no serviço que respondeu.
\`title\` e \`detail\` são para pessoas: em português com \`Accept-Language: pt-BR\` (ou \`pt\`); sem isso, em [inglês](../errors.md).
\`Content-Language\` diz em qual.
Quando o serviço recusa uma requisição antes de ler os cabeçalhos, responde em inglês.
Um erro não repete nada da requisição.
Resultados negativos (\`not_found\`, \`not_verified\`) não são erros: vêm com status 200.
A coluna "de novo" diz se a mesma requisição pode dar certo mais tarde.
Se a resposta tem um cabeçalho \`Retry-After\`, espere antes esse número de segundos.

${toTable(['status', 'código', 'o que houve', 'o que fazer', 'de novo'], rows)}

## Falhas de um campo

Um \`invalid_request\` lista todas de uma vez em \`errors\`.
\`pointer\` é um JSON pointer.
Ele fica vazio para um campo desconhecido cujo nome não é uma palavra simples, porque esse nome pode ser o número de alguém.

${toTable(['código', 'o que houve'], faults)}
`;
}
