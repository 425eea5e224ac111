// Which tools a key may use, found out by asking the service: a request without a number is refused for its scope or for
// the missing number, and asks no source either way.

import { type ConfereClient, ConfereError } from '../../packages/client/src/index.ts';

export interface Allowed {
  readonly cpf: boolean;
  readonly cnpj: boolean;
  readonly record: boolean;
}

/** Throws where no call with this key can succeed; a service that cannot be reached now may be reached later. */
export async function findAllowed(client: ConfereClient): Promise<Allowed> {
  const options = { deadlineMs: 5_000 };
  const [cpf, cnpj, record] = await Promise.all([
    isAllowed(client.verifyCpf({ cpf: '' }, options)),
    isAllowed(client.verifyCnpj({ cnpj: '' }, options)),
    isAllowed(client.findCompany('-', options)),
  ]);
  return { cpf, cnpj, record };
}

const hopeless: ReadonlySet<string> = new Set([
  'missing_api_key',
  'invalid_api_key',
  'network_not_allowed',
  'unexpected_answer',
]);

async function isAllowed(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof ConfereError) || hopeless.has(error.code)) throw error;
    return error.code !== 'insufficient_scope';
  }
}
