// Which rows of a result are shown: by risk, by reason, by a text that stands in the row.

import { useState } from 'preact/hooks';
import type { ConsoleBody } from '../../src/http/console/contract.ts';
import { answerWords } from '../verify/answer-words.ts';
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
      class="card batch-filter no-print"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter({ ...filter, text: text.trim() === '' ? null : text.trim() });
      }}
    >
      <label>
        <span>{words.riskFilter}</span>
        <select
          value={filter.risk ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, risk: value === '' ? null : (value as NonNullable<Filter['risk']>) })
          }
        >
          <option value="">{words.allRisks}</option>
          {Object.entries(words.riskNames).map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <label class="wide">
        <span>{words.reasonFilter}</span>
        <select
          value={filter.reason ?? ''}
          onChange={({ currentTarget: { value } }) => onFilter({ ...filter, reason: value === '' ? null : value })}
        >
          <option value="">{words.allReasons}</option>
          {Object.entries(choices).map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <label class="wide">
        <span>{words.textFilter}</span>
        <input
          type="search"
          autocomplete="off"
          maxLength={100}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
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
          {words.clear}
        </button>
      )}
    </form>
  );
}
