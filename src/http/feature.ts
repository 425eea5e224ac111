// How a feature puts its routes on the server: the server hands out what all of them share, and knows none of them by name.

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../app/clock.ts';
import type { SendResult } from './answer/result.ts';
import type { Gate } from './request/admission.ts';
import type { Answer } from './request/idempotency.ts';

export interface RouteParts {
  readonly gate: Gate;
  readonly clock: Clock;
  /** Answers a call that may carry an Idempotency-Key. */
  readonly answer: Answer;
  readonly sendResult: SendResult;
  /** The signal aborts when the server begins to leave; a handler that holds an answer open then ends it. */
  readonly leaving: AbortSignal;
}

export type AddRoutes = (server: FastifyInstance, parts: RouteParts) => void;
