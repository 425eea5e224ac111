// Checks how an answer is fetched that comes later.

import type { BodyFormat } from '../../answer/body/body-format.ts';
import type { Expression } from '../../answer/expressions/expression.ts';
import { laterIdName } from '../../answer/later-id.ts';
import { type Pauses, passes } from '../../call/later/later-call.ts';
import { type Outcome, reasons } from '../../call/meaning.ts';
import { compileRequest, type RequestBuilder, type Slots } from '../../call/request.ts';
import type { CheckedCallback } from '../../callbacks/callback-parties.ts';
import type { AsyncDescription } from '../../schema/calls/async.ts';
import type { OutcomeDescription } from '../../schema/calls/outcome.ts';
import type { PartyDescription } from '../../schema/party.ts';
import { checkOutcomes, compileExpressionAt } from '../check-answers.ts';
import type { CheckContext } from '../check-context.ts';
import { toOrderFingerprint } from '../fingerprint.ts';
import { checkCallback } from './check-callback.ts';

export interface CheckedLater {
  /** Finds the id in the answer to the first request. */
  readonly id: Expression;
  /** Finds it in the answer to a poll, where the party repeats it. */
  readonly repeatedId: Expression | undefined;
  readonly request: RequestBuilder;
  readonly outcomes: readonly Outcome[];
  readonly pauses: Pauses;
  /** The text changes if the order would be a different one. */
  readonly orderFingerprint: string;
  /** An order is worth a look for this long. */
  readonly giveUpAfterMs: number;
  /** The value is undefined if the party does not call back. */
  readonly callback: CheckedCallback | undefined;
}

interface PollSlots extends Pick<Slots, 'secretNames' | 'signXml'> {
  readonly tokenNames: readonly string[];
  readonly number: string;
  readonly response: BodyFormat;
}

/**
 * Checks the settings for later answers. `number` is the placeholder of the subject, and `response` is the format of answers. Returns undefined if
 * the party answers at once, or if the id cannot be found.
 */
export async function checkAsync(
  description: PartyDescription,
  slots: PollSlots,
  context: CheckContext,
): Promise<CheckedLater | undefined> {
  if (description.async === undefined) return undefined;
  const { id: idText, poll, give_up_after_seconds: giveUpAfterSeconds = 3600 } = description.async;
  if (description.hedge_after_ms !== undefined)
    context.fault(['hedge_after_ms'], 'with async a second question would be a second order, billed by itself');
  const request = checkPollRequest(poll.request, slots, context);
  checkPauses(poll, context);
  if (!poll.outcomes.some(({ means }) => means === 'pending'))
    context.fault(
      ['async', 'poll', 'outcomes'],
      'say which answer tells that there is none yet: an outcome with means: pending',
    );
  const id = await compileExpressionAt(idText, ['async', 'id'], context);
  const repeatedId = await compileExpressionAt(poll.id, ['async', 'poll', 'id'], context);
  const callback = await checkCallback(description.async.callback, slots.response, context);
  const outcomes = await checkOutcomes(poll.outcomes, ['async', 'poll', 'outcomes'], context);
  warnOfEndlessOrders(poll.outcomes, context);
  const giveUpAfterMs = giveUpAfterSeconds * 1000;
  const orderFingerprint = toOrderFingerprint(description, description.async);
  return id && { id, repeatedId, request, outcomes, pauses: toPauses(poll), orderFingerprint, giveUpAfterMs, callback };
}

/** Parties use these words for an order that has ended, in English and Portuguese, without accents. */
const terminalWord =
  /["'](?<!!=\s*["'])[^"']*(?<![a-z])((?:fail(?:ed|ure)?|error|reject(?:ed)?|cancell?ed|expired|aborted|denied|completed|finished|done)|(?:falha|falhou|erro|(?:rejeitad|cancelad|expirad|abortad|negad|recusad|concluid|finalizad)[oa]))(?![a-z])/i;

/** Such an order would be polled until Confere gives up, and the same question would never order again. */
function warnOfEndlessOrders(outcomes: readonly OutcomeDescription[], context: CheckContext): void {
  for (const [index, { body = '', means }] of outcomes.entries()) {
    if (means === 'answer' || means === 'not_found' || !passes.has(reasons[means])) continue;
    const word = terminalWord.exec(body.normalize('NFD').replace(/\p{M}/gu, ''))?.[1];
    if (word === undefined) continue;
    context.warn(
      ['async', 'poll', 'outcomes', String(index), 'means'],
      `${word} sounds as if the order had ended, but after ${means} Confere polls on, and the same question does not order again; ` +
        'write our_fault where nothing more comes',
    );
  }
}

function checkPollRequest(
  poll: AsyncDescription['poll']['request'],
  { number, response, secretNames, tokenNames: givenNames, signXml }: PollSlots,
  context: CheckContext,
): RequestBuilder {
  const path = ['async', 'poll', 'request'];
  let isSound = true;
  const request = compileRequest(
    poll,
    { subjectNames: [laterIdName, number], secretNames, givenNames, accept: response.accept, signXml },
    (under, problem) => {
      isSound = false;
      context.fault([...path, ...under], problem);
    },
  );
  if (isSound && !request.names.includes(laterIdName))
    context.fault(path, `it does not use {${laterIdName}}, so it could fetch anybody's answer`);
  if (poll.needs_birth_date !== undefined)
    context.fault([...path, 'needs_birth_date'], 'this belongs to the first request: put it under request');
  return request;
}

function toPauses({ pause_ms = 500, pause_max_ms }: AsyncDescription['poll']): Pauses {
  return { firstMs: pause_ms, maxMs: pause_max_ms ?? Math.max(10_000, pause_ms) };
}

function checkPauses(poll: AsyncDescription['poll'], context: CheckContext): void {
  const { firstMs, maxMs } = toPauses(poll);
  if (maxMs < firstMs) context.fault(['async', 'poll', 'pause_max_ms'], 'it is shorter than pause_ms');
}
