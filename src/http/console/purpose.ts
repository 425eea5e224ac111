// What a verification from the console says that it is for: one that the service knows, and one at all where the settings ask for it.

import { AppError } from '../../errors.ts';
import type { ConsoleOptions } from './route.ts';

/** Refuses what may not be asked for this purpose. */
export function refusePurpose(
  { purpose, with: way }: { readonly purpose: string | null; readonly with: 'sandbox' | 'live' },
  { purposes, isPurposeRequired }: Pick<ConsoleOptions, 'purposes' | 'isPurposeRequired'>,
): void {
  if (purpose === null ? way === 'sandbox' || !isPurposeRequired : purposes.includes(purpose)) return;
  throw new AppError('invalid_purpose', {
    detail: {
      en: 'Choose what the verification is for, from the list: it is recorded with it.',
      pt: 'Escolha na lista a finalidade da consulta: ela fica registrada.',
    },
  });
}
