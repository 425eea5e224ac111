// What somebody sees who has shown the password and whose role needs a second factor: the way to set one up, and nothing else.

import { useEffect, useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { callForFactors, signInRequest, takeState } from '../api/client.ts';
import { TextField } from '../design/fields/text-field.tsx';
import { CopyButton } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { partWords } from '../design/words.ts';
import { enrolWords } from './enrol-words.ts';
import { addPasskey } from './passkeys/ceremony.ts';
import { mayHavePasskeys } from './passkeys/may-have-passkeys.ts';
import { PasskeyButton } from './passkeys/passkey-button.tsx';
import { passkeyWords } from './passkeys/words.ts';
import { shellWords } from './words.ts';

export function EnrolForm({ onLeave }: { readonly onLeave: () => void }) {
  const words = enrolWords();
  return (
    <div class="stack">
      <p>{words.lead}</p>
      {mayHavePasskeys() && (
        <>
          <p class="small">{passkeyWords().enrolLead}</p>
          <PasskeyButton ask={() => addPasskey('')} onDone={() => signInRequest.value?.done(true)} isInDialog>
            {passkeyWords().enrol}
          </PasskeyButton>
          <p>{passkeyWords().enrolApp}</p>
        </>
      )}
      <AppForm onDone={() => signInRequest.value?.done(true)} />
      <p>
        <button class="button plain" type="button" onClick={onLeave}>
          {shellWords().signOut}
        </button>
      </p>
    </div>
  );
}

/** The secret for an authenticator app, and its first code. */
export function AppForm({ onDone }: { readonly onDone: () => void }) {
  const words = enrolWords();
  const [begun, setBegun] = useState<ConsoleAnswer<'POST totp-begin'>>();
  const [code, setCode] = useState('');
  const { isBusy, error, attempt } = useAttempt();
  const begin = () => attempt(async () => setBegun(await callForFactors('POST totp-begin', {})));
  useEffect(() => void begin(), []);

  const submit = async (event: Event) => {
    event.preventDefault();
    const isDone = await attempt(async () => {
      takeState(await callForFactors('POST totp-finish', { pending: begun?.pending ?? '', code }));
      onDone();
    });
    if (!isDone) setCode('');
  };

  return (
    <form class="stack" onSubmit={submit}>
      {error !== undefined && <ProblemNotice error={error} isInDialog />}
      {begun !== undefined && (
        <>
          <p class="small">{words.addAccount}</p>
          <div class="row">
            <code class="mono">{begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
            <CopyButton text={() => begun.secret} label={partWords().copy} about={words.copySecret} />
          </div>
          <p class="small">
            <a href={begun.address}>{words.openApp}</a>
          </p>
        </>
      )}
      <TextField
        label={words.firstCode}
        value={code}
        onValue={setCode}
        inputmode="numeric"
        autocomplete="one-time-code"
        maxLength={7}
        required
        autofocus
      />
      <div class="row">
        <button class="button first" type="submit" disabled={isBusy || begun === undefined}>
          {words.confirm}
        </button>
        <button class="button plain" type="button" disabled={isBusy} onClick={() => void begin()}>
          {words.again}
        </button>
      </div>
    </form>
  );
}
