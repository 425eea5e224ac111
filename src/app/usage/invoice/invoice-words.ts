// The words in which parties bill, and ours for them.

import { foldText } from '../../../domain/names/name-text.ts';
import { type CallOutcome, callOutcomes } from '../../../domain/prices/call-outcome.ts';

/** `none` is said of a line that is about no call, such as a monthly fee. */
export type InvoiceMeaning = CallOutcome | 'none';
export const invoiceMeanings: readonly InvoiceMeaning[] = [...callOutcomes, 'none'];

/** Only words that mean one thing at every party. */
const usual: Readonly<Record<CallOutcome, string>> = {
  answered: `
    ANSWERED, RESPONDIDO, RESPONDIDA, ENCONTRADO, ENCONTRADA, LOCALIZADO, LOCALIZADA, SUCESSO, COM SUCESSO, OK, FOUND,
    SUCCESS, COM RESULTADO, 200`,
  not_found: `
    NOT FOUND, NAO ENCONTRADO, NAO ENCONTRADA, NAO LOCALIZADO, NAO LOCALIZADA, SEM RESULTADO, INEXISTENTE, 404`,
  minor: 'MINOR, MENOR, MENOR DE IDADE',
  timeout: 'TIMEOUT, TIME OUT, TEMPO ESGOTADO, TEMPO EXCEDIDO',
  error: 'ERROR, ERRO, FALHA, FAILED, FAILURE, COM ERRO, ERRO INTERNO, 500, 503',
};

const usualWords = new Map(
  callOutcomes.flatMap((outcome) => usual[outcome].split(',').map((word) => [word.trim(), outcome] as const)),
);

/** `told` holds the words that the operator explained. */
export function createFindMeaning(
  told: ReadonlyMap<string, InvoiceMeaning>,
): (word: string) => InvoiceMeaning | undefined {
  const folded = new Map([...told].map(([word, meaning]) => [foldText(word), meaning]));
  return (word) => folded.get(foldText(word)) ?? usualWords.get(foldText(word));
}
