// The form of Verificar: the number first, told, masked and judged while it is typed; a whole line that is pasted fills all of it.

import type { RefObject } from 'preact';
import type { Typed } from '../answer/facts/answer.ts';
import { consoleState } from '../api/client.ts';
import { LivePurpose, useMissedPurpose } from '../ask/live-purpose.tsx';
import { pasteInto } from '../ask/pasted.ts';
import { isPromised } from '../ask/sandbox.ts';
import { findTypedFaults } from '../ask/typed-faults.ts';
import { chosenWay, mayAskLive, type Way, way, whenWayIsKnown } from '../ask/way.ts';
import { FictitiousBanner } from '../design/fictitious.tsx';
import { DayField } from '../design/fields/day-field.tsx';
import { MaskedInput } from '../design/fields/masked-input.tsx';
import { judgeNumber, type NumberState, toMasked, withoutMask } from '../design/fields/number.ts';
import { TextField } from '../design/fields/text-field.tsx';
import { Field, Notice, Segments } from '../design/parts.tsx';
import { partWords } from '../design/words.ts';
import { openSignIn } from '../shell/sign-in.tsx';
import { apiKey, isBusy, typed } from './verify-state.ts';
import { verifyWords } from './words.ts';

interface VerifyFormProps {
  readonly number: RefObject<HTMLInputElement | null>;
  readonly onAsk: (typed: Typed, way: Way) => void;
  readonly onClear: () => void;
  readonly onHelp: () => void;
}

export function VerifyForm({ number, onAsk, onClear, onHelp }: VerifyFormProps) {
  const words = verifyWords();
  const now = typed.value;
  const how = way.value;
  const state = judgeNumber(withoutMask(now.number));
  const isCompany = state.kind !== 'empty' && state.of === 'cnpj';
  const faults = findTypedFaults(now, isCompany);
  const hasKey = how !== 'key' || apiKey.value.trim() !== '';
  const { isMissed, stopWithout } = useMissedPurpose();
  const isWhole = state.kind === 'right' && !faults.name && !faults.birthDate && faults.isDayWhole && hasKey;
  const set = (changes: Partial<Typed>) => {
    typed.value = { ...typed.value, ...changes };
  };
  return (
    <form
      class={`card stack ${how === 'sandbox' ? 'fictitious' : ''}`}
      autocomplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole || (how === 'live' && stopWithout(event.currentTarget))) return;
        void whenWayIsKnown().then((known) => onAsk(typed.value, known));
      }}
    >
      {how === 'sandbox' && (
        <FictitiousBanner>
          <span>{words.fictitiousForm}</span>
        </FictitiousBanner>
      )}
      <Field label={words.number} hint={toHint(state)} verdict={toVerdict(state)}>
        {(ties) => (
          <MaskedInput
            {...ties}
            field={number}
            value={now.number}
            mask={(text) => toMasked(withoutMask(text))}
            onValue={(masked) => set({ number: masked })}
            onPaste={pasteInto(set)}
            placeholder={words.numberPlaceholder}
            autocapitalize="characters"
            required
          />
        )}
      </Field>
      {how === 'sandbox' && state.kind === 'right' && !isPromised(state.value) && (
        <Notice tone="warn">{words.notPromised}</Notice>
      )}
      <TextField
        label={isCompany ? words.companyName : words.name}
        isOptional
        fault={faults.name ? words.wrongName : undefined}
        data-field="name"
        value={now.name}
        onValue={(name) => set({ name })}
        autocomplete="off"
        maxLength={220}
      />
      {!isCompany && (
        <DayField
          label={words.birthDate}
          isOptional
          fault={faults.birthDate ? words.wrongDate : undefined}
          value={now.birthDate}
          onValue={(birthDate) => set({ birthDate })}
        />
      )}
      {how === 'live' && <LivePurpose isMissed={isMissed} />}
      <div class="row">
        <button class="button first" type="submit" disabled={!isWhole || isBusy.value}>
          {isBusy.value ? words.working : words.submit}
        </button>
        <button class="button plain" type="button" onClick={onClear}>
          {partWords().clear}
        </button>
        <button class="button plain small keys-button" type="button" onClick={onHelp}>
          {words.keys}
        </button>
      </div>
      {how !== undefined && <Ways way={how} />}
    </form>
  );
}

/** The component shows in whose name the form asks the question. */
function Ways({ way: how }: { readonly way: Way }) {
  const words = verifyWords();
  const state = consoleState.value;
  const ways: readonly Way[] = mayAskLive.value || how === 'live' ? ['live', 'key', 'sandbox'] : ['sandbox', 'key'];
  return (
    <div class="ways">
      <Segments
        label={words.ask}
        names={ways}
        words={words.with}
        chosen={how}
        onChoose={(chosen) => {
          chosenWay.value = chosen;
        }}
        about={words.withAbout[how]}
      />
      {state?.operator === null && state.has_live_sources && (
        <button type="button" class="button small" onClick={openSignIn}>
          {words.signInForLive}
        </button>
      )}
      {how === 'key' && (
        <>
          <TextField
            label={words.key}
            hint={words.keyHint}
            type="password"
            class="mono"
            value={apiKey.value}
            onValue={(key) => {
              apiKey.value = key;
            }}
            autocomplete="off"
            data-1p-ignore
            spellcheck={false}
          />
          <LivePurpose isRequired={false} />
        </>
      )}
    </div>
  );
}

function toHint(state: NumberState): string {
  const words = verifyWords();
  if (state.kind === 'empty') return words.pasteHint;
  const kind = words.kinds[state.of];
  if (state.kind === 'typing') return words.missing(kind, state.missing);
  return state.kind === 'right' ? words.right(kind) : words.wrong(kind);
}

function toVerdict({ kind }: NumberState): 'right' | 'wrong' | undefined {
  return kind === 'right' || kind === 'wrong' ? kind : undefined;
}
