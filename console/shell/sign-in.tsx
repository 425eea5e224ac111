// The dialog to sign in: opened by hand, or by a call that met the end of a session. What lies under it stays as it is.

import { useEffect, useRef, useState } from 'preact/hooks';
import { call, consoleState, hadSession, signInRequest } from '../api/client.ts';
import { Field, Notice } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problem-notice.tsx';
import { shellWords } from './words.ts';

export function SignInDialog() {
  const request = signInRequest.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (request !== undefined) dialog.current?.showModal();
    else dialog.current?.close();
  }, [request]);
  return (
    <dialog ref={dialog} aria-labelledby="sign-in-title" onCancel={() => signInRequest.value?.done(false)}>
      {request !== undefined && <SignInForm />}
    </dialog>
  );
}

function SignInForm() {
  const words = shellWords();
  const state = consoleState.value;
  const [typed, setTyped] = useState({ name: '', password: '', code: '' });
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const signIn = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      consoleState.value = await call('POST sign-in', { ...typed, name: typed.name.trim().toLowerCase() });
      signInRequest.value?.done(true);
    } catch (thrown) {
      setError(thrown);
      setTyped({ ...typed, password: '', code: '' });
    } finally {
      setBusy(false);
    }
  };
  const set = (field: keyof typeof typed) => (event: { currentTarget: HTMLInputElement }) =>
    setTyped({ ...typed, [field]: event.currentTarget.value });

  return (
    <form class="stack" onSubmit={signIn} autocomplete="on">
      <h2 id="sign-in-title">{words.signInTitle}</h2>
      {hadSession.value && <Notice tone="warn">{words.signInAgain}</Notice>}
      {state?.has_operators === false && (
        <Notice tone="none">
          <span>{words.noOperators}</span>
          <code>confere operators create ana --role admin</code>
        </Notice>
      )}
      {error !== undefined && <ProblemNotice error={error} isInDialog />}
      <Field label={words.name}>
        {(ties) => (
          <input
            {...ties}
            value={typed.name}
            onInput={set('name')}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
            autofocus
          />
        )}
      </Field>
      <Field label={words.password}>
        {(ties) => (
          <input
            {...ties}
            type="password"
            value={typed.password}
            onInput={set('password')}
            autocomplete="current-password"
            required
          />
        )}
      </Field>
      <Field label={words.code} isOptional hint={words.codeHint}>
        {(ties) => (
          <input
            {...ties}
            value={typed.code}
            onInput={set('code')}
            inputmode="numeric"
            autocomplete="one-time-code"
            maxLength={7}
          />
        )}
      </Field>
      <div class="row">
        <button class="button first" type="submit" disabled={isBusy}>
          {words.signIn}
        </button>
        <button class="button plain" type="button" onClick={() => signInRequest.value?.done(false)}>
          {words.cancel}
        </button>
      </div>
      {location.protocol === 'http:' && <p class="small quiet">{words.loopback}</p>}
    </form>
  );
}

/** By hand, from the frame. */
export function openSignIn(): void {
  signInRequest.value = {
    done: () => {
      signInRequest.value = undefined;
    },
  };
}

/** The page begins anew, so that nothing of what was shown stays in it. */
export async function signOut(): Promise<void> {
  await call('POST sign-out');
  location.assign('/console');
}
