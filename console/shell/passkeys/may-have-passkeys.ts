import { consoleState } from '../../api/client.ts';

/**
 * Tells whether this browser offers passkeys to this page. The browser must support them, and the page must be at the address to which they are
 * bound.
 */
export function mayHavePasskeys(): boolean {
  return consoleState.value?.passkey_address === location.origin && 'PublicKeyCredential' in globalThis;
}
