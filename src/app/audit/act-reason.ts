// Why an operator did something, in their own words, as the audit keeps it with the act.

import { maskCpfInName } from '../../domain/numbers/cpf.ts';

const [charactersMin, charactersMax] = [5, 300];

/** Returns the fault that prevents the reason from being stored, or undefined if there is none. */
export function findReasonFault(reason: string): string | undefined {
  if (reason.length < charactersMin || reason.length > charactersMax || /\p{Cc}/u.test(reason))
    return `Say why in ${charactersMin} to ${charactersMax} characters on one line.`;
  return maskCpfInName(reason) === reason ? undefined : 'It has a CPF, and the audit keeps it: say why without one.';
}
