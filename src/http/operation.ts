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
  /** The key needs this scope; if there are several, one is enough. The value is null if every key may make the call. */
  readonly scope: Scope | readonly Scope[] | null;
  /** Some callers, or all of them, may call without a key. If it is left out, nobody may. */
  readonly withoutKey?: 'some' | 'all';
}

interface OperationFacts extends Partial<Room> {
  /** The route has the OpenAPI form: `GET /v1/batches/{id}`. `{+id}` takes the rest of the address, with its slashes. */
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
  /** Without the purpose, which every operation behind a key takes. */
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  /** `responses` describes every answer that is no problem document. */
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
  const { method, url: pattern } = toOpenRoute(operation);
  const body = mediaTypes && ({ hasBody: true, mediaTypes } as const);
  return { method, ...behindGate({ gate, scope, pattern, ...(checkQuery && { checkQuery }), ...body }) };
}

/** The address of an operation alone, for a route with a gate of its own or none. */
export function toOpenRoute(operation: Operation) {
  const { method, path } = readRoute(operation);
  return { method, url: path.replace(/\{\+\w+\}/, '*').replace(/\{(\w+)\}/g, ':$1') };
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
    const shown = path.replace('{+', '{');
    paths[shown] = { ...paths[shown], [method.toLowerCase()]: toDescription(name, operation) };
  }
  return paths;
}

const securities = { some: { security: [{ apiKey: [] }, {}] }, all: { security: [] } };

function toDescription(operationId: string, operation: Operation): object {
  const { tag, withoutKey, errors = plainKeyErrors, describe } = operation;
  const { summary, description, parameters = [], requestBody, responses } = describe();
  const purpose = withoutKey === 'all' ? [] : [purposeParameter];
  return {
    ...{ tags: [tag], operationId, summary, description, parameters: [...parameters, ...purpose] },
    ...(withoutKey && securities[withoutKey]),
    ...(requestBody && { requestBody }),
    responses: { ...responses, ...toErrorResponses(errors) },
  };
}
