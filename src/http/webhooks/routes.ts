// /v1/webhooks: the endpoints of a key, by its own hand.

import type { FastifyInstance } from 'fastify';
import type { Endpoint, EndpointChanges } from '../../app/webhooks/endpoints.ts';
import type { OwnWebhooks } from '../../app/webhooks/own-webhooks.ts';
import { AppError } from '../../errors.ts';
import { addKeyOwnedRoutes, getId } from '../key-owned/routes.ts';
import { behindGate, type Gate, getKey } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import type { WebhookResponse } from './contract.ts';

interface WebhookRoutesOptions {
  readonly gate: Gate;
  readonly webhooks: OwnWebhooks;
}

const listPattern = '/v1/webhooks';
const webhookPattern = '/v1/webhooks/:id';
const scope = 'manage:webhooks';
const overlapSecondsDefault = 86_400;
const overlapSecondsMax = 30 * 86_400;

export function addWebhookRoutes(server: FastifyInstance, { gate, webhooks }: WebhookRoutesOptions): void {
  server.route({
    method: 'GET',
    ...behindGate({ gate, scope, pattern: listPattern }),
    handler: async (request, reply) =>
      reply.send({ webhooks: (await webhooks.list(getKey(request).id)).map(toResponse) }),
  });

  server.route({
    method: 'POST',
    ...behindGate({ gate, scope, pattern: listPattern, hasBody: true }),
    handler: async (request, reply) => {
      const { url, ...unknown } = getJsonBody(request);
      if (typeof url !== 'string' || Object.keys(unknown).length > 0) throw new AppError('invalid_webhook');
      const made = await webhooks.create(getKey(request).id, url);
      return reply.code(201).header('location', `${listPattern}/${made.id}`).send(toResponse(made));
    },
  });

  addKeyOwnedRoutes(server, {
    gate,
    scope,
    pattern: webhookPattern,
    read: async (id, key) => toResponse(await webhooks.get(id, key.id)),
    delete: (id, key) => webhooks.delete(id, key.id),
  });

  server.route({
    method: 'PATCH',
    ...behindGate({ gate, scope, pattern: webhookPattern, hasBody: true }),
    handler: async (request, reply) => {
      const changes = readChanges(getJsonBody(request));
      return reply.send(toResponse(await webhooks.change(getId(request), getKey(request).id, changes)));
    },
  });
}

/** An overlap without a new secret would be a mistake that nobody notices. */
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

function toResponse(endpoint: Endpoint & { readonly secret?: string }): WebhookResponse {
  const { id, url, createdAtMs, previousUntilMs, secret } = endpoint;
  return {
    id,
    url,
    created_at: new Date(createdAtMs).toISOString(),
    previous_secret_until: previousUntilMs === null ? null : new Date(previousUntilMs).toISOString(),
    ...(secret !== undefined && { secret }),
  };
}
