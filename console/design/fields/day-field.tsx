// A day as the language of the page writes it, whatever the browser's own: typed and shown as `31/12/2026`. What is typed is the caller's,
// who reads it by `readDay`: half a day must not pass for none.

import { defineWords } from '../../words/language.ts';
import { Field } from '../parts.tsx';
import { MaskedInput } from './masked-input.tsx';
import { readDay, toMaskedDay } from './number.ts';

const dayWords = defineWords(
  { placeholder: 'dd/mm/aaaa', wrong: 'Data inválida: use dia, mês e ano.' },
  { placeholder: 'dd/mm/yyyy', wrong: 'Not a valid date: use day, month and year.' },
);

interface DayFieldProps {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly hint?: string | undefined;
  /** `fault` describes what is wrong with a valid day. */
  readonly fault?: string | undefined;
  /** `value` holds the day as typed. */
  readonly value: string;
  readonly onValue: (typed: string) => void;
}

export function DayField({ label, isOptional = false, hint, fault, value, onValue }: DayFieldProps) {
  const words = dayWords();
  const wrong =
    readDay(value) !== undefined ? fault : value.length === words.placeholder.length ? words.wrong : undefined;
  return (
    <Field label={label} isOptional={isOptional} hint={hint} fault={wrong}>
      {(ties) => (
        <MaskedInput
          {...ties}
          inputmode="numeric"
          placeholder={words.placeholder}
          value={value}
          mask={toMaskedDay}
          onValue={onValue}
        />
      )}
    </Field>
  );
}
