// Takes lists of companies and of people in, tells what changed of them, and forgets them. A watch belongs to its key: to any other there is none.

import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import type { OperatorAct } from '../audit/entry.ts';
import type { Clock } from '../clock.ts';
import { type ListPage, type ListPlace, toListPage, toPage } from '../key-owned/list-page.ts';
import { findRepeated, type OrderSecrets } from '../key-owned/repeated-order.ts';
import { requireStored } from '../key-owned/require-stored.ts';
import type { RowSeal } from '../sealed-rows.ts';
import { requireEndpoint } from '../webhooks/endpoint.ts';
import type { WebhookStore } from '../webhooks/ports.ts';
import { createCompanyForm, createPersonForm, type ListedCompany, type ListedPerson } from './intake/list-forms.ts';
import { type TakenList, takeList } from './intake/take-list.ts';
import { type AskedTerms, companyTerms, type TermsRules, toPersonTerms } from './intake/watch-terms.ts';
import { neverCompared } from './lists/lists-point.ts';
import type { NewWatch, RegistryComparer, StoredWatch, WatchStore } from './ports.ts';
import { findChange, type Told, toTold, type WatchedItem } from './told-changes.ts';
import { sealListText } from './watched-person.ts';

export type OrderedList =
  | {
      readonly kind: 'company';
      readonly listed: AsyncIterable<readonly ListedCompany[]>;
      /** Tells whether the watch also looks for its members in the lists. */
      readonly withLists: boolean;
    }
  | ({ readonly kind: 'person'; readonly listed: AsyncIterable<readonly ListedPerson[]> } & AskedTerms);

export interface WatchOrder {
  readonly key: KeyRecord;
  readonly webhookId: string | null;
  readonly idempotencyKey: string | null;
  readonly list: OrderedList;
}

export interface MadeWatch extends Pick<TakenList, 'refused' | 'refusedCount'> {
  readonly watch: StoredWatch;
  /** It was there already, by the same Idempotency-Key. */
  readonly isRepeated: boolean;
}

export interface ChangesPage {
  readonly changes: readonly Told<WatchedItem>[];
  /** The number of the last one; null on the last page. */
  readonly next: number | null;
}

export interface ManageWatches {
  create(order: WatchOrder): Promise<MadeWatch>;
  /** Throws `watch_not_found`. */
  get(id: string, keyId: KeyId): Promise<StoredWatch>;
  /** The newest first. */
  list(keyId: KeyId, limit: number, before?: ListPlace): Promise<ListPage<StoredWatch>>;
  listChanges(id: string, keyId: KeyId, after: number, limit: number): Promise<ChangesPage>;
  delete(id: string, keyId: KeyId): Promise<void>;
}

interface ManageWatchesOptions {
  readonly store: WatchStore;
  readonly webhooks: Pick<WebhookStore, 'findEndpoint'>;
  readonly comparer: Pick<RegistryComparer, 'findLive'>;
  readonly seal: RowSeal;
  readonly orderSecrets: OrderSecrets;
  readonly clock: Clock;
  readonly createId: () => string;
  /** Before people are watched with a live key, and before that ends. */
  readonly record: (keyId: KeyId, act: OperatorAct, target: string) => Promise<unknown>;
  readonly limits: { readonly companiesMax: number; readonly peopleMax: number; readonly perKeyMax: number };
  readonly peopleRules: TermsRules;
}

type Keep = (text: string, part: number) => Promise<void>;

export function createManageWatches(options: ManageWatchesOptions): ManageWatches {
  const { store, webhooks, comparer, seal, orderSecrets, clock, createId, limits, peopleRules } = options;
  const forms = { company: createCompanyForm(limits.companiesMax), person: createPersonForm(limits.peopleMax) };

  /** The whole list is read, also of one that is there already: it may be another one under the same key. */
  function take({ list, webhookId }: WatchOrder, keep: Keep): Promise<TakenList> {
    if (list.kind === 'company') {
      const order = list.withLists ? `${webhookId} lists` : String(webhookId);
      return takeList<Cnpj>(list.listed, forms.company, { orderSecrets, order, keep });
    }
    const { purpose, legalBasis, until } = list;
    const order = JSON.stringify(['people', webhookId, purpose, legalBasis, until]);
    return takeList(list.listed, forms.person, { orderSecrets, order, keep });
  }

  function toNewWatch({ key, webhookId, list }: WatchOrder, repeatId: string | null): NewWatch {
    const isPeople = list.kind === 'person';
    const createdAtMs = clock.nowMs();
    return {
      id: createId(),
      keyId: key.id,
      kind: list.kind,
      mode: key.mode,
      webhookId,
      snapshot: isPeople ? null : (comparer.findLive()?.id ?? null),
      lists: isPeople || list.withLists ? neverCompared : null,
      ...(isPeople ? toPersonTerms(list, peopleRules, createdAtMs) : companyTerms),
      repeatId,
      createdAtMs,
    };
  }

  async function begin(order: WatchOrder) {
    const { key, webhookId } = order;
    if (webhookId !== null) await requireEndpoint(webhooks, webhookId, key.id);
    const { repeatId, older } = await findRepeated(order, orderSecrets, store);
    const watch = toNewWatch(order, repeatId);
    if (older !== undefined) return { watch, before: older };
    const begun = await requireStored(store.begin(watch, limits.perKeyMax));
    if (begun === 'full') throw new AppError('too_many_watches');
    return { watch, before: begun === 'begun' ? undefined : begun };
  }

  async function receive(order: WatchOrder, watch: NewWatch): Promise<MadeWatch> {
    const { id, purpose, legalBasis, untilMs } = watch;
    try {
      const { members, fingerprints, ...told } = await take(order, (text, part) =>
        requireStored(store.appendList(id, sealListText(seal, id, part, text))),
      );
      if (isRecorded(watch)) {
        // Who compares rows with acts must know whether its time is over.
        const until = untilMs === null ? null : `until=${new Date(untilMs).toISOString()}`;
        const target = [id, purpose, legalBasis, until].filter((word) => word !== null).join(' ');
        await options.record(order.key.id, 'people_watched', target);
      }
      await requireStored(store.start(id, members, fingerprints[0]));
      return { watch: await get(id, order.key.id), isRepeated: false, ...told };
    } catch (error) {
      await store.abandon(id);
      throw error;
    }
  }

  const get = async (id: string, keyId: KeyId) => {
    const watch = await store.find(id);
    if (watch?.keyId !== keyId || watch.state !== 'active' || isOver(watch)) throw new AppError('watch_not_found');
    return watch;
  };

  const isRecorded = ({ kind, mode }: Pick<NewWatch, 'kind' | 'mode'>) => kind === 'person' && mode === 'live';

  const isOver = ({ untilMs }: StoredWatch) => untilMs !== null && untilMs <= clock.nowMs();

  return {
    get,
    async create(order) {
      const { watch, before } = await begin(order);
      if (before === undefined) return receive(order, watch);
      const { fingerprints, refused, refusedCount } = await take(order, async () => {});
      if (before.state === 'receiving') throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });
      if (!fingerprints.some((each) => each === before.fingerprint)) throw new AppError('idempotency_key_reused');
      return { watch: before, isRepeated: true, refused, refusedCount };
    },
    list: (keyId, limit, before) => toListPage((some) => store.listOf(keyId, some, before), limit),
    async listChanges(id, keyId, after, limit) {
      await get(id, keyId);
      const found = await store.listChanges(id, after, limit + 1);
      const { things, next } = toPage(found, limit, ({ number }) => number);
      const changes = things.flatMap((change): Told<WatchedItem> | [] => {
        const text = findChange(seal, id, change);
        return text === undefined ? [] : toTold(change.number, JSON.parse(text) as WatchedItem);
      });
      return { changes, next };
    },
    async delete(id, keyId) {
      const watch = await store.find(id);
      if (watch?.keyId === keyId && isRecorded(watch)) await options.record(keyId, 'watch_deleted', id);
      if (!(await store.delete(id, keyId))) throw new AppError('watch_not_found');
    },
  };
}
