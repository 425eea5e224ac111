// Calls to real parties that an operator makes by hand: each is written down before it is made, and counted like any other.

import type { OperatorAct } from '../../../app/audit/entry.ts';
import type { CallsMade } from '../../../app/verify/ask/calls-made.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { KeyId } from '../../../domain/access/api-key.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { toFaultCode } from '../../../errors.ts';
import { openStores } from '../../parts/stores.ts';
import { recordAct } from './operator-act.ts';
import { findActor } from './operator-audit.ts';

interface TrialCalls<Result> {
  readonly act: OperatorAct & ('source_tried' | 'checks_tried');
  /** The trial may call these parties. */
  readonly parties: readonly string[];
  /** Calls them, and says what they were sent. */
  readonly call: () => Promise<{ readonly result: Result; readonly calls: readonly Omit<CallsMade, 'cost'>[] }>;
}

/** Throws an OperatorError if the trial cannot be recorded, and then calls no party. */
export async function makeTrialCalls<Result>(config: Config, trial: TrialCalls<Result>): Promise<Result> {
  const actor = findActor();
  await recordAct(config, trial.act, trial.parties.join(', '), actor);
  const { result, calls } = await trial.call();
  await countCalls(config, actor, calls).catch((error: unknown) => {
    process.stderr.write(`Asked and recorded, but not counted in usage (${toFaultCode(error)}).\n`);
  });
  return result;
}

/** In the operator's own name, where the id of a key stands otherwise. */
async function countCalls(config: Config, actor: string, calls: readonly Omit<CallsMade, 'cost'>[]): Promise<void> {
  if (calls.length === 0) return;
  await using stores = await openStores(config, systemClock);
  const day = toBrazilDay(systemClock.nowMs());
  const own = calls.map(({ source, outcome, count }) => ({ source, outcome, count }));
  const counted = own.map((call) => ({ ...call, day, keyId: actor as KeyId, purpose: null }));
  await stores.usage.add({ requests: [], verifications: [], calls: counted });
}
