// Looks somebody up in the lists for an operator: recorded, counted and answered as the API does it.

import { toScreenResponse } from '../../screening/response.ts';
import { getSignedIn } from '../access/gate.ts';
import { createToCaller } from '../caller.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';
import { createToViews } from './clearance-view.ts';
import { createReadQuestion } from './screen-question.ts';

export function addScreenRoutes(add: AddConsoleRoute, { screen, clock, ...options }: ConsoleOptions): void {
  const toCaller = createToCaller(options);
  const readQuestion = createReadQuestion(clock);
  const toViews = createToViews(options.keys, clock);

  add('POST screen', async (call) => {
    const question = readQuestion(call.body);
    const caller = await toCaller(call);
    const screening = await screen(question, caller);
    call.request.outcome = screening.status;
    const { facts, processedAtMs } = screening;
    const asked = { requestId: call.request.id, isExplained: true, processedAtMs };
    // Where nothing was found nobody has judged anything.
    const hasHits = screening.hits.length + screening.cleared.length > 0;
    const judged = hasHits ? await options.clearances.findOf(question.screened, caller.mode) : [];
    return {
      pt: toScreenResponse(facts, { ...asked, language: 'pt' }),
      en: toScreenResponse(facts, { ...asked, language: 'en' }),
      clearances: await toViews(judged, getSignedIn(call.signedIn).operator),
    };
  });
}
