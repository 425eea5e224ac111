// An operation of the API, once: the server makes its route of it and the document its description, so that the two cannot differ in
// address, method, scope or body. What only the document needs is made when the document is: no start pays for it.

import type { FastifyRequest } from 'fastify';
import type { Scope } from '../domain/access/scopes.ts';
import type { ErrorCode } from '../error-codes.ts';
import { plainKeyErrors, purposeParameter, toErrorResponses } from './openapi/parts.ts';
import { behindGate, type Gate } from './request/admission.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Room {
  readonly tag: string;
  /** The key needs this scope; if there are several, one is enough. */
  readonly scope: Scope | readonly Scope[];
}

interface OperationFacts extends Partial<Room> {
  /** The route has the OpenAPI form: `GET /v1/batches/{id}`. */
  readonly route: `${Method} /${string}`;
  /** The body may have one of these media types; undefined means that there is no body. */
  readonly mediaTypes?: readonly string[];
  /** The errors default to those of every operation. */
  readonly errors?: readonly ErrorCode[];
  readonly describe: () => OperationText;
}

export interface OperationText {
  readonly summary: string;
  readonly description: string;
  /** Without the purpose, which every operation takes. */
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  /** `responses` describes every answer that is no error. */
  readonly responses: Readonly<Record<number, object>>;
}

export type Operation = Room & OperationFacts;

/** By their names, which generated clients give to their methods. */
export function operationsOf<const Name extends string>(
  room: Room,
  operations: Readonly<Record<Name, OperationFacts>>,
): Readonly<Record<Name, Operation>> {
  const all = Object.entries<OperationFacts>(operations).map(([name, facts]) => [name, { ...room, ...facts }]);
  return Object.fromEntries(all) as Record<Name, Operation>;
}

/** `checkQuery` throws what is wrong with the query string. Without it there may be none. */
export function toRoute(gate: Gate, operation: Operation, checkQuery?: (request: FastifyRequest) => void) {
  const { scope, mediaTypes } = operation;
  const { method, path } = readRoute(operation);
  const pattern = path.replace(/\{(\w+)\}/g, ':$1');
  const body = mediaTypes && ({ hasBody: true, mediaTypes } as const);
  return { method, ...behindGate({ gate, scope, pattern, ...(checkQuery && { checkQuery }), ...body }) };
}

function readRoute({ route }: Operation): { readonly method: Method; readonly path: string } {
  const [method, path] = route.split(' ') as [Method, string];
  return { method, path };
}

/** The operations of one address stand together. */
export function toPaths(operations: Readonly<Record<string, Operation>>): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const { method, path } = readRoute(operation);
    paths[path] = { ...paths[path], [method.toLowerCase()]: toDescription(name, operation) };
  }
  return paths;
}

function toDescription(operationId: string, { tag, errors = plainKeyErrors, describe }: Operation): object {
  const { summary, description, parameters = [], requestBody, responses } = describe();
  return {
    ...{ tags: [tag], operationId, summary, description, parameters: [...parameters, purposeParameter] },
    ...(requestBody && { requestBody }),
    responses: { ...responses, ...toErrorResponses(errors) },
  };
}
