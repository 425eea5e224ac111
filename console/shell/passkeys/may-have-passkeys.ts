import { consoleState } from '../../api/client.ts';

/** Whether this browser gives this page passkeys: it has the means, and the page is at the address that they are bound to. */
export function mayHavePasskeys(): boolean {
  return consoleState.value?.passkey_address === location.origin && 'PublicKeyCredential' in globalThis;
}
