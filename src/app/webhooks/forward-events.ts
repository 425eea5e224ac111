// Tells one receiver of the new events of a key as a webhook would: for a developer whose machine has no public address. It makes one call for
// each event. Only while nobody listens at the address, the event waits, and those behind it.

import type { Clock } from '../clock.ts';
import type { ToldEvent } from '../events/read-events.ts';
import type { SendOutcome, SendWebhook } from './ports.ts';
import { toWebhookHeaders } from './webhook-message.ts';

export type EventsPlace = { readonly since: string } | { readonly after: string };

export interface ForwardedEvent {
  readonly event: ToldEvent;
  readonly outcome: SendOutcome;
  readonly durationMs: number;
}

interface ForwardEventsOptions {
  /** Gives all that are there now, or none while the service cannot tell. */
  readonly readEvents: (place: EventsPlace) => Promise<readonly ToldEvent[]>;
  readonly send: SendWebhook;
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
  /** Ends early where the signal stops it. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** `onReady` says that no event is missed from now on. */
  readonly onReady: () => void;
  readonly onForwarded: (forwarded: ForwardedEvent) => void;
  /** Hears once of each event for which nobody listens. */
  readonly onNobody: (event: ToldEvent) => void;
}

/** The clocks of two machines may differ by as much: what is older than the start is passed over by its place, not by its time. */
const clocksApartMsMax = 3_600_000;
const pauseMs = 1_000;

export async function forwardEvents(options: ForwardEventsOptions, signal: AbortSignal): Promise<void> {
  const { readEvents, clock, sleep } = options;
  let place: EventsPlace = { since: new Date(clock.nowMs() - clocksApartMsMax).toISOString() };
  const last = (await readEvents(place)).at(-1);
  if (last !== undefined) place = { after: last.cursor };
  options.onReady();
  while (!signal.aborted) {
    for (const event of await readEvents(place)) {
      await forward(event, options, signal);
      if (signal.aborted) return;
      place = { after: event.cursor };
    }
    await sleep(pauseMs, signal);
  }
}

async function forward(event: ToldEvent, options: ForwardEventsOptions, signal: AbortSignal): Promise<void> {
  const { url, secret, clock, send, sleep } = options;
  const { id, cursor, ...message } = event;
  const body = JSON.stringify(message);
  for (let tries = 1; !signal.aborted; tries++) {
    const startedMs = clock.monotonicMs();
    const headers = toWebhookHeaders({ id, body, secrets: [secret], nowMs: clock.nowMs() });
    const outcome = await send({ url, body, headers }, signal);
    if (signal.aborted) return;
    if (outcome.kind === 'answered' || outcome.reason !== 'connection_failed') {
      options.onForwarded({ event, outcome, durationMs: Math.round(clock.monotonicMs() - startedMs) });
      return;
    }
    if (tries === 1) options.onNobody(event);
    await sleep(pauseMs, signal);
  }
}
