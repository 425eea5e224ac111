// Whether verifications were begun and never recorded: somebody may have been called, and nobody knows the result.

import type { OpenIntent } from '../../app/audit/open-intents.ts';
import type { Clock } from '../../app/clock.ts';
import { type Finding, ok, type Probe, warning } from '../../app/doctor/finding.ts';

interface IntentsProbeOptions {
  /** Finds open intents of requests that are no longer in work. */
  readonly findOpen: () => Promise<readonly OpenIntent[]>;
  readonly clock: Clock;
  /** The settings let this many verifications proceed without an intent. */
  readonly withoutIntentMax: number;
}

const subject = 'intents';
/** An operator who looks once a week has seen an older one. It stays open for as long as its record is kept. */
const recentMs = 7 * 86_400_000;

export function createIntentsProbe({ findOpen, clock, withoutIntentMax }: IntentsProbeOptions): Probe {
  return {
    subject,
    run: async () => {
      // An audit that cannot be read is a finding of its own.
      const open = await findOpen().catch(() => undefined);
      return open === undefined ? [] : toFinding(open, clock.nowMs(), withoutIntentMax);
    },
  };
}

function toFinding(open: readonly OpenIntent[], nowMs: number, withoutIntentMax: number): Finding {
  const recent = open.filter(({ atMs }) => nowMs - atMs < recentMs);
  const last = recent.at(-1);
  if (last !== undefined) {
    const calls = recent.reduce((sum, { parties }) => sum + parties.length, 0);
    const many = recent.length === 1 ? '1 verification' : `${recent.length} verifications`;
    return warning(
      subject,
      `${many} of the last 7 days began and were never recorded, the last at ${new Date(last.atMs).toISOString()}: up to ${calls} calls that may be billed.`,
      'A kill -9, a power cut or a failing disk leaves them. See which: confere audit verify; what they may cost: confere usage',
    );
  }
  const older = open.length === 0 ? 'All that was begun was recorded.' : `${open.length} older than 7 days are open.`;
  const without =
    withoutIntentMax === 0
      ? ''
      : ` Up to ${withoutIntentMax} verifications at one time have none: audit.without_intent_max.`;
  return ok(subject, `${older}${without}`);
}
