// The dialog to sign in: opened by hand, or by a call that met the end of a session. What lies under it stays as it is.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { callForFactors, consoleState, pageOwner, refreshState, signIn, signInRequest } from '../api/client.ts';
import { TextField } from '../design/fields/text-field.tsx';
import { Notice } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { partWords } from '../design/words.ts';
import { laterPart } from './later.tsx';
import { mayHavePasskeys } from './passkeys/may-have-passkeys.ts';
import { shellWords } from './words.ts';

const EnrolForm = laterPart(async () => (await import('./enrol.tsx')).EnrolForm, { isSpare: true });
const PasskeySignIn = laterPart(async () => (await import('./passkeys/passkey-sign-in.tsx')).PasskeySignIn, {
  isSpare: true,
});

type SsoFaultName = keyof ReturnType<typeof shellWords>['ssoFaults'];

/**
 * Reads the outcome of single sign-on from the address to which the service redirected. The function removes it from the address, so that a reload
 * does not show it again.
 */
function takeSsoFault(): string | undefined {
  const fault = new URLSearchParams(location.search).get('sso') ?? undefined;
  if (fault !== undefined) history.replaceState(history.state, '', location.pathname);
  return fault;
}

const ssoFault = takeSsoFault();

const firstField = 'input:not([type=radio], [type=checkbox], [type=file], :disabled), textarea';

export function SignInDialog() {
  const request = signInRequest.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (ssoFault !== undefined) openSignIn();
  }, []);
  // After a reload in the middle of it.
  const mustEnrol = consoleState.value?.must_enrol?.name;
  useEffect(() => {
    if (mustEnrol !== undefined && signInRequest.value === undefined) openSignIn();
  }, [mustEnrol]);
  useLayoutEffect(() => {
    if (request !== undefined) dialog.current?.showModal();
    else if (dialog.current?.open) {
      dialog.current.close();
      // The button that opened it may be gone by now: whoever has signed in begins in the first field.
      if (document.activeElement === document.body) {
        const content = document.getElementById('content');
        (content?.querySelector<HTMLElement>(firstField) ?? content)?.focus({ preventScroll: true });
      }
    }
  }, [request]);
  return (
    <dialog ref={dialog} aria-labelledby="sign-in-title" onCancel={() => signInRequest.value?.done(false)}>
      {request !== undefined && (mustEnrol === undefined ? <SignInForm /> : <Enrolling />)}
    </dialog>
  );
}

function Enrolling() {
  return (
    <div class="stack">
      <h2 id="sign-in-title">{shellWords().enrolTitle}</h2>
      <EnrolForm.View onLeave={() => void signOut()} />
    </div>
  );
}

function SignInForm() {
  const words = shellWords();
  const state = consoleState.value;
  const hadSession = pageOwner.value !== undefined;
  const provider = state?.single_sign_on ?? null;
  const fault =
    ssoFault !== undefined && Object.hasOwn(words.ssoFaults, ssoFault) ? (ssoFault as SsoFaultName) : undefined;
  return (
    <div class="stack">
      <h2 id="sign-in-title">{words.signInTitle}</h2>
      {hadSession && <Notice tone="warn">{words.signInAgain}</Notice>}
      {fault !== undefined && !hadSession && <Notice tone="bad">{words.ssoFaults[fault]}</Notice>}
      {provider !== null && <SsoLink label={provider.label} />}
      {provider === null || state?.local_sign_in ? (
        <PasswordForm isFirst={provider === null} />
      ) : (
        <details>
          <summary>{words.withPassword}</summary>
          <p class="small quiet">{words.passwordsOff}</p>
          <PasswordForm isFirst={false} />
        </details>
      )}
      {state?.local_sign_in && mayHavePasskeys() && <PasskeySignIn.View onDone={finishSignIn} />}
      {location.protocol === 'http:' && <p class="small quiet">{words.loopback}</p>}
    </div>
  );
}

/** The link opens another tab if something on this page would be lost. An operator who returns from that tab is signed in. */
function SsoLink({ label }: { readonly label: string }) {
  const words = shellWords();
  const isElsewhere = pageOwner.value !== undefined;
  useEffect(() => {
    const look = async () => {
      await refreshState().catch(() => {});
      if (consoleState.value?.operator) signInRequest.value?.done(true);
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  return (
    <>
      <a
        class="button first"
        href={`/console/sso/start?to=${encodeURIComponent(isElsewhere ? '/console' : location.pathname)}`}
        {...(isElsewhere ? { target: '_blank', rel: 'noopener' } : {})}
      >
        {words.signInWith(label)}
      </a>
      {isElsewhere && <p class="small quiet">{words.signInElsewhere}</p>}
    </>
  );
}

function PasswordForm({ isFirst }: { readonly isFirst: boolean }) {
  const words = shellWords();
  const state = consoleState.value;
  const [typed, setTyped] = useState({ name: '', password: '', code: '' });
  const { isBusy, error, attempt } = useAttempt();

  const submit = async (event: Event) => {
    event.preventDefault();
    const isDone = await attempt(async () => {
      await signIn({ ...typed, name: typed.name.trim().toLowerCase() });
      finishSignIn();
    });
    if (!isDone) setTyped({ ...typed, password: '', code: '' });
  };
  const set = (field: keyof typeof typed) => (value: string) => setTyped({ ...typed, [field]: value });

  return (
    <form class="stack" onSubmit={submit} autocomplete="on">
      {state?.has_operators === false && state.local_sign_in && (
        <Notice tone="none">
          <span>{words.noOperators}</span>
          <code>confere operators create ana --role admin</code>
        </Notice>
      )}
      {error !== undefined && <ProblemNotice error={error} isInDialog />}
      <TextField
        label={words.name}
        value={typed.name}
        onValue={set('name')}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        required
        autofocus={isFirst}
      />
      <TextField
        label={words.password}
        type="password"
        value={typed.password}
        onValue={set('password')}
        autocomplete="current-password"
        required
      />
      <TextField
        label={words.code}
        isOptional
        hint={words.codeHint}
        value={typed.code}
        onValue={set('code')}
        inputmode="numeric"
        autocomplete="one-time-code"
        maxLength={7}
      />
      <div class="row">
        <button class={isFirst ? 'button first' : 'button'} type="submit" disabled={isBusy}>
          {words.signIn}
        </button>
        <button class="button plain" type="button" onClick={() => signInRequest.value?.done(false)}>
          {partWords().cancel}
        </button>
      </div>
    </form>
  );
}

/** An operator who must first set up a second factor stays in the dialog. */
function finishSignIn(): void {
  if (consoleState.value?.operator) signInRequest.value?.done(true);
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
  const { leave_to: elsewhere } = await callForFactors('POST sign-out', {});
  location.assign(elsewhere ?? '/console');
}
