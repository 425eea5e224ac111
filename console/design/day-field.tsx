// A day as the language of the page writes it, whatever the browser's own: typed as `31/12/2026`, handed on as `2026-12-31`.

import { useState } from 'preact/hooks';
import { isRealDay } from '../../src/domain/dates/calendar.ts';
import { MaskedInput } from '../verify/masked-input.tsx';
import { fromDay, toDay, toMaskedDay } from '../verify/number.ts';
import { defineWords } from '../words/language.ts';
import { Field } from './parts.tsx';

const dayWords = defineWords(
  { placeholder: 'dd/mm/aaaa', wrong: 'Não é uma data possível.' },
  { placeholder: 'dd/mm/yyyy', wrong: 'Not a possible date.' },
);

interface DayFieldProps {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint?: string | undefined;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Empty while it is not whole. */
  readonly onValue: (day: string) => void;
}

export function DayField({ label, isOptional = false, hint, value, onValue }: DayFieldProps) {
  const words = dayWords();
  const [typed, setTyped] = useState(value === '' ? '' : fromDay(value));
  const day = toDay(typed);
  const isWrong = typed.length === 10 && (day === undefined || !isRealDay(day));
  // What was emptied from outside is empty here.
  const shown = value === '' && day !== undefined && !isWrong ? '' : typed;
  return (
    <Field
      label={label}
      isOptional={isOptional}
      hint={isWrong ? words.wrong : hint}
      verdict={isWrong ? 'wrong' : undefined}
    >
      {(ties) => (
        <MaskedInput
          {...ties}
          inputmode="numeric"
          placeholder={words.placeholder}
          value={shown}
          mask={toMaskedDay}
          onValue={(masked) => {
            setTyped(masked);
            const whole = toDay(masked);
            onValue(whole !== undefined && isRealDay(whole) ? whole : '');
          }}
        />
      )}
    </Field>
  );
}
