// Reads the events of a running service with a key of it, and posts them to a receiver on this machine or in its network.

import { setTimeout } from 'node:timers/promises';
import { ConfereError } from '../../../packages/client/src/index.ts';
import type { ToldEvent } from '../../app/events/read-events.ts';
import { type EventsPlace, type ForwardedEvent, forwardEvents } from '../../app/webhooks/forward-events.ts';
import { deriveWebhookSecret } from '../../app/webhooks/webhook-message.ts';
import { systemClock } from '../../clock.ts';
import { OperatorError } from '../../errors.ts';
import { createMayReach, createSendWebhook } from '../../webhooks/send-webhook.ts';
import { connectClient } from '../parts/connected-client.ts';

export interface ListenOptions {
  readonly url: string;
  readonly key: string;
  readonly forwardTo: string;
  readonly onReady: (secret: string) => void;
  readonly onForwarded: (forwarded: ForwardedEvent) => void;
  readonly onNobody: (event: ToldEvent) => void;
  /** The service cannot tell now; it is asked again. */
  readonly onTrouble: (sentence: string) => void;
}

/** A developer may have stopped the receiver at a breakpoint. */
const deadlineMs = 60_000;

export async function listenForEvents(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const { url, key, forwardTo, onTrouble, ...hooks } = options;
  await refusePublic(forwardTo);
  const client = connectClient({ url, key, retriesMax: 0 });
  const secret = deriveWebhookSecret(key);
  let isReady = false;
  const readEvents = async (place: EventsPlace): Promise<readonly ToldEvent[]> => {
    try {
      return await Array.fromAsync(client.events.list({ ...place, signal }));
    } catch (error) {
      if (signal.aborted) return [];
      if (!(error instanceof ConfereError)) throw error;
      if (!isReady || !error.retryable) throw new OperatorError(`No events from ${url}. ${error.message}`, 1);
      onTrouble(error.message);
      return [];
    }
  };
  await forwardEvents(
    {
      ...hooks,
      readEvents,
      secret,
      url: forwardTo,
      clock: systemClock,
      // All other addresses than public ones have to be allowed by name, and public ones were refused.
      send: createSendWebhook({ allowedNetworks: ['0.0.0.0/0', '::/0'], allowHttp: true, deadlineMs }),
      sleep: (ms, stop) => setTimeout(ms, undefined, { signal: stop }).catch(() => {}),
      onReady: () => {
        isReady = true;
        hooks.onReady(secret);
      },
    },
    signal,
  );
}

/** Events that leave this network go by https to an endpoint, which the service itself calls. */
async function refusePublic(forwardTo: string): Promise<void> {
  const isWhole = URL.canParse(forwardTo) && /^https?:$/.test(new URL(forwardTo).protocol);
  if (!isWhole) throw new OperatorError('--forward-to must be a whole address, such as http://localhost:3000');
  if (!(await createMayReach({ allowedNetworks: [], deadlineMs })(forwardTo))) return;
  throw new OperatorError(
    `--forward-to must lead to this machine or its private network, and ${new URL(forwardTo).host} does not. ` +
      'For a public address make an endpoint: confere webhooks add URL --key ID',
  );
}
