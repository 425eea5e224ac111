// What the audit is searched by. The CPF is in this form and in the body of the request, and nowhere else.

import { useState } from 'preact/hooks';
import { parseCpf } from '../../src/domain/numbers/cpf.ts';
import type { ConsoleBody } from '../../src/http/console/contract.ts';
import { Field } from '../design/parts.tsx';
import { MaskedInput } from '../verify/masked-input.tsx';
import { toMasked, toPlain } from '../verify/number.ts';
import { auditWords } from './words.ts';

export type AuditFilter = Omit<ConsoleBody<'POST audit-search'>, 'after'>;

const noFilter: AuditFilter = {
  kind: null,
  key_id: null,
  status: null,
  request_id: null,
  cpf: null,
  from: null,
  to: null,
};

const cpfCharacters = 11;

interface FilterFormProps {
  readonly filter: AuditFilter | undefined;
  readonly isBusy: boolean;
  readonly onSearch: (filter: AuditFilter) => void;
}

export function FilterForm({ filter: before = noFilter, isBusy, onSearch }: FilterFormProps) {
  const words = auditWords();
  const [filter, setFilter] = useState(before);
  const [cpf, setCpf] = useState(toMasked(before.cpf ?? ''));
  const plain = toPlain(cpf).slice(0, cpfCharacters);
  const isWhole = plain.length === cpfCharacters;
  const isWrong = isWhole && parseCpf(plain).kind !== 'valid';
  const set = (changes: Partial<AuditFilter>) => setFilter({ ...filter, ...changes });
  /** An empty field is no filter. */
  const take = (name: 'key_id' | 'request_id' | 'from' | 'to') => (event: { currentTarget: HTMLInputElement }) =>
    set({ [name]: event.currentTarget.value.trim() || null });
  const submit = (event: Event) => {
    event.preventDefault();
    onSearch({ ...filter, cpf: plain === '' ? null : plain });
  };
  const clear = () => {
    setFilter(noFilter);
    setCpf('');
  };

  return (
    <form class="card audit-form" onSubmit={submit}>
      <Field label={words.cpf} hint={isWrong ? words.wrongCpf : words.cpfHint} verdict={isWrong ? 'wrong' : undefined}>
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
      <Field label={words.kind}>
        {(ties) => (
          <select
            {...ties}
            value={filter.kind ?? ''}
            onChange={({ currentTarget }) => set({ kind: (currentTarget.value || null) as AuditFilter['kind'] })}
          >
            <option value="">{words.anyKind}</option>
            {Object.entries(words.kinds).map(([kind, word]) => (
              <option key={kind} value={kind}>
                {word}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.status}>
        {(ties) => (
          <select
            {...ties}
            value={filter.status ?? ''}
            onChange={({ currentTarget }) => set({ status: currentTarget.value || null })}
          >
            <option value="">{words.anyStatus}</option>
            {Object.entries(words.statuses).map(([status, word]) => (
              <option key={status} value={status}>
                {word}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.from}>
        {(ties) => <input {...ties} type="date" value={filter.from ?? ''} onInput={take('from')} />}
      </Field>
      <Field label={words.to}>
        {(ties) => <input {...ties} type="date" value={filter.to ?? ''} onInput={take('to')} />}
      </Field>
      <Field label={words.key}>
        {(ties) => <input {...ties} class="mono" maxLength={64} value={filter.key_id ?? ''} onInput={take('key_id')} />}
      </Field>
      <Field label={words.requestId}>
        {(ties) => (
          <input {...ties} class="mono" maxLength={64} value={filter.request_id ?? ''} onInput={take('request_id')} />
        )}
      </Field>
      <div class="row acts">
        <button type="submit" class="button first" disabled={isBusy || isWrong || (plain !== '' && !isWhole)}>
          {isBusy ? words.searching : words.search}
        </button>
        <button type="button" class="button plain" onClick={clear}>
          {words.clear}
        </button>
      </div>
    </form>
  );
}
