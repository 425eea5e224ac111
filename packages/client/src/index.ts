// What `@confere/client` offers.

export type { CallOptions, ScreenOptions, VerifyOptions } from './call/call.ts';
export { ConfereError, type ConfereErrorCode, type TransportCode } from './call/confere-error.ts';
export type { CallFacts, Hooks } from './call/hooks.ts';
export { type RateLimit, type ResponseMeta, responseOf } from './call/response-meta.ts';
export {
  type ClientOptions,
  type ConfereClient,
  createClient,
  type EarlierAnswer,
  type ExplainedCnpjResponse,
  type ExplainedCpfResponse,
} from './client.ts';
export type * from './contract.ts';
export * from './numbers.ts';
export type { BatchBody, Batches, BatchOptions } from './operations/batches.ts';
export type { ClearanceOptions, Clearances } from './operations/clearances.ts';
export type { Events, EventsOptions } from './operations/events.ts';
export type { AnswerTo, ManyOptions, Row } from './operations/verify-many.ts';
export type { WaitForBatch, WaitOptions } from './operations/wait-for-batch.ts';
export type {
  ChangesOptions,
  WatchBody,
  WatchCompaniesOptions,
  WatchedChange,
  Watches,
  WatchOptions,
  WatchPeopleBody,
  WatchPeopleOptions,
} from './operations/watches.ts';
export {
  type ReceivedWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookFault,
} from './webhooks.ts';
