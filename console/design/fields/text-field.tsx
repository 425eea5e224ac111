// A line of text with its label, and what is said of it.

import type { InputHTMLAttributes } from 'preact';
import { Field, type FieldProps } from '../parts.tsx';

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'label' | 'role' | 'type' | 'value'>;

interface TextFieldProps extends Omit<FieldProps, 'children'>, Attributes {
  readonly type?: 'password' | 'search';
  readonly value: string;
  readonly onValue: (typed: string) => void;
}

export function TextField({ label, isOptional, hint, fault, value, onValue, ...attributes }: TextFieldProps) {
  return (
    <Field {...{ label, isOptional, hint, fault }}>
      {(ties) => (
        <input
          {...ties}
          {...(attributes as InputHTMLAttributes<HTMLInputElement>)}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}
