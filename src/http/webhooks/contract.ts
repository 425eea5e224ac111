// The schemas of endpoints: where the events of a key are sent to.

import { flag, listOf, named, object, type Static, text, textOrNull } from '../schema.ts';

const webhook = {
  id: text('`wh_…`: `?webhook=` of a batch or a watch names it.'),
  url: text('Where events are sent to.', { format: 'uri' }),
  created_at: text('When it was made.', { format: 'date-time' }),
  previous_secret_until: textOrNull('Until when the secret before this one signs as well; null where it does not.', {
    format: 'date-time',
  }),
};

const shown = object(webhook, 'An endpoint, without its secret.');
/** The secret only where it is new. */
export type WebhookResponse = Static<typeof shown> & { secret?: string };

const address = text('Begins with `https://` and leads to a public address, unless the operator allows others.');

export const webhookSchemas = {
  WebhookRequest: object({ url: address }, 'Where to.'),
  WebhookChangeRequest: {
    type: 'object',
    description: 'What is to change; what is not there stays.',
    properties: {
      url: address,
      rotate_secret: flag('Makes a new secret, which this answer shows and no other.'),
      overlap_seconds: {
        type: 'integer',
        minimum: 0,
        maximum: 2_592_000,
        description: 'For how long the secret before it signs as well; a day unless told otherwise.',
      },
    },
    additionalProperties: false,
  },
  Webhook: shown,
  WebhookWithSecret: {
    ...object(webhook, 'An endpoint, with its secret where that is new.'),
    properties: { ...webhook, secret: text('`whsec_…`, shown in this answer alone. Keep it.') },
  },
  WebhookList: object(
    { webhooks: listOf(named('Webhook'), 'The oldest first.') },
    'The endpoints of the key, also those that the operator has made for it.',
  ),
};
