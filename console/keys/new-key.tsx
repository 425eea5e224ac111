// The form for a new key.

import { useEffect, useRef, useState } from 'preact/hooks';
import { scopes as allScopes, defaultScopes, type Scope } from '../../src/domain/access/scopes.ts';
import { call } from '../api/client.ts';
import { Segments } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { partWords } from '../design/words.ts';
import { findFaults, type Key, nothingTyped, toChanges } from './key.ts';
import { LimitFields, NameField } from './limit-fields.tsx';
import type { MadeKey } from './made-key.tsx';
import { keysWords } from './words.ts';

type Mode = Key['mode'];

const modes: readonly Mode[] = ['test', 'live'];
/** The service gives a key these rates by default. */
const ratesOfModes: Readonly<Record<Mode, string>> = { live: '600', test: '6000' };

interface NewKeyProps {
  readonly onMade: (made: MadeKey) => void;
  readonly onCancel: () => void;
}

export function NewKey({ onMade, onCancel }: NewKeyProps) {
  const words = keysWords();
  const [mode, setMode] = useState<Mode>('test');
  const [typed, setTyped] = useState({ ...nothingTyped, rate: ratesOfModes.test });
  const [scopes, setScopes] = useState(defaultScopes);
  const { isBusy, error, attempt } = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const base = { ...nothingTyped, rate: ratesOfModes[mode] };
  const canMake = scopes.length > 0 && !Object.values(findFaults(typed)).includes(true);

  const chooseMode = (wanted: Mode) => {
    if (typed.rate === ratesOfModes[mode]) setTyped({ ...typed, rate: ratesOfModes[wanted] });
    setMode(wanted);
  };
  const toggle = (scope: Scope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope]);
  const make = async (event: Event) => {
    event.preventDefault();
    if (!canMake || isBusy) return;
    await attempt(async () => {
      const { name: _, ...limits } = toChanges(typed, base);
      onMade(await call('POST key-create', { name: typed.name.trim(), mode, scopes, ...limits }));
    });
  };

  return (
    <form class="card stack" ref={form} onSubmit={make} autocomplete="off">
      <h2>{words.makeTitle}</h2>
      <div class="new-key">
        <NameField typed={typed} onTyped={setTyped} />
        <Segments
          label={words.mode}
          names={modes}
          words={words.modes}
          chosen={mode}
          onChoose={chooseMode}
          about={words.modesAbout[mode]}
        />
        <fieldset class="choices">
          <legend>{words.scopes}</legend>
          {allScopes.map((scope) => (
            <label key={scope} class="tick">
              <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
              {words.scopeWords[scope]} <code class="quiet">{scope}</code>
            </label>
          ))}
          {scopes.length === 0 && <p class="small wrong">{words.noScope}</p>}
        </fieldset>
      </div>
      <details class="key-more">
        <summary>{words.moreLimits}</summary>
        <div class="key-limits">
          <LimitFields typed={typed} onTyped={setTyped} />
        </div>
      </details>
      {error !== undefined && <ProblemNotice error={error} />}
      <div class="row">
        <button type="submit" class="button first" disabled={!canMake || isBusy}>
          {words.make}
        </button>
        <button type="button" class="button plain" onClick={onCancel}>
          {partWords().cancel}
        </button>
      </div>
    </form>
  );
}
