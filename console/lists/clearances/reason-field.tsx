// Why somebody judges a hit, for whoever looks at it later.

import { Field } from '../../design/parts.tsx';
import { clearanceWords } from './words.ts';

const length = { min: 3, max: 1_000 };

export function isReasonLong(reason: string): boolean {
  return reason.trim().length >= length.min;
}

interface ReasonFieldProps {
  readonly value: string;
  readonly placeholder: string;
  readonly onValue: (reason: string) => void;
}

export function ReasonField({ value, placeholder, onValue }: ReasonFieldProps) {
  const words = clearanceWords();
  return (
    <Field label={words.reason} hint={words.reasonHint}>
      {(ties) => (
        <textarea
          {...ties}
          autofocus
          rows={3}
          maxLength={length.max}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}
