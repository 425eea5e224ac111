// One's own passkeys: which there are, one more, and one less.

import { useEffect, useState } from 'preact/hooks';
import type { ConsoleAnswer, PasskeyView } from '../../src/http/console/contract.ts';
import { call, consoleState } from '../api/client.ts';
import { Confirm } from '../design/confirm.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { Notice } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { addPasskey } from '../shell/passkeys/ceremony.ts';
import { mayHavePasskeys } from '../shell/passkeys/may-have-passkeys.ts';
import { PasskeyButton } from '../shell/passkeys/passkey-button.tsx';
import { passkeyWords } from '../shell/passkeys/words.ts';
import { formatNumber, formatTime } from '../words/format.ts';

export function PasskeysCard({ onRemoved }: { readonly onRemoved: () => void }) {
  const words = passkeyWords();
  const address = consoleState.value?.passkey_address ?? null;
  const [own, setOwn] = useState<ConsoleAnswer<'GET passkeys'>>();
  const [name, setName] = useState('');
  const [removing, setRemoving] = useState<PasskeyView>();
  const { isBusy, error, attempt } = useAttempt();
  const load = async () => setOwn(await call('GET passkeys'));
  useEffect(() => void attempt(load), []);
  const remove = async (id: string) => {
    await attempt(async () => {
      await call('POST passkey-remove', { id });
      await load();
      onRemoved();
    });
    setRemoving(undefined);
  };

  return (
    <section class="card stack" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{words.title}</h2>
      <p>{words.lead}</p>
      {error !== undefined && <ProblemNotice error={error} />}
      {own?.passkeys.length === 0 && <p class="quiet">{words.none}</p>}
      {own !== undefined && own.passkeys.length > 0 && (
        <table class="cards">
          <TableHead columns={[words.name, words.added, words.used, { hidden: words.remove }]} />
          <tbody>
            {own.passkeys.map((passkey) => (
              <tr key={passkey.id}>
                <td data-label={words.name}>{passkey.name}</td>
                <td data-label={words.added}>{formatTime(passkey.added_at)}</td>
                <td data-label={words.used}>
                  {passkey.last_used_at === null ? words.never : formatTime(passkey.last_used_at)}
                </td>
                <td class="end">
                  <button
                    type="button"
                    class="button small danger"
                    aria-label={`${words.remove}: ${passkey.name}, ${formatTime(passkey.added_at)}`}
                    onClick={() => setRemoving(passkey)}
                  >
                    {words.remove}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {own !== undefined && <AddOne {...{ own, name, setName, address }} onAdded={() => void attempt(load)} />}
      {removing !== undefined && (
        <Confirm
          title={words.removeTitle}
          act={words.remove}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void remove(removing.id)}
          onCancel={() => setRemoving(undefined)}
        >
          <p>{words.removeLead(removing.name)}</p>
        </Confirm>
      )}
    </section>
  );
}

interface AddOneProps {
  readonly own: ConsoleAnswer<'GET passkeys'>;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly address: string | null;
  readonly onAdded: () => void;
}

function AddOne({ own, name, setName, address, onAdded }: AddOneProps) {
  const words = passkeyWords();
  if (!mayHavePasskeys()) return address === null ? null : <Notice tone="none">{words.elsewhere(address)}</Notice>;
  if (own.passkeys.length >= own.passkeys_max) {
    return <Notice tone="none">{words.full(formatNumber(own.passkeys_max))}</Notice>;
  }
  const done = () => {
    setName('');
    onAdded();
  };
  return (
    <>
      <TextField
        label={words.newName}
        isOptional
        hint={words.newNameHint}
        value={name}
        onValue={setName}
        autocomplete="off"
        maxLength={40}
      />
      <PasskeyButton ask={() => addPasskey(name)} onDone={done}>
        {words.add}
      </PasskeyButton>
    </>
  );
}
