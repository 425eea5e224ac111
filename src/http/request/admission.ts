// The gate before every operation, in the contract's order: key, scope, network, rate, quota, query, purpose, content type. The body comes after it.

import type { ServerResponse } from 'node:http';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Caller } from '../../app/caller.ts';
import { andThen } from '../../app/eventual.ts';
import type { Admission, Admit } from '../../app/keys/admit.ts';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import type { Scope } from '../../domain/access/scopes.ts';
import { AppError } from '../../errors.ts';
import { readFlag, readQuery } from './query.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission | null;
    explain: boolean;
    purpose: string | null;
  }
}

export interface Gate {
  readonly admit: Admit;
  /** `Confere-Purpose` may state one of these purposes. */
  readonly purposes: readonly string[];
}

/** Returns the address of a route and the gate before it. */
export function behindGate(options: GateHookOptions) {
  return { url: options.pattern, onRequest: createGateHook(options) };
}

interface GateHookOptions {
  readonly gate: Gate;
  /** The key needs this scope; if there are several, one is enough. The value is null if every key may make the call. */
  readonly scope: Scope | readonly Scope[] | null;
  readonly pattern: string;
  /** Throws what is wrong with the query string. Without it there may be none. */
  readonly checkQuery?: (request: FastifyRequest) => void;
  readonly hasBody?: true;
  /** The body may have one of these media types; the default is JSON. */
  readonly mediaTypes?: readonly string[];
}

function createGateHook(options: GateHookOptions): onRequestHookHandler {
  const { gate, scope, pattern } = options;
  return (request, reply, done) => {
    request.pattern = pattern;
    const authorization = findAuthorization(request);
    const admitted = andThen(gate.admit({ authorization, address: request.clientNetwork, scope }), (admission) => {
      if (admission.leave !== null) leaveWith(reply.raw, admission.leave);
      letIn(request, admission, options);
    });
    // What is thrown before a promise exists, the framework catches.
    if (admitted instanceof Promise) admitted.then(() => done(), done);
    else done();
  };
}

/** Ends the request with its answer, once the answer is fully sent or abandoned by a client that left. */
function leaveWith(response: ServerResponse, leave: () => void): void {
  if (response.closed) leave();
  else response.once('close', leave);
}

function letIn(request: FastifyRequest, admission: Admission, options: GateHookOptions): void {
  request.admission = admission;
  if (admission.refusal !== null) throw admission.refusal;
  if (options.checkQuery === undefined) readQuery(request, []);
  else options.checkQuery(request);
  request.purpose = readPurpose(request, admission, options.gate.purposes);
  if (options.hasBody === true) checkContentType(request, options.mediaTypes ?? jsonAlone);
}

/** Finds the header with the key. Two such headers give no key, because another program may have checked the other one. */
function findAuthorization({ headers, repeatedHeader }: FastifyRequest): string | undefined {
  return repeatedHeader === 'authorization' ? `${headers.authorization}, and another` : headers.authorization;
}

/** Returns the key for handlers behind the hook. */
export function getKey({ admission }: FastifyRequest): KeyRecord {
  if (admission === null) throw new Error('The route has no admission hook');
  return admission.key;
}

export function getCaller(request: FastifyRequest): Caller {
  const { id: keyId, mode } = getKey(request);
  return { keyId, mode, requestId: request.id, purpose: request.purpose };
}

/** Reads the query of the two verifications. */
export function readExplain(request: FastifyRequest): void {
  if (!request.raw.url?.includes('?')) return;
  request.explain = readFlag('explain', readQuery(request, ['explain']).explain);
}

function readPurpose({ headers }: FastifyRequest, { key }: Admission, purposes: readonly string[]): string | null {
  const given = headers['confere-purpose'];
  // The key's own; a word that the operator has since taken off the list is none.
  if (given === undefined) return key.purpose !== null && purposes.includes(key.purpose) ? key.purpose : null;
  if (typeof given === 'string' && purposes.includes(given)) return given;
  throw new AppError('invalid_purpose', {
    detail: {
      en: `Send no \`Confere-Purpose\`, or one of: ${purposes.join(', ')}.`,
      pt: `Não envie \`Confere-Purpose\`, ou envie uma destas: ${purposes.join(', ')}.`,
    },
  });
}

export const jsonAlone: readonly string[] = ['application/json'];

function checkContentType({ headers, repeatedHeader }: FastifyRequest, mediaTypes: readonly string[]): void {
  const given = headers['content-type'] ?? '';
  const isKnown = mediaTypes.includes(given) || mediaTypes.includes(given.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const encoding = headers['content-encoding'];
  if (isKnown && repeatedHeader !== 'content-type' && (encoding === undefined || encoding === 'identity')) return;
  if (mediaTypes === jsonAlone) throw new AppError('unsupported_media_type');
  const types = mediaTypes.map((type) => `\`${type}\``).join(', ');
  throw new AppError('unsupported_media_type', {
    detail: {
      en: `Send an uncompressed body with one of these as its \`Content-Type\`: ${types}.`,
      pt: `Envie um corpo sem compressão com um destes \`Content-Type\`: ${types}.`,
    },
  });
}
