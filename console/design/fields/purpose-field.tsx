// What a verification is for, chosen from what the service knows; the same field wherever it is asked.

import { purposeWords } from '../../../src/domain/access/purpose-words.ts';
import { consoleState } from '../../api/client.ts';
import { defineWords, language } from '../../words/language.ts';
import { Choice } from './choice.tsx';

const fieldWords = defineWords(
  {
    purpose: 'Finalidade',
    none: 'não informada',
    choose: 'escolha a finalidade',
    missed: 'Falta a finalidade: escolha uma para continuar.',
  },
  {
    purpose: 'Purpose',
    none: 'not given',
    choose: 'choose the purpose',
    missed: 'The purpose is missing: choose one to go on.',
  },
);

export function toPurposeName(purpose: string): string {
  return purposeWords[purpose]?.[language.value] ?? purpose;
}

interface PurposeFieldProps {
  readonly value: string;
  readonly onValue: (purpose: string) => void;
  /** These texts replace the usual ones. */
  readonly label?: string;
  readonly none?: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** Tells whether the operator tried to continue without a required purpose. */
  readonly isMissed?: boolean;
}

export function PurposeField({ value, onValue, label, none, hint, ...others }: PurposeFieldProps) {
  const { isRequired = false, isMissed = false } = others;
  const words = fieldWords();
  return (
    <Choice
      label={label ?? words.purpose}
      isOptional={label === undefined && !isRequired}
      isRequired={isRequired}
      hint={hint}
      fault={isMissed && value === '' ? words.missed : undefined}
      any={none ?? (isRequired ? words.choose : words.none)}
      value={value}
      options={(consoleState.value?.purposes ?? []).map((each) => [each, toPurposeName(each)])}
      onValue={onValue}
    />
  );
}
