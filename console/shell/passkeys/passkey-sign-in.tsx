// To sign in by a passkey. Most visits are signed in already, so the page fetches this with the dialog.

import { signInByPasskey } from './ceremony.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { passkeyWords } from './words.ts';

export function PasskeySignIn({ onDone }: { readonly onDone: () => void }) {
  return (
    <PasskeyButton ask={signInByPasskey} onDone={onDone} isInDialog>
      {passkeyWords().signIn}
    </PasskeyButton>
  );
}
