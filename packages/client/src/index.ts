// What `@confere/client` offers.

export type { BatchBody, Batches, BatchOptions } from './batches.ts';
export type { CallOptions, ScreenOptions, VerifyOptions } from './call.ts';
export type { ClearanceOptions, Clearances } from './clearances.ts';
export {
  type ClientOptions,
  type ConfereClient,
  createClient,
  type EarlierAnswer,
  type ExplainedCnpjResponse,
  type ExplainedCpfResponse,
} from './client.ts';
export { ConfereError, type ConfereErrorCode, type TransportCode } from './confere-error.ts';
export type * from './contract.ts';
export type { Events, EventsOptions } from './events.ts';
export type { CallFacts, Hooks } from './hooks.ts';
export * from './numbers.ts';
export { type RateLimit, type ResponseMeta, responseOf } from './response-meta.ts';
export type { AnswerTo, ManyOptions, Row } from './verify-many.ts';
export type { WaitForBatch, WaitOptions } from './wait-for-batch.ts';
export type { ChangesOptions, WatchBody, Watches, WatchOptions } from './watches.ts';
export {
  type ReceivedWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookFault,
} from './webhooks.ts';
