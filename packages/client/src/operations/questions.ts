// Questions about one person or company: verifications and screenings.

import type { MakeCall, ScreenOptions, VerifyOptions } from '../call/call.ts';
import { ConfereError } from '../call/confere-error.ts';
import { createIdempotencyKey, readJson, toFlag, toLimits, toQuery } from '../call/exchange.ts';
import type {
  CnpjRequest,
  CpfRequest,
  CpfResponse,
  PendingResponse,
  ScreenRequest,
  ScreenResponse,
} from '../contract.ts';

export function verify<Answer>(
  call: MakeCall,
  operation: 'cpf' | 'cnpj',
  body: CpfRequest | CnpjRequest,
  { explain, ...options }: VerifyOptions = {},
): Promise<Answer> {
  return ask(call, { path: toVerifyPath(operation, explain), body, options }, readWhole<Answer>);
}

export function startCpf(
  call: MakeCall,
  body: CpfRequest,
  { explain, ...options }: VerifyOptions = {},
): Promise<CpfResponse | PendingResponse> {
  const headers = { prefer: 'respond-async' };
  return ask(
    call,
    { path: toVerifyPath('cpf', explain), body, headers, options },
    readJson<CpfResponse | PendingResponse>,
  );
}

function toVerifyPath(operation: 'cpf' | 'cnpj', explain: boolean | undefined): string {
  return `/v1/verify/${operation}${toQuery({ explain: toFlag(explain) })}`;
}

/** Reads a whole answer. The operator may let every caller wait (`async: wait`), and an unfinished verification must not pass for an answer. */
async function readWhole<Answer>(response: Response): Promise<Answer> {
  const body = await readJson<Answer>(response);
  if (response.status !== 202) return body;
  const { request_id: requestId } = body as PendingResponse;
  throw new ConfereError({
    code: 'verification_pending',
    message: `verification_pending: Nothing is decided yet, because a source answers later. Read the answer with findVerification, or ask with startCpf, which returns what is pending. (${requestId})`,
    portuguese: `verification_pending: Nada está decidido ainda, porque uma fonte responde mais tarde. Leia a resposta com findVerification, ou consulte com startCpf, que devolve o que está pendente. (${requestId})`,
    status: 202,
    requestId,
  });
}

export function screen(call: MakeCall, body: ScreenRequest, options: ScreenOptions = {}): Promise<ScreenResponse> {
  const path = `/v1/screen${toQuery({ partners: toFlag(options.partners), explain: toFlag(options.explain) })}`;
  return ask(call, { path, body, options }, readJson<ScreenResponse>);
}

interface Question {
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options: Omit<VerifyOptions, 'explain'>;
}

function ask<Answer>(
  call: MakeCall,
  { path, body, headers, options }: Question,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const { purpose, idempotencyKey = createIdempotencyKey() } = options;
  return call(
    {
      ...toLimits(options),
      method: 'POST',
      path,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        ...(purpose === undefined ? {} : { 'confere-purpose': purpose }),
      },
      body: JSON.stringify(body),
    },
    read,
  );
}
