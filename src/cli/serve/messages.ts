// All that a watching process and its workers say to each other.

import type { DashboardReport } from '../../app/dashboard/dashboard.ts';
import type { CounterName, EntryRequest, HitRequest } from '../../compose/service/limits/limits.ts';
import type { QuestionMessage, TakeMessage } from '../../compose/service/questions.ts';
import type { MetricsSnapshot } from '../../compose/telemetry/operators.ts';
import type { Config } from '../../config.ts';
import type { ExitCode } from '../../errors.ts';
import type { SandboxKey } from './welcome.ts';

/** A worker begins with these orders. */
export interface Orders {
  readonly config: Config;
  readonly version: string;
  /** `worker` counts from 1. The first worker does the housekeeping. */
  readonly worker: number;
  readonly workers: number;
  /** `descriptors` lists the listening sockets that the worker received at its start. */
  readonly descriptors: readonly number[];
}

export type ParentNote =
  | ({ readonly kind: 'begin' } & Orders)
  /** `replaced` by another one that serves already, or because the whole service ends. */
  | { readonly kind: 'stop'; readonly why: 'replaced' | 'stopping' };

export type ParentQuestion = { readonly kind: 'snapshot' } | { readonly kind: 'status' };

export type WorkerNote =
  | { readonly kind: 'serving'; readonly sandboxKey: SandboxKey }
  /** It cannot begin; the sentence is for the operator. */
  | { readonly kind: 'refused'; readonly reason: string; readonly exitCode: ExitCode }
  /** The note says that admitted requests are no longer in progress. */
  | { readonly kind: 'leave'; readonly ids: readonly number[] }
  /** It goes on with a question to a party, or has ended it. */
  | { readonly kind: 'asking'; readonly message: QuestionMessage }
  /** The note reports the counts since the last report and the worker's present state. */
  | { readonly kind: 'report'; readonly report: DashboardReport }
  /** The last thing that it says. */
  | { readonly kind: 'farewell'; readonly counts: MetricsSnapshot };

export type WorkerQuestion =
  /** Answered with a `Grant` for each hit. */
  | { readonly kind: 'count'; readonly counter: CounterName; readonly hits: readonly HitRequest[] }
  /** Answered with a boolean for each entry. */
  | { readonly kind: 'enter'; readonly entries: readonly EntryRequest[] }
  /** Answered with a `TakeReply`. */
  | { readonly kind: 'take'; readonly message: TakeMessage }
  /** Answered with a `DashboardView` of all workers. */
  | { readonly kind: 'dashboard'; readonly fromMs: number };
