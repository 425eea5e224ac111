// Something that belongs to one key and has its id in the address: it is read and deleted alike, whatever it is.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import { type Operation, toRoute } from '../operation.ts';
import { type Gate, getKey } from '../request/admission.ts';

interface KeyOwnedOptions {
  readonly gate: Gate;
  /** The addresses of these operations contain `{id}`. */
  readonly operations: { readonly read: Operation; readonly delete: Operation };
  /** Both throw where the key has none of this id. */
  read(id: string, key: KeyRecord): Promise<object>;
  delete(id: string, key: KeyRecord): Promise<void>;
}

export function addKeyOwnedRoutes(server: FastifyInstance, options: KeyOwnedOptions): void {
  const { gate, operations } = options;
  server.route({
    ...toRoute(gate, operations.read),
    handler: async (request, reply) => reply.send(await options.read(getId(request), getKey(request))),
  });

  server.route({
    ...toRoute(gate, operations.delete),
    handler: async (request, reply) => {
      await options.delete(getId(request), getKey(request));
      return reply.code(204).send();
    },
  });
}

export function getId(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id;
}
