// Something that belongs to one key and has its id in the address: it is read and deleted alike, whatever it is.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import type { Scope } from '../../domain/access/scopes.ts';
import { behindGate, type Gate, getKey } from '../request/admission.ts';

interface KeyOwnedOptions {
  readonly gate: Gate;
  /** Of several, one is enough. */
  readonly scope: Scope | readonly Scope[];
  /** With `:id` in it. */
  readonly pattern: string;
  /** Both throw where the key has none of this id. */
  read(id: string, key: KeyRecord): Promise<object>;
  delete(id: string, key: KeyRecord): Promise<void>;
}

export function addKeyOwnedRoutes(server: FastifyInstance, options: KeyOwnedOptions): void {
  const { gate, scope, pattern } = options;
  const gated = behindGate({ gate, scope, pattern });

  server.route({
    method: 'GET',
    ...gated,
    handler: async (request, reply) => reply.send(await options.read(getId(request), getKey(request))),
  });

  server.route({
    method: 'DELETE',
    ...gated,
    handler: async (request, reply) => {
      await options.delete(getId(request), getKey(request));
      return reply.code(204).send();
    },
  });
}

export function getId(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id;
}
