// What the audit is searched by. The CPF is in this form and in the body of the request, and nowhere else.

import { useState } from 'preact/hooks';
import { parseCpf } from '../../src/domain/numbers/cpf.ts';
import { DayField } from '../design/day-field.tsx';
import { Field } from '../design/parts.tsx';
import { MaskedInput } from '../verify/masked-input.tsx';
import { toMasked, toPlain } from '../verify/number.ts';
import { type AuditFilter, callers, isSearching, noFilter, search } from './search.ts';
import { auditWords } from './words.ts';

const cpfCharacters = 11;

export function FilterForm({ filter: before = noFilter }: { readonly filter: AuditFilter | undefined }) {
  const words = auditWords();
  const [filter, setFilter] = useState(before);
  const [cpf, setCpf] = useState(toMasked(before.cpf ?? ''));
  const isBusy = isSearching.value;
  const plain = toPlain(cpf).slice(0, cpfCharacters);
  const isWhole = plain.length === cpfCharacters;
  const isWrong = isWhole && parseCpf(plain).kind !== 'valid';
  const whole = { ...filter, cpf: plain === '' ? null : plain };
  const set = (changes: Partial<AuditFilter>) => setFilter({ ...filter, ...changes });
  /** What is chosen from a list is looked for at once. */
  const choose = (changes: Partial<AuditFilter>) => {
    set(changes);
    if (plain === '' || (isWhole && !isWrong)) void search({ ...whole, ...changes });
  };
  const clear = () => {
    setFilter(noFilter);
    setCpf('');
    void search(noFilter);
  };

  return (
    <form
      class="card audit-form"
      onSubmit={(event) => {
        event.preventDefault();
        void search(whole);
      }}
    >
      <Field label={words.cpf} hint={isWrong ? words.wrongCpf : ''} verdict={isWrong ? 'wrong' : undefined}>
        {(ties) => (
          <MaskedInput
            {...ties}
            inputmode="numeric"
            placeholder="000.000.000-00"
            value={cpf}
            mask={(text) => toMasked(toPlain(text).replace(/\D/g, '').slice(0, cpfCharacters))}
            onValue={setCpf}
          />
        )}
      </Field>
      <Choice
        label={words.kind}
        any={words.anyKind}
        value={filter.kind}
        options={Object.entries(words.kinds)}
        onValue={(kind) => choose({ kind: kind as AuditFilter['kind'] })}
      />
      <Choice
        label={words.status}
        any={words.anyStatus}
        value={filter.status}
        options={Object.entries(words.statuses)}
        onValue={(status) => choose({ status })}
      />
      <Choice
        label={words.who}
        any={words.anyone}
        value={filter.key_id}
        options={callers.value.map(({ id, name, kind }) => [id, `${name} (${words.callers[kind]})`])}
        onValue={(key_id) => choose({ key_id })}
      />
      <DayField label={words.from} value={filter.from ?? ''} onValue={(day) => set({ from: day || null })} />
      <DayField label={words.to} value={filter.to ?? ''} onValue={(day) => set({ to: day || null })} />
      <Field label={words.requestId}>
        {(ties) => (
          <input
            {...ties}
            class="mono"
            maxLength={64}
            value={filter.request_id ?? ''}
            onInput={({ currentTarget }) => set({ request_id: currentTarget.value.trim() || null })}
          />
        )}
      </Field>
      <div class="row acts">
        <button type="submit" class="button first" disabled={isBusy || isWrong || (plain !== '' && !isWhole)}>
          {isBusy ? words.searching : words.search}
        </button>
        <button type="button" class="button plain" onClick={clear}>
          {words.clear}
        </button>
        <label class="tick">
          <input
            type="checkbox"
            checked={filter.acts === 'shown'}
            disabled={filter.kind !== null}
            onChange={({ currentTarget }) => choose({ acts: currentTarget.checked ? 'shown' : null })}
          />
          {words.showActs}
        </label>
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly onValue: (value: string | null) => void;
}

function Choice({ label, any, value, options, onValue }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <select {...ties} value={value ?? ''} onChange={({ currentTarget }) => onValue(currentTarget.value || null)}>
          <option value="">{any}</option>
          {options.map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
