// The text for a customer who was refused, as an answer and its record offer it.

import { toCustomerMessage } from '../../../src/domain/customer/customer-message.ts';
import { language } from '../../words/language.ts';
import { concludeDecided, type Decided, listDecidedReasons } from '../facts/conclusion.ts';

/** Returns undefined where nobody refuses the customer: the answer does not ask for a review. */
export function findCustomerText(decided: Decided, requestId: string): string | undefined {
  const { act, isNumberOnly } = concludeDecided(decided);
  if (act !== 'review' && act !== 'manual') return undefined;
  const reasons = listDecidedReasons(decided);
  return toCustomerMessage({ kind: decided.kind, reasons, isNumberOnly, requestId }, language.value);
}
