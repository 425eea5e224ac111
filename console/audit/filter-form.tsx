// What the audit is searched by. The CPF is in this form and in the body of the request, and nowhere else.

import { useState } from 'preact/hooks';
import { toBrazilDay, toBrazilDayStartMs } from '../../src/domain/dates/calendar.ts';
import { parseCpf } from '../../src/domain/numbers/cpf.ts';
import { riskLevels } from '../../src/domain/risk/risk-policy.ts';
import { answerWords } from '../answer/words/answer-words.ts';
import { Choice } from '../design/fields/choice.tsx';
import { DayField } from '../design/fields/day-field.tsx';
import { MaskedInput } from '../design/fields/masked-input.tsx';
import { fromDay, readDay, toMasked, withoutMask } from '../design/fields/number.ts';
import { TextField } from '../design/fields/text-field.tsx';
import { Field } from '../design/parts.tsx';
import { partWords } from '../design/words.ts';
import { go } from '../shell/router.ts';
import { type AuditFilter, callerNames, callers, hasMoreCallers, isSearching, noFilter, search } from './search.ts';
import { auditWords } from './words.ts';

const cpfCharacters = 11;
const dayMs = 86_400_000;

function toDayBefore(day: string, days: number): string {
  return toBrazilDay(toBrazilDayStartMs(day) - days * dayMs);
}

interface FilterFormProps {
  readonly filter: AuditFilter | undefined;
  /** The batch whose rows alone are shown, whatever else is chosen. */
  readonly batchId: string | null;
}

export function FilterForm({ filter: before = noFilter, batchId }: FilterFormProps) {
  const words = auditWords();
  const [filter, setFilter] = useState(before);
  const [cpf, setCpf] = useState(toMasked(before.cpf ?? ''));
  const [days, setDays] = useState({ from: fromDay(before.from ?? ''), to: fromDay(before.to ?? '') });
  const isBusy = isSearching.value;
  const plain = withoutMask(cpf).slice(0, cpfCharacters);
  const isWhole = plain.length === cpfCharacters;
  const isWrong = isWhole && parseCpf(plain).kind !== 'valid';
  const [from, to] = [readDay(days.from), readDay(days.to)];
  const isFit = (plain === '' || (isWhole && !isWrong)) && from !== undefined && to !== undefined;
  const whole = { ...filter, batch_id: batchId, cpf: plain === '' ? null : plain, from: from ?? null, to: to ?? null };
  const set = (changes: Partial<AuditFilter>) => setFilter({ ...filter, ...changes });
  /** The form searches at once when the operator chooses a value from a list. */
  const choose = (changes: Partial<AuditFilter>) => {
    set(changes);
    if (isFit) void search({ ...whole, ...changes });
  };
  const clear = () => {
    setFilter(noFilter);
    setCpf('');
    setDays({ from: '', to: '' });
    void search({ ...noFilter, batch_id: batchId });
  };
  const today = toBrazilDay(Date.now());
  const yesterday = toDayBefore(today, 1);
  const stretches = [
    [words.today, today, today],
    [words.yesterday, yesterday, yesterday],
    [words.lastWeek, toDayBefore(today, 6), today],
  ] as const;
  const answers = answerWords();

  return (
    <form
      class="card filter-form"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = whole.request_id;
        if (typed?.startsWith('bat_')) go(`/console/consultas/${typed}`);
        else if (isFit) void search(whole);
      }}
    >
      <Field label={words.cpf} fault={isWrong ? words.wrongCpf : undefined}>
        {(ties) => (
          <MaskedInput
            {...ties}
            inputmode="numeric"
            placeholder="000.000.000-00"
            value={cpf}
            mask={(text) => toMasked(withoutMask(text).replace(/\D/g, '').slice(0, cpfCharacters))}
            onValue={setCpf}
          />
        )}
      </Field>
      <Choice
        label={words.kind}
        any={words.anyKind}
        value={filter.kind}
        options={Object.entries(words.kinds)}
        onValue={(kind) => choose({ kind: (kind || null) as AuditFilter['kind'] })}
      />
      <Choice
        label={words.status}
        any={words.anyStatus}
        value={filter.status}
        options={Object.entries(answers.statuses)}
        onValue={(status) => choose({ status: status || null })}
      />
      <Choice
        label={words.riskLevel}
        any={words.anyRisk}
        value={filter.risk}
        options={riskLevels.map((level) => [level, answers.bands[level]])}
        onValue={(risk) => choose({ risk: (risk || null) as AuditFilter['risk'] })}
      />
      <Choice
        label={words.reason}
        any={words.anyReason}
        hint={filter.reason === null ? undefined : words.reasonHint}
        value={filter.reason}
        options={Object.entries({ ...answers.person, ...answers.company })}
        onValue={(reason) => choose({ reason: reason || null })}
      />
      <Choice
        label={words.who}
        any={words.anyone}
        value={filter.key_id}
        options={callers.value.map(({ id, kind }) => [id, `${callerNames.value.get(id)} (${words.callers[kind]})`])}
        onValue={(key_id) => choose({ key_id: key_id || null })}
      />
      {hasMoreCallers.value && (
        <TextField
          label={words.otherKey}
          class="mono"
          maxLength={64}
          value={filter.key_id ?? ''}
          onValue={(typed) => set({ key_id: typed.trim() || null })}
        />
      )}
      <DayField label={words.from} value={days.from} onValue={(typed) => setDays({ ...days, from: typed })} />
      <DayField label={words.to} value={days.to} onValue={(typed) => setDays({ ...days, to: typed })} />
      <TextField
        label={words.requestOrBatch}
        class="mono"
        maxLength={64}
        value={filter.request_id ?? ''}
        onValue={(typed) => set({ request_id: typed.trim() || null })}
      />
      <Choice
        label={words.order}
        value={filter.order ?? 'newest'}
        options={Object.entries(words.orders)}
        onValue={(order) => choose({ order: order as AuditFilter['order'] })}
      />
      <fieldset class="choices acts">
        <legend>{words.days}</legend>
        <div class="row">
          {stretches.map(([name, first, last]) => (
            <button
              key={name}
              type="button"
              class="button small"
              aria-pressed={from === first && to === last}
              onClick={() => {
                setDays({ from: fromDay(first), to: fromDay(last) });
                void search({ ...whole, from: first, to: last });
              }}
            >
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      <div class="row acts">
        <button type="submit" class="button first" disabled={isBusy || !isFit}>
          {isBusy ? words.searching : words.search}
        </button>
        <button type="button" class="button plain" onClick={clear}>
          {partWords().clear}
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
