// The list of events in the OpenAPI document, and the calls that the service makes to endpoints.

import type { Scope } from '../../domain/access/scopes.ts';
import { describeAnswer, toJsonBody, toParameter } from '../openapi/parts.ts';
import { operationsOf } from '../operation.ts';
import { type EventsResponse, eventKinds } from './contract.ts';
import { eventExamples } from './examples.ts';

export const eventsLimitMax = 1_000;
export const eventsLimitDefault = 100;

/** A key may read events with any of these scopes. Its owner may have caused the events or may know what the key spends. */
const scopes: readonly Scope[] = ['verify:batch', 'watch:company', 'watch:person', 'read:usage', 'read:verification'];

const timestamp = '2026-12-13T03:10:00.000Z';
const toEventBody = (type: keyof typeof eventExamples) => ({ type, timestamp, data: eventExamples[type] });

const page: EventsResponse = {
  events: [{ id: 'msg_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9', cursor: '1', ...toEventBody('batch.finished') }],
  next_cursor: null,
};

export const eventOperations = operationsOf(
  { tag: 'Events', scope: scopes },
  {
    listEvents: {
      route: 'GET /v1/events',
      describe: () => ({
        summary: 'Read again what the key was told',
        description:
          'Every event of the key, whether or not a webhook tells of it, in the order in which they happened. ' +
          'Keep the `cursor` of the last one and ask later for newer ones. Or give a time in `since` to go back to it. ' +
          'Events are kept for 30 days unless the operator says otherwise. A key with the scope `verify:batch`, `watch:company`, `watch:person`, `read:usage` or `read:verification` reads its own.',
        parameters: [
          toParameter('query', 'since', 'Only events of this time or later, such as `2026-11-15T12:00:00Z`.', {
            type: 'string',
            format: 'date-time',
          }),
          toParameter(
            'query',
            'after',
            'The `next_cursor` of the page before, or the `cursor` of the last event that was read.',
          ),
          toParameter('query', 'limit', 'Events on a page.', {
            type: 'integer',
            minimum: 1,
            maximum: eventsLimitMax,
            default: eventsLimitDefault,
          }),
        ],
        responses: { 200: describeAnswer('A page.', 'EventList', { page }) },
      }),
    },
  },
);

const toHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Every call has these headers, as Standard Webhooks defines them. */
const callHeaders = [
  toHeader('webhook-id', 'The same for every call about one event: keep it, and handle an event once.'),
  toHeader('webhook-timestamp', 'When this call was made, in seconds since 1970.'),
  toHeader(
    'webhook-signature',
    'Signatures of `id.timestamp.body` (`v1,` and HMAC-SHA256 in base64), one for each secret of the endpoint, separated by a space.',
  ),
];

export const eventWebhooks = Object.fromEntries(
  Object.entries(eventKinds).map(([type, { schema, summary, description }]) => [
    type,
    {
      post: {
        tags: ['Events'],
        operationId: `on${schema}`,
        summary,
        description: `${description} [How to prove and handle it](/docs/webhooks).`,
        security: [],
        parameters: callHeaders,
        requestBody: toJsonBody(schema, toEventBody(type as keyof typeof eventExamples)),
        responses: {
          '2XX': { description: 'It was taken. Any other status, or none in time, and it is sent again later.' },
          410: { description: 'The endpoint is gone for good: the event is not sent again.' },
        },
      },
    },
  ]),
);
