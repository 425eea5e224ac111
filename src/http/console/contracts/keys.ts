// The routes of Chaves: what each takes and answers. Limits are written as on the command line (`600/min`, `unlimited`, `any`,
// `none`, `never`); what is not given stays as it is.

import type { ShownBudget } from '../../../app/budgets/key-budgets.ts';
import type { toKeyJson } from '../../../app/keys/show-key.ts';
import type { MonthCount } from '../../../app/usage/ports.ts';
import type { showCallCost, showPurpose, showSummary } from '../../../app/usage/show-costs.ts';
import { keyModes } from '../../../domain/access/api-key.ts';
import { scopes } from '../../../domain/access/scopes.ts';
import { oneOf, optional, someOf, text } from '../body.ts';

const limits = {
  rate: optional(text(20, 1)),
  burst: optional(text(16, 1)),
  concurrency: optional(text(16, 1)),
  quota_day: optional(text(16, 1)),
  quota_month: optional(text(16, 1)),
  /** Apart from each other by blanks. */
  networks: optional(text(6_000, 1)),
  /** Likewise. */
  cors_origins: optional(text(6_000, 1)),
  purpose: optional(text(64, 1)),
  /** The last day in Brazil, or `never`. */
  expires_on: optional(text(10, 1)),
} as const;
const id = text(64, 1);
const name = text(400, 1);

export const keyForms = {
  /** `after` is the `next` of the page before. */
  'POST key-list': { role: 'viewer', body: { shown: oneOf(['active', 'all']), after: optional(text(100)) } },
  'POST usage': { role: 'viewer', body: { month: optional(text(7)), key_id: optional(text(64)) } },
  'POST key-create': { role: 'admin', body: { name, mode: oneOf(keyModes), scopes: someOf(scopes), ...limits } },
  'POST key-update': { role: 'admin', body: { id, name: optional(name), ...limits } },
  'POST key-rotate': { role: 'admin', body: { id, overlap: text(8, 1) } },
  /** `confirmed` is the id once more, as it was typed; the sandbox key asks for it. */
  'POST key-revoke': { role: 'admin', body: { id, confirmed: optional(text(64, 1)) } },
} as const;

export interface KeyAnswers {
  'POST key-list': { readonly keys: readonly KeyView[]; readonly next: string | null };
  'POST usage': UsageView;
  'POST key-create': MadeKeyView;
  'POST key-update': { readonly key: KeyView };
  'POST key-rotate': MadeKeyView;
  'POST key-revoke': { readonly key: KeyView };
}

interface KeyView extends ReturnType<typeof toKeyJson> {
  /** When a secret that a rotation replaced ends, of those that still work. */
  readonly older_secrets_until: readonly string[];
  readonly last_used_at: string | null;
  readonly requests_today: number;
  readonly requests_this_month: number;
  /** Empty where it may spend any amount. */
  readonly budgets: readonly ShownBudget[];
}

interface MadeKeyView {
  /** The only time that it is told. */
  readonly secret: string;
  readonly key: KeyView;
}

/** The view shows the usage of one month by key, operation and outcome, and the number of requests in each earlier month. */
interface UsageView {
  readonly month: string;
  /** The last twelve, the newest last. */
  readonly months: readonly MonthCount[];
  readonly requests: readonly UsageRow[];
  readonly verifications: readonly (UsageRow & {
    readonly operation: 'cpf' | 'cnpj' | 'screen';
    readonly outcome: string;
  })[];
  readonly calls: readonly (UsageRow & { readonly source: string })[];
  /** The value is null if no source has a price. */
  readonly costs: UsageCosts | null;
}

interface UsageCosts extends ReturnType<typeof showSummary> {
  /** Verifications of people, by keys and operators that called a source. */
  readonly people: number;
  /** `approved` counts the answers that say that the person or company may be approved. */
  readonly approved: number;
  readonly purposes: readonly ReturnType<typeof showPurpose>[];
  readonly calls: readonly (UsageRow & ReturnType<typeof showCallCost>)[];
}

interface UsageRow {
  readonly key_id: string;
  /** The name of the key, or of the operator at the console. */
  readonly name: string | null;
  readonly count: number;
}
