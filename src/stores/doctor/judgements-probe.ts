// Whether somebody has to do something about what was judged of hits: a freeze of which a step is overdue, an acceptance that is over. Reads only.

import type { Clock } from '../../app/clock.ts';
import { fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import type { RowProof, StoredRow } from '../../app/row-proof.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { ClearanceState } from '../../domain/screening/clearance.ts';
import { countDue } from '../../domain/screening/due-judgement.ts';
import type { DoneSteps } from '../../domain/screening/freeze.ts';
import type { JudgementKind } from '../../domain/screening/judgement.ts';
import { readRows } from '../proven-rows/read-rows.ts';
import type { LookAtRows } from './rows-probe.ts';

interface JudgementsProbeOptions {
  readonly lookAtRows: LookAtRows;
  /** Returns undefined if the secret is unreadable, which is a finding of its own. */
  readonly findProof: () => Pick<RowProof, 'holds'> | undefined;
  readonly clock: Pick<Clock, 'nowMs'>;
}

interface Row extends StoredRow {
  readonly mode: string;
  readonly kind: JudgementKind | null;
  readonly state: ClearanceState;
  readonly until_day: string | null;
  readonly steps: string | null;
  readonly created_at_ms: number;
}

const subject = 'judgements';

export function createJudgementsProbe({ lookAtRows, findProof, clock }: JudgementsProbeOptions): Probe {
  return {
    subject,
    run: async () => {
      const found = await lookAtRows(async (ask) => {
        const proof = findProof();
        const judged = [];
        for await (const each of readRows(ask, 'clearances')) {
          const row = each as Row;
          // One of somebody else is told by the line about rows.
          if (row.mode === 'live' && proof?.holds('clearances', row)) judged.push(toJudged(row));
        }
        const nowMs = clock.nowMs();
        const { freeze, review, approval } = countDue(judged, { nowMs, today: toBrazilDay(nowMs) });
        if (freeze > 0)
          return fault(
            subject,
            `${freeze} frozen customers: an authority should have been told by now, or the assets frozen.`,
            'Do it at once, and note it: GET /v1/screen/clearances?kind=frozen names them, POST …/{id}/steps notes a step.',
          );
        if (review > 0)
          return warning(
            subject,
            `${review} accepted customers are due for review: their hits count again.`,
            'Judge them anew: GET /v1/screen/clearances?kind=accepted&state=lapsed names them.',
          );
        const waiting = approval === 0 ? '' : ` ${approval} wait for a second person.`;
        return ok(subject, `No freeze is overdue, and no acceptance is over.${waiting}`);
      });
      // Where there is no database yet, the line about rows says so.
      return found.subject === subject ? found : [];
    },
  };
}

function toJudged({ kind, state, until_day: until, steps, created_at_ms: createdAtMs }: Row) {
  return {
    kind: kind ?? ('cleared' as const),
    state,
    until,
    steps: steps === null ? null : (JSON.parse(steps) as DoneSteps),
    createdAtMs,
  };
}
