// The route of the screen Hoje: what a manager wants to know first in the morning. A part is null if it could not be read, and the page
// then says so instead of "all is well".

import type { WebhookTrouble } from '../../../app/webhooks/ports.ts';
import type { Act } from '../../../domain/risk/act-words.ts';
import type { DueCounts } from '../../../domain/screening/due-judgement.ts';
import type { ListView } from './lists.ts';

export const morningForms = { 'GET morning': { role: 'viewer', body: {} } } as const;

export interface MorningAnswers {
  'GET morning': MorningView;
}

/** A level is what an answer about a person recommends to do. `none` stands for no result. */
export type Level = Act | 'none';

interface MorningView {
  readonly at_ms: number;
  readonly verifications: {
    /** `day` is yesterday in Brazil, and `week` counts the seven days before it. */
    readonly day: string;
    readonly yesterday: DayView;
    readonly today: DayView;
    readonly week: DayView;
  } | null;
  readonly sources: SourcesView | null;
  readonly cost: CostView | null;
  readonly judgements: DueCounts | null;
  readonly lists: ListsState | null;
  readonly webhooks: { readonly endpoints: number; readonly troubles: readonly ShownTrouble[] } | null;
}

/** Counts verifications of all keys and operators, as the screen Chaves does. */
export interface DayView {
  readonly people: Readonly<Record<Level, number>>;
  readonly companies: number;
}

interface SourcesView {
  /** The figures of this machine begin here; null if it has none yet. */
  readonly since_ms: number | null;
  readonly connected: number;
  /** `unasked` names the connected sources that nobody has asked since then, so nobody knows whether they answer. */
  readonly unasked: readonly string[];
  readonly down: readonly { readonly name: string; readonly since_ms: number; readonly affected: number }[];
  /** `left_out` names the sources whose budget is used up. */
  readonly left_out: readonly string[];
}

interface ListsState {
  readonly current: number;
  /** `unreliable` names the lists whose empty answers mean nothing. `is_bad` tells one apart that is only too old. */
  readonly unreliable: readonly (Pick<ListView, 'state'> & { readonly name: string; readonly is_bad: boolean })[];
}

interface CostView {
  /** Tells whether any source has a price. */
  readonly has_prices: boolean;
  readonly this_month: MonthCost;
  readonly last_month: MonthCost;
}

interface MonthCost {
  readonly month: string;
  /** The cost is null if nobody could be approved. */
  readonly reais_per_approved: string | null;
  /** `people` counts the verifications of people by keys and operators that called a source, and `approved` those who may be approved. */
  readonly people: number;
  readonly approved: number;
  readonly calls_without_price: number;
}

interface ShownTrouble extends Omit<WebhookTrouble, 'endpointId'> {
  readonly endpoint_id: string;
}
