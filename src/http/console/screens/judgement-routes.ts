// What was judged of hits, for whoever examines or approves it: how many wait, all of them by filters, and both sides of one.

import { type ShownVerification, showVerification } from '../../../app/audit/read/show-record.ts';
import type { ListPlace } from '../../../app/key-owned/list-page.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import type { Clearance } from '../../../app/screening/clearances/manage-clearances.ts';
import { readFilter } from '../../screening/clearances/list-filter.ts';
import { getSignedIn, refuseLowRole } from '../access/gate.ts';
import type { AddConsoleRoute, ConsoleAudit, ConsoleOptions } from '../route.ts';
import { createToViews } from './clearance-view.ts';

const perPage = 50;

export function addJudgementRoutes(add: AddConsoleRoute, { clearances, clock, openAudit, keys }: ConsoleOptions): void {
  const toViews = createToViews(keys, clock);

  add('GET judgements-due', async () => ({ ...(await clearances.countDue()), needs_another: clearances.needsAnother }));

  add('POST judgements', async ({ body: { after, ...asked }, signedIn }) => {
    const given = Object.entries(asked).filter((field): field is [string, string] => field[1] !== null);
    const filter = readFilter(Object.fromEntries(given));
    const { things, next } = await clearances.list('live', perPage, toPlace(after), filter);
    return {
      judgements: await toViews(things, getSignedIn(signedIn).operator),
      next: next === null ? null : `${next.createdAtMs} ${next.id}`,
    };
  });

  add('POST judgement-sides', async ({ body: { id }, signedIn }) => {
    const clearance = await clearances.get(id, 'live');
    // Whoever has to approve it must see whom it is about; who looks later says why, in the record itself.
    if (clearance.state !== 'proposed') refuseLowRole(signedIn, 'admin');
    return { sides: await showSides(clearance, openAudit(toActor(getSignedIn(signedIn).operator))) };
  });
}

/** Shows only the judged hit of the record, and everything about the customer but the whole number. */
async function showSides({ row, requestId }: Clearance, audit: ConsoleAudit): Promise<ShownVerification | null> {
  if (requestId === null) return null;
  for (const item of await audit.read.openScreening(requestId)) {
    const [masked, shown] = [showVerification(item, false), showVerification(item, true)];
    const { hits, seen } = shown?.screening ?? {};
    if (masked === undefined || shown?.screening === undefined || hits === undefined || seen === undefined) continue;
    const list = row.slice(0, row.indexOf(':') + 1);
    const isOfRow = hits.map((hit, at) => hit.row === row || seen[at]?.otherRows.some((id) => list + id === row));
    const screening = {
      ...shown.screening,
      hits: hits.filter((_, at) => isOfRow[at]),
      seen: seen.filter((_, at) => isOfRow[at]),
    };
    return { ...shown, number: masked.number, screening };
  }
  return null;
}

/** `1763583600000 clr_…` */
function toPlace(text: string | null): ListPlace | undefined {
  const match = /^(\d{1,15}) (clr_\w{1,60})$/.exec(text ?? '');
  return match === null ? undefined : { createdAtMs: Number(match[1]), id: match[2] as string };
}
