// Hits that operators judge: by the use case of the API, in the operator's name.

import type { FoundSession } from '../../../app/operators/ports.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import type { Clearance, Clearer } from '../../../app/screening/clearances/manage-clearances.ts';
import { mayActAs } from '../../../domain/access/operator.ts';
import { AppError } from '../../../errors.ts';
import { isReason } from '../../screening/clearances/contract.ts';
import { readJudgement, readStep } from '../../screening/clearances/judgement-fields.ts';
import { getSignedIn } from '../access/gate.ts';
import { createToCaller } from '../caller.ts';
import type { ClearanceView } from '../contracts/clearances.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';
import { createToViews } from './clearance-view.ts';
import { createReadQuestion } from './screen-question.ts';

/** More than anybody confirms in a day. */
const openMax = 100;

export function addClearanceRoutes(add: AddConsoleRoute, { clearances, clock, ...options }: ConsoleOptions): void {
  const toCaller = createToCaller(options);
  const readQuestion = createReadQuestion(clock);
  const toViews = createToViews(options.keys, clock);
  const toView = async (clearance: Clearance, signedIn: FoundSession | undefined) =>
    (await toViews([clearance], getSignedIn(signedIn).operator))[0] as ClearanceView;

  add('GET clearances', async ({ signedIn }) => {
    const { things, next } = await clearances.list('live', openMax, undefined, { state: 'proposed' });
    const open = await toViews(things, getSignedIn(signedIn).operator);
    return { open, has_more: next !== null };
  });

  add('POST clear', async (call) => {
    const { row, despite_number } = call.body;
    const reason = call.body.reason.trim();
    if (!isReason(reason))
      throw new AppError('invalid_request', { faults: [{ pointer: '/reason', code: 'invalid_reason' }] });
    const { screened: customer, withPartners } = readQuestion(call.body);
    const { kind, until, frozen_at } = call.body;
    const judgement = readJudgement({ kind: kind ?? 'cleared', until, frozen_at }, clock.nowMs());
    const order = { customer, withPartners, row, reason, isDespiteNumber: despite_number === 'yes', ...judgement };
    const by = toClearer(call.body.with, call.signedIn);
    const { clearance } = await clearances.make(order, await toCaller(call), by);
    return toView(clearance, call.signedIn);
  });

  add('POST clearance-confirm', async ({ body, signedIn }) =>
    toView(await clearances.confirm(body.id, toClearer(body.with, signedIn)), signedIn),
  );

  add('POST clearance-step', async ({ body, signedIn }) => {
    const { step, atMs } = readStep(body, clock.nowMs());
    return toView(await clearances.noteStep(body.id, step, atMs, toClearer(body.with, signedIn)), signedIn);
  });

  add('POST clearance-revoke', async ({ body, signedIn }) => {
    await clearances.revoke(body.id, toClearer(body.with, signedIn));
    return { revoked: true };
  });
}

function toClearer(lists: 'sandbox' | 'live', signedIn: FoundSession | undefined): Clearer {
  const { operator } = getSignedIn(signedIn);
  const isSenior = mayActAs(operator.role, 'admin');
  return { mode: lists === 'live' ? 'live' : 'test', actor: toActor(operator), isSenior };
}
