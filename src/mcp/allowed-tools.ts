// Which tools a key may use, and whether it may show a CPF whole: by what the service says of the key.

import { type ConfereClient, ConfereError } from '../../packages/client/src/index.ts';

export interface Allowed {
  readonly cpf: boolean;
  readonly cnpj: boolean;
  readonly record: boolean;
  readonly screen: boolean;
  /** `unknown` while the service cannot be asked. */
  readonly wholeCpf: boolean | 'unknown';
}

const hopeless: ReadonlySet<string> = new Set([
  'missing_api_key',
  'invalid_api_key',
  'network_not_allowed',
  'unexpected_answer',
]);

/** Throws where no call with this key can succeed; a service that cannot be reached now may be reached later. */
export async function findAllowed(client: ConfereClient): Promise<Allowed> {
  try {
    const { scopes } = await client.readKey({ deadlineMs: 15_000 });
    return {
      cpf: scopes.includes('verify:cpf'),
      cnpj: scopes.includes('verify:cnpj'),
      record: scopes.includes('read:company'),
      screen: scopes.includes('screen'),
      wholeCpf: scopes.includes('show:cpf'),
    };
  } catch (error) {
    if (!(error instanceof ConfereError) || hopeless.has(error.code)) throw error;
    return { cpf: true, cnpj: true, record: true, screen: true, wholeCpf: 'unknown' };
  }
}
