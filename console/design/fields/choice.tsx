// One of a list, with a word for none of them where that may be chosen.

import { Field } from '../parts.tsx';

interface ChoiceProps {
  readonly label: string;
  /** The word for none of them. */
  readonly any?: string;
  readonly isOptional?: boolean;
  readonly isRequired?: boolean;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** Empty or null where none of them is chosen. */
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly onValue: (value: string) => void;
}

export function Choice({ label, any, isOptional = false, isRequired = false, hint, fault, ...props }: ChoiceProps) {
  const { value, options, onValue } = props;
  return (
    <Field label={label} isOptional={isOptional} hint={hint} fault={fault}>
      {(ties) => (
        <select
          {...ties}
          value={value ?? ''}
          required={isRequired}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          {any !== undefined && <option value="">{any}</option>}
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
