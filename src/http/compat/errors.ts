// Errors as minha-receita and BrasilAPI word them. Our own codes stay in the log; what a caller of theirs reads is one sentence.

import { type ErrorCode, errorKinds } from '../../error-codes.ts';
import type { AppError } from '../../errors.ts';

export type CompatService = 'minha-receita' | 'brasil-api';

/** BrasilAPI adds these to the sentence. The first two and the last are theirs; it has no words for the others. */
const brasilApiNames: Readonly<Record<number, readonly [type: string, name: string]>> = {
  400: ['bad_request', 'BadRequestError'],
  404: ['not_found', 'NotFoundError'],
  401: ['unauthorized', 'UnauthorizedError'],
  403: ['forbidden', 'ForbiddenError'],
  405: ['method_not_allowed', 'MethodNotAllowedError'],
  429: ['too_many_requests', 'TooManyRequestsError'],
  503: ['service_unavailable', 'ServiceUnavailableError'],
  500: ['internal', 'InternalError'],
};

const sentences: Partial<Readonly<Record<ErrorCode, string>>> = {
  missing_api_key: 'Informe a chave de acesso no cabeçalho Authorization: Bearer.',
  invalid_api_key: 'Chave de acesso inválida.',
  insufficient_scope: 'A chave de acesso não permite consultar empresas.',
  network_not_allowed: 'A chave de acesso não pode ser usada a partir desta rede.',
  method_not_allowed: 'Essa URL aceita apenas o método GET.',
  rate_limited: 'Limite de requisições excedido, tente novamente mais tarde.',
  quota_exceeded: 'Limite de requisições excedido, tente novamente mais tarde.',
  registry_unavailable: 'Serviço temporariamente indisponível, tente novamente.',
  overloaded: 'Serviço temporariamente indisponível, tente novamente.',
};

/** `subject` is the number of the request where it may be repeated. */
export function toCompatBody(service: CompatService, error: AppError, subject: string): Record<string, string> {
  const message = toPublicMessage(error, subject);
  if (service === 'minha-receita') return { message };
  const [type, name] = brasilApiNames[error.status] ?? ['internal', 'InternalError'];
  return { message, type, name };
}

function toPublicMessage(error: AppError, subject: string): string {
  if (error.code === 'company_not_found') return `CNPJ ${subject} não encontrado.`;
  if (error.code === 'invalid_request') return `CNPJ ${subject} inválido.`;
  const known = sentences[error.code];
  if (known !== undefined) return known;
  return errorKinds[error.code].status < 500 ? 'Requisição inválida.' : 'Erro inesperado, tente novamente.';
}
