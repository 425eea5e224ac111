// The form of the search: a number, a name, or both. A name alone says whether it is a person's or a company's.

import { LivePurpose, useMissedPurpose } from '../../ask/live-purpose.tsx';
import { pasteInto } from '../../ask/pasted.ts';
import { findTypedFaults } from '../../ask/typed-faults.ts';
import { FictitiousBanner } from '../../design/fictitious.tsx';
import { DayField } from '../../design/fields/day-field.tsx';
import { MaskedInput } from '../../design/fields/masked-input.tsx';
import { judgeNumber, type NumberState, toMasked, withoutMask } from '../../design/fields/number.ts';
import { TextField } from '../../design/fields/text-field.tsx';
import { Field, Segments } from '../../design/parts.tsx';
import { partWords } from '../../design/words.ts';
import { FurtherFields } from './further-fields.tsx';
import { chooseWay, isAnalyst, isBusy, type Kind, type Typed, toSearchKind, typed, way } from './search-state.ts';
import { searchWords } from './words.ts';

interface SearchFormProps {
  readonly onSearch: () => void;
  readonly onClear: () => void;
}

export function SearchForm({ onSearch, onClear }: SearchFormProps) {
  const words = searchWords();
  const now = typed.value;
  const how = way.value;
  const kind = toSearchKind(now);
  const state = judgeNumber(withoutMask(now.number));
  const faults = findTypedFaults(now, kind === 'company');
  const { isMissed, stopWithout } = useMissedPurpose();
  const set = (changes: Partial<Typed>) => {
    typed.value = { ...typed.value, ...changes };
  };
  /** The number of a person says nothing about a company. */
  const chooseKind = (chosen: Kind) => set({ kind: chosen, ...(chosen === kind ? {} : { number: '' }) });
  return (
    <form
      class={`card stack no-print ${how === 'sandbox' ? 'fictitious' : ''}`}
      autocomplete="off"
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSearch(now, kind, state) || (how === 'live' && stopWithout(event.currentTarget))) return;
        onSearch();
      }}
    >
      {how === 'sandbox' && <FictitiousBanner />}
      <Segments
        label={words.kind}
        names={['person', 'company']}
        words={words.kinds}
        chosen={kind}
        onChoose={chooseKind}
      />
      <div class="search-fields">
        <Field
          label={words.number}
          isOptional
          hint={toHint(state)}
          verdict={state.kind === 'wrong' ? 'wrong' : undefined}
        >
          {(ties) => (
            <MaskedInput
              {...ties}
              value={now.number}
              mask={(text) => toMasked(withoutMask(text))}
              onValue={(number) => set({ number })}
              onPaste={pasteInto(set)}
              placeholder="000.000.000-00"
              autocapitalize="characters"
            />
          )}
        </Field>
        <TextField
          label={words.names[kind]}
          isOptional
          fault={faults.name ? words.wrongName : undefined}
          value={now.name}
          onValue={(name) => set({ name })}
          autocomplete="off"
          maxLength={220}
        />
        {kind === 'person' ? (
          <DayField
            label={words.birthDate}
            isOptional
            fault={faults.birthDate ? words.wrongDate : undefined}
            value={now.birthDate}
            onValue={(birthDate) => set({ birthDate })}
          />
        ) : (
          <label class="row">
            <input
              type="checkbox"
              checked={now.withPartners}
              onChange={({ currentTarget }) => set({ withPartners: currentTarget.checked })}
            />
            {words.withPartners}
          </label>
        )}
        {how === 'live' && <LivePurpose isMissed={isMissed} />}
      </div>
      <FurtherFields kind={kind} now={now} onChange={set} />
      <div class="row">
        <button class="button first" type="submit" disabled={!canSearch(now, kind, state) || isBusy.value}>
          {isBusy.value ? words.working : words.submit}
        </button>
        <button class="button plain" type="button" onClick={onClear}>
          {partWords().clear}
        </button>
      </div>
      {isAnalyst.value || how === 'live' ? (
        <Segments
          label={words.with}
          names={['live', 'sandbox']}
          words={words.ways}
          chosen={how}
          onChoose={chooseWay}
          about={words.waysAbout[how]}
        />
      ) : (
        <p class="small quiet">{words.onlySandbox}</p>
      )}
    </form>
  );
}

/** A number, a name or a document at least; half a number or half a day would be left out without a word. */
function canSearch(now: Typed, kind: Kind, state: NumberState): boolean {
  const faults = findTypedFaults(now, kind === 'company');
  const hasNumber = state.kind === 'right';
  const hasOther = now.name.trim().length > 1 || (kind === 'person' && now.documentNumber.trim() !== '');
  const hasEnough = hasNumber || (state.kind === 'empty' && hasOther);
  return hasEnough && !faults.name && !faults.birthDate && faults.isDayWhole;
}

function toHint(state: NumberState): string {
  const words = searchWords();
  if (state.kind === 'empty') return words.pasteHint;
  const kind = state.of === 'cpf' ? 'CPF' : 'CNPJ';
  if (state.kind === 'typing') return words.missing(kind, state.missing);
  return state.kind === 'wrong' ? words.wrong(kind) : '';
}
