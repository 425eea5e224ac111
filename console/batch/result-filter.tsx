// Which rows of a result are shown: by risk, by reason, by a text that stands in the row.

import { useState } from 'preact/hooks';
import type { ConsoleBody } from '../../src/http/console/contract.ts';
import { answerWords } from '../answer/words/answer-words.ts';
import { Choice } from '../design/fields/choice.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { partWords } from '../design/words.ts';
import { riskNames } from './one-batch.tsx';
import { batchWords } from './words.ts';

export type Filter = Pick<ConsoleBody<'POST batch-rows'>, 'risk' | 'reason' | 'text'>;

export const noFilter: Filter = { risk: null, reason: null, text: null };

interface FilterFormProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

export function FilterForm({ filter, onFilter }: FilterFormProps) {
  const words = batchWords();
  const answers = answerWords();
  const [text, setText] = useState(filter.text ?? '');
  const choices: Readonly<Record<string, string>> = {
    ...answers.person,
    ...answers.company,
    ...words.faults,
    ...words.failures,
  };
  return (
    <form
      class="card filter-form no-print"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter({ ...filter, text: text.trim() === '' ? null : text.trim() });
      }}
    >
      <Choice
        label={words.riskFilter}
        any={words.allRisks}
        value={filter.risk}
        options={[...riskNames.map((risk) => [risk, answers.bands[risk]] as const), ['none', words.noRisk]]}
        onValue={(risk) => onFilter({ ...filter, risk: (risk || null) as Filter['risk'] })}
      />
      <Choice
        label={words.reasonFilter}
        any={words.allReasons}
        value={filter.reason}
        options={Object.entries(choices)}
        onValue={(reason) => onFilter({ ...filter, reason: reason || null })}
      />
      <TextField
        label={words.textFilter}
        type="search"
        autocomplete="off"
        maxLength={100}
        value={text}
        onValue={setText}
      />
      <div class="row acts">
        <button type="submit" class="button">
          {words.filter}
        </button>
        {(filter.risk !== null || filter.reason !== null || filter.text !== null) && (
          <button
            type="button"
            class="button plain"
            onClick={() => {
              setText('');
              onFilter(noFilter);
            }}
          >
            {partWords().clear}
          </button>
        )}
      </div>
    </form>
  );
}
