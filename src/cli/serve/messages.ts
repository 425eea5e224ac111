// All that a watching process and its workers say to each other.

import type { DashboardReport } from '../../app/dashboard/dashboard.ts';
import type { CounterName, EntryRequest, HitRequest } from '../../compose/service/limits/limits.ts';
import type { QuestionMessage, TakeMessage } from '../../compose/service/questions.ts';
import type { MetricsSnapshot } from '../../compose/telemetry/operators.ts';
import type { Config } from '../../config.ts';
import type { SandboxKey } from './welcome.ts';

/** With what a worker begins. */
export interface Orders {
  readonly config: Config;
  readonly version: string;
  /** From 1 on; the first one keeps the house. */
  readonly worker: number;
  readonly workers: number;
  /** Of the listening sockets that it was started with. */
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
  | { readonly kind: 'refused'; readonly reason: string; readonly exitCode: number }
  /** What was let in is no longer in work. */
  | { readonly kind: 'leave'; readonly ids: readonly number[] }
  /** It goes on with a question to a party, or has ended it. */
  | { readonly kind: 'asking'; readonly message: QuestionMessage }
  /** What it counted since it last said so, and how it stands. */
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
