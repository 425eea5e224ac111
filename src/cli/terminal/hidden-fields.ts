// Asks at the terminal who is meant. A number is never an argument: other users and the shell's history see arguments.

import { isRealDay } from '../../domain/dates/calendar.ts';
import { parseCnpj } from '../../domain/numbers/cnpj.ts';
import { parseCpf } from '../../domain/numbers/cpf.ts';
import { OperatorError } from '../../errors.ts';
import { type HiddenPrompt, openHiddenPrompt } from './hidden-prompt.ts';

/** Each as it is to be sent; null where nothing was typed. From a pipe it reads one line for each. */
export async function askHiddenFields(fields: readonly string[]): Promise<Record<string, string | null>> {
  using prompt = openHiddenPrompt();
  const values: Record<string, string | null> = {};
  for (const field of fields) values[field] = await askField(prompt, field);
  return values;
}

async function askField(prompt: HiddenPrompt, field: string): Promise<string | null> {
  const typed = await prompt.ask(questions[field] ?? field);
  if (field === 'cpf' || field === 'cnpj') {
    const parsed = field === 'cpf' ? parseCpf(typed) : parseCnpj(typed);
    if (parsed.kind === 'valid') return parsed.value;
    throw new OperatorError(`That is no ${field.toUpperCase()}: ${parsed.fault.replaceAll('_', ' ')}.`);
  }
  if (field === 'birth_date' && typed !== '' && !isRealDay(typed)) {
    throw new OperatorError('That is not a date: write it as YYYY-MM-DD, or leave it empty.');
  }
  return typed === '' ? null : typed;
}

const questions: Readonly<Record<string, string>> = {
  cpf: 'CPF (not shown)',
  cnpj: 'CNPJ (not shown)',
  birth_date: 'Birth date, YYYY-MM-DD (not shown)',
  name: 'Name (not shown)',
};

export function refuseNumberAsArgument(surplus: number): void {
  if (surplus === 0) return;
  throw new OperatorError(
    'A number is never an argument: it stays in the history of your shell. You will be asked for it.',
  );
}
