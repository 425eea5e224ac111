// Puts a client of a running service behind the protocol for assistants.

import { ConfereError } from '../../../packages/client/src/index.ts';
import { OperatorError } from '../../errors.ts';
import { connectClient } from '../parts/connected-client.ts';

export interface AssistantOptions {
  readonly url: string;
  readonly key: string;
  readonly purpose: string | undefined;
  readonly version: string;
  /** `showsCpf` tells whether the assistant sees a CPF in full, if its key may. */
  readonly showsCpf: boolean;
}

export async function startAssistant({ url, key, purpose, version, showsCpf }: AssistantOptions): Promise<void> {
  const { findAllowed } = await import('../../mcp/allowed-tools.ts');
  const { serveAssistant } = await import('../../mcp/assistant-server.ts');
  const client = connectClient({ url, key });
  const allowed = await findAllowed(client).catch((error: unknown) => {
    throw error instanceof ConfereError
      ? new OperatorError(`The service at ${url} refuses this key. ${error.message}`, 1)
      : error;
  });
  if (showsCpf && allowed.wholeCpf === false) {
    throw new OperatorError(
      'This key may not show a CPF whole: --show cpf needs a key with the scope show:cpf, too. Leave the option out, or make one: confere keys create --scope verify:cpf show:cpf',
    );
  }
  await serveAssistant({ client, allowed, version, purpose, showsCpf: showsCpf && allowed.wholeCpf === true });
}
