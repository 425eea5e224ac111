// /v1/webhooks: the endpoints of a key, by its own hand.

import type { FastifyInstance } from 'fastify';
import type { Endpoint, EndpointChanges } from '../../app/webhooks/endpoints.ts';
import type { OwnWebhooks } from '../../app/webhooks/own-webhooks.ts';
import { AppError } from '../../errors.ts';
import { addKeyOwnedRoutes, getId } from '../key-owned/routes.ts';
import { toRoute } from '../operation.ts';
import { type Gate, getKey } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import type { WebhookResponse } from './contract.ts';
import { webhookOperations as operations } from './operations.ts';

interface WebhookRoutesOptions {
  readonly gate: Gate;
  readonly webhooks: OwnWebhooks;
}

const overlapSecondsDefault = 86_400;
const overlapSecondsMax = 30 * 86_400;

export function addWebhookRoutes(server: FastifyInstance, { gate, webhooks }: WebhookRoutesOptions): void {
  server.route({
    ...toRoute(gate, operations.listWebhooks),
    handler: async (request, reply) =>
      reply.send({ webhooks: (await webhooks.list(getKey(request).id)).map(toWebhookResponse) }),
  });

  server.route({
    ...toRoute(gate, operations.createWebhook),
    handler: async (request, reply) => {
      const { url, ...unknown } = getJsonBody(request);
      if (typeof url !== 'string' || Object.keys(unknown).length > 0) throw new AppError('invalid_webhook');
      const made = await webhooks.create(getKey(request).id, url);
      return reply.code(201).header('location', `/v1/webhooks/${made.id}`).send(toWebhookResponse(made));
    },
  });

  addKeyOwnedRoutes(server, {
    gate,
    operations: { read: operations.readWebhook, delete: operations.deleteWebhook },
    read: async (id, key) => toWebhookResponse(await webhooks.get(id, key.id)),
    delete: (id, key) => webhooks.delete(id, key.id),
  });

  server.route({
    ...toRoute(gate, operations.changeWebhook),
    handler: async (request, reply) => {
      const changes = readChanges(getJsonBody(request));
      return reply.send(toWebhookResponse(await webhooks.change(getId(request), getKey(request).id, changes)));
    },
  });
}

/** Reads the changes. An overlap without a new secret is refused, because it would be a silent mistake. */
function readChanges(body: Record<string, unknown>): EndpointChanges {
  const { url, rotate_secret: isRotated = false, overlap_seconds: overlap, ...unknown } = body;
  const seconds = overlap ?? overlapSecondsDefault;
  const isOverlap = Number.isInteger(seconds) && Number(seconds) >= 0 && Number(seconds) <= overlapSecondsMax;
  if (
    Object.keys(unknown).length > 0 ||
    (url !== undefined && typeof url !== 'string') ||
    typeof isRotated !== 'boolean' ||
    (url === undefined && !isRotated) ||
    (overlap !== undefined && !isRotated) ||
    !isOverlap
  ) {
    throw new AppError('invalid_webhook');
  }
  return {
    ...(url !== undefined && { url }),
    ...(isRotated && { rotation: { overlapMs: Number(seconds) * 1000 } }),
  };
}

function toWebhookResponse(endpoint: Endpoint & { readonly secret?: string }): WebhookResponse {
  const { id, url, createdAtMs, previousUntilMs, secret } = endpoint;
  return {
    id,
    url,
    created_at: new Date(createdAtMs).toISOString(),
    previous_secret_until: previousUntilMs === null ? null : new Date(previousUntilMs).toISOString(),
    ...(secret !== undefined && { secret }),
  };
}
