// The endpoints of webhooks in the OpenAPI document.

import { toIdParameter, toKeyOwnedOperations } from '../key-owned/openapi.ts';
import {
  bodyErrors,
  plainKeyErrors,
  purposeParameter,
  toAnswer,
  toErrorResponses,
  toJsonBody,
} from '../openapi/parts.ts';
import type { WebhookResponse } from './contract.ts';

const webhook: WebhookResponse = {
  id: 'wh_1a2b3c4d5e6f7081',
  url: 'https://example.com/confere',
  created_at: '2026-11-15T12:00:00.000Z',
  previous_secret_until: null,
};
const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const made = { ...webhook, secret };
const rotated = { ...made, previous_secret_until: '2026-11-16T12:00:00.000Z' };

const tags = ['Webhooks'];
const idParameter = toIdParameter('/v1/webhooks', webhook.id);
const writeErrors = [...plainKeyErrors, ...bodyErrors, 'invalid_webhook', 'audit_unavailable'] as const;

export const webhookPaths = {
  '/v1/webhooks': {
    get: {
      tags,
      operationId: 'listWebhooks',
      summary: 'List the endpoints of the key',
      description: 'The oldest first, without their secrets.',
      parameters: [purposeParameter],
      responses: {
        200: toAnswer('All of them.', 'WebhookList', { list: { webhooks: [webhook] } }),
        ...toErrorResponses(plainKeyErrors),
      },
    },
    post: {
      tags,
      operationId: 'createWebhook',
      summary: 'Make an endpoint',
      description: 'For events of this key. The signing secret is in this answer and in no other.',
      parameters: [purposeParameter],
      requestBody: toJsonBody('WebhookRequest', { url: webhook.url }),
      responses: {
        201: toAnswer('The endpoint with its secret.', 'WebhookWithSecret', { made }),
        ...toErrorResponses([...writeErrors, 'too_many_webhooks']),
      },
    },
  },
  '/v1/webhooks/{id}': {
    ...toKeyOwnedOperations({
      tags,
      id: idParameter,
      notFound: 'webhook_not_found',
      read: {
        operationId: 'readWebhook',
        summary: 'See an endpoint',
        description: 'Without its secret.',
        gives: 'The endpoint.',
        schema: 'Webhook',
        examples: { webhook },
      },
      delete: {
        operationId: 'deleteWebhook',
        summary: 'Delete an endpoint',
        description: 'What was to be sent there is forgotten; the events stay in `GET /v1/events`.',
        errors: ['audit_unavailable'],
      },
    }),
    patch: {
      tags,
      operationId: 'changeWebhook',
      summary: 'Change an endpoint, or give it a new secret',
      description:
        'With `rotate_secret` the answer shows a new secret. Until the overlap is over each call carries two signatures, one by either secret.',
      parameters: [idParameter, purposeParameter],
      requestBody: toJsonBody('WebhookChangeRequest', { rotate_secret: true, overlap_seconds: 86_400 }),
      responses: {
        200: toAnswer('The endpoint as it is now.', 'WebhookWithSecret', { rotated }),
        ...toErrorResponses([...writeErrors, 'webhook_not_found']),
      },
    },
  },
};
