// The endpoints of webhooks in the OpenAPI document.

import { describeDelete, describeRead, toIdParameter } from '../key-owned/openapi.ts';
import { bodyErrors, describeAnswer, plainKeyErrors, toJsonBody } from '../openapi/parts.ts';
import { operationsOf } from '../operation.ts';
import { jsonAlone } from '../request/admission.ts';
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

const idParameter = toIdParameter('/v1/webhooks', webhook.id);
const writeErrors = [...plainKeyErrors, ...bodyErrors, 'invalid_webhook', 'audit_unavailable'] as const;

export const webhookOperations = operationsOf(
  { tag: 'Webhooks', scope: 'manage:webhooks' },
  {
    listWebhooks: {
      route: 'GET /v1/webhooks',
      describe: () => ({
        summary: 'List the endpoints of the key',
        description: 'The oldest first, without their secrets.',
        responses: { 200: describeAnswer('All of them.', 'WebhookList', { list: { webhooks: [webhook] } }) },
      }),
    },
    createWebhook: {
      route: 'POST /v1/webhooks',
      mediaTypes: jsonAlone,
      errors: [...writeErrors, 'too_many_webhooks'],
      describe: () => ({
        summary: 'Make an endpoint',
        description: 'For events of this key. The signing secret is in this answer and in no other.',
        requestBody: toJsonBody('WebhookRequest', { url: webhook.url }),
        responses: { 201: describeAnswer('The endpoint with its secret.', 'WebhookWithSecret', { made }) },
      }),
    },
    readWebhook: {
      route: 'GET /v1/webhooks/{id}',
      errors: [...plainKeyErrors, 'webhook_not_found'],
      describe: () =>
        describeRead(idParameter, {
          summary: 'See an endpoint',
          description: 'Without its secret.',
          gives: 'The endpoint.',
          schema: 'Webhook',
          examples: { webhook },
        }),
    },
    deleteWebhook: {
      route: 'DELETE /v1/webhooks/{id}',
      errors: [...plainKeyErrors, 'webhook_not_found', 'audit_unavailable'],
      describe: () =>
        describeDelete(idParameter, {
          summary: 'Delete an endpoint',
          description: 'What was to be sent there is forgotten; the events stay in `GET /v1/events`.',
        }),
    },
    changeWebhook: {
      route: 'PATCH /v1/webhooks/{id}',
      mediaTypes: jsonAlone,
      errors: [...writeErrors, 'webhook_not_found'],
      describe: () => ({
        summary: 'Change an endpoint, or give it a new secret',
        description:
          'With `rotate_secret` the answer shows a new secret. Until the overlap is over each call carries two signatures, one by either secret.',
        parameters: [idParameter],
        requestBody: toJsonBody('WebhookChangeRequest', { rotate_secret: true, overlap_seconds: 86_400 }),
        responses: { 200: describeAnswer('The endpoint as it is now.', 'WebhookWithSecret', { rotated }) },
      }),
    },
  },
);
