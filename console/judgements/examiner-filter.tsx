// By what an examiner looks for judgements.

import { useEffect, useState } from 'preact/hooks';
import { callerNames, callers, fetchCallers } from '../audit/search.ts';
import { Choice } from '../design/fields/choice.tsx';
import { DayField } from '../design/fields/day-field.tsx';
import { fromDay, readDay } from '../design/fields/number.ts';
import { TextField } from '../design/fields/text-field.tsx';
import { isSearching, type JudgementFilter, search } from './judgements-state.ts';
import { judgementsWords } from './words.ts';

export function ExaminerFilter({ filter: before }: { readonly filter: JudgementFilter }) {
  const words = judgementsWords();
  const [filter, setFilter] = useState(before);
  const [days, setDays] = useState({ from: fromDay(before.from ?? ''), to: fromDay(before.to ?? '') });
  useEffect(() => void fetchCallers().catch(() => {}), []);
  const [from, to] = [readDay(days.from), readDay(days.to)];
  const isFit = from !== undefined && to !== undefined;
  const whole = { ...filter, from: from ?? null, to: to ?? null };
  /** Each choice starts a search at once. */
  const choose = (changes: Partial<JudgementFilter>) => {
    setFilter({ ...filter, ...changes });
    if (isFit) void search({ ...whole, ...changes });
  };
  return (
    <form
      class="card judged-filter no-print"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFit) void search(whole);
      }}
    >
      <Choice
        label={words.kind}
        any={words.any}
        value={filter.kind}
        options={Object.entries(words.kinds)}
        onValue={(kind) => choose({ kind: (kind || null) as JudgementFilter['kind'] })}
      />
      <Choice
        label={words.state}
        any={words.any}
        value={filter.state}
        options={Object.entries(words.states)}
        onValue={(state) => choose({ state: (state || null) as JudgementFilter['state'] })}
      />
      <Choice
        label={words.by}
        any={words.anyone}
        value={filter.by}
        options={callers.value.map(({ id, name, kind }) => [
          kind === 'operator' ? `operator:${name}` : id,
          callerNames.value.get(id) ?? name,
        ])}
        onValue={(by) => choose({ by: by || null })}
      />
      <TextField
        label={words.list}
        class="mono"
        maxLength={64}
        placeholder="pep"
        value={filter.list ?? ''}
        onValue={(list) => setFilter({ ...filter, list: list.trim() || null })}
      />
      <DayField label={words.from} value={days.from} onValue={(typed) => setDays({ ...days, from: typed })} />
      <DayField label={words.to} value={days.to} onValue={(typed) => setDays({ ...days, to: typed })} />
      <div class="row">
        <button type="submit" class="button first" disabled={isSearching.value || !isFit}>
          {words.search}
        </button>
      </div>
    </form>
  );
}
