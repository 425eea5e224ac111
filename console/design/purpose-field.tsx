// What a verification is for, chosen from what the service knows; the same field wherever it is asked.

import { consoleState } from '../api/client.ts';
import { defineWords } from '../words/language.ts';
import { Field } from './parts.tsx';

const purposeWords = defineWords(
  {
    purpose: 'Finalidade',
    none: 'não informada',
    choose: 'escolha a finalidade',
    names: {
      onboarding: 'cadastro de cliente',
      credit: 'crédito',
      fraud_prevention: 'prevenção a fraudes',
      legal_obligation: 'obrigação legal',
    } as Readonly<Record<string, string>>,
  },
  {
    purpose: 'Purpose',
    none: 'not given',
    choose: 'choose the purpose',
    names: {
      onboarding: 'onboarding',
      credit: 'credit',
      fraud_prevention: 'fraud prevention',
      legal_obligation: 'legal obligation',
    },
  },
);

/** One that the operator of the service added has no word but its own. */
export function toPurposeName(purpose: string): string {
  return purposeWords().names[purpose] ?? purpose;
}

interface PurposeFieldProps {
  readonly value: string;
  readonly onValue: (purpose: string) => void;
  /** In place of the usual ones. */
  readonly label?: string;
  readonly none?: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
}

export function PurposeField({ value, onValue, label, none, hint, isRequired = false }: PurposeFieldProps) {
  const words = purposeWords();
  return (
    <Field label={label ?? words.purpose} isOptional={label === undefined && !isRequired} hint={hint}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          required={isRequired}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          <option value="">{none ?? (isRequired ? words.choose : words.none)}</option>
          {(consoleState.value?.purposes ?? []).map((each) => (
            <option key={each} value={each}>
              {toPurposeName(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
