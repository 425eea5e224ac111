// Takes lists of companies in, tells what changed of them, and forgets them. A watch belongs to its key: to any other there is none.

import { createHmac } from 'node:crypto';
import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import type { CompanyChange } from '../../domain/company/company-change.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import { type ListPage, type ListPlace, toListPage } from '../list-page.ts';
import { requireStored } from '../require-stored.ts';
import type { Seal } from '../seal.ts';
import { requireEndpoint } from '../webhooks/endpoint.ts';
import type { WebhookStore } from '../webhooks/ports.ts';
import { createCnpjSet } from './cnpj-set.ts';
import type { RegistryComparer, SealedChange, StoredWatch, WatchStore } from './ports.ts';

/** A number, or why a line holds none. */
export type ListedCompany =
  | { readonly line: number; readonly cnpj: Cnpj }
  | { readonly line: number; readonly fault: string };

export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

export interface WatchOrder {
  readonly key: KeyRecord;
  readonly webhookId: string | null;
  readonly idempotencyKey: string | null;
  readonly companies: AsyncIterable<readonly ListedCompany[]>;
}

export interface MadeWatch {
  readonly watch: StoredWatch;
  /** It was there already, by the same Idempotency-Key. */
  readonly isRepeated: boolean;
  /** Lines without a company, the first of them. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
}

/** What is told of one company after one switch of the registry. */
export interface WatchedChange extends CompanyChange {
  readonly from: string;
  readonly to: string;
}

/** As it is told: the list of changes goes on behind `cursor`. */
export interface ToldChange extends WatchedChange {
  readonly cursor: string;
}

export interface ChangesPage {
  readonly changes: readonly ToldChange[];
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
  readonly seal: Seal;
  /** Stays the same for as long as watches are kept. */
  readonly hashSecret: Uint8Array;
  readonly clock: Clock;
  readonly createId: () => string;
  readonly limits: { readonly companiesMax: number; readonly perKeyMax: number };
}

const numbersPerPart = 5_000;
const refusedShown = 50;

export function createManageWatches(options: ManageWatchesOptions): ManageWatches {
  const { store, webhooks, comparer, seal, hashSecret, clock, createId, limits } = options;

  /** The whole list is read, also of one that is there already: it may be another one under the same key. */
  async function take(
    { companies, webhookId }: WatchOrder,
    keep: (list: readonly Cnpj[], part: number) => Promise<void>,
  ) {
    const fingerprint = createHmac('sha256', hashSecret).update(`${webhookId}\n`);
    const seen = createCnpjSet();
    const refused: RefusedLine[] = [];
    let [refusedCount, part] = [0, 0];
    let numbers: Cnpj[] = [];
    const flush = async () => {
      if (numbers.length > 0) await keep(numbers, part++);
      numbers = [];
    };
    for await (const some of companies) {
      for (const company of some) {
        fingerprint.update(`${company.line} ${'fault' in company ? company.fault : company.cnpj}\n`);
        if ('fault' in company) {
          refusedCount++;
          if (refused.length < refusedShown) refused.push({ line: company.line, reason: company.fault });
        } else if (seen.add(company.cnpj)) {
          if (seen.size > limits.companiesMax) throw toTooMany(limits.companiesMax);
          numbers.push(company.cnpj);
          if (numbers.length === numbersPerPart) await flush();
        }
      }
    }
    await flush();
    if (seen.size === 0) throw toNoCompany(refused);
    const told = { refused, refusedCount };
    return { told, companies: seen.size, fingerprint: fingerprint.digest('base64url') };
  }

  async function begin({ key, webhookId, idempotencyKey }: WatchOrder) {
    if (webhookId !== null) await requireEndpoint(webhooks, webhookId, key.id);
    const id = createId();
    const snapshot = comparer.findLive()?.id ?? null;
    const repeatId =
      idempotencyKey === null
        ? null
        : createHmac('sha256', hashSecret).update(`${key.id} ${idempotencyKey}`).digest('base64url');
    const watch = { id, keyId: key.id, mode: key.mode, webhookId, snapshot, repeatId, createdAtMs: clock.nowMs() };
    const begun = await requireStored(store.begin(watch, limits.perKeyMax));
    if (begun === 'full') throw new AppError('too_many_watches');
    return { id, before: begun === 'begun' ? undefined : begun };
  }

  async function receive(order: WatchOrder, id: string): Promise<MadeWatch> {
    try {
      const { told, companies, fingerprint } = await take(order, (numbers, part) =>
        requireStored(store.appendList(id, sealList(seal, id, part, numbers))),
      );
      await requireStored(store.start(id, companies, fingerprint));
      return { watch: await get(id, order.key.id), isRepeated: false, ...told };
    } catch (error) {
      await store.abandon(id);
      throw error;
    }
  }

  const get = async (id: string, keyId: KeyId) => {
    const watch = await store.find(id);
    if (watch?.keyId !== keyId || watch.state !== 'active') throw new AppError('watch_not_found');
    return watch;
  };

  return {
    get,
    async create(order) {
      const { id, before } = await begin(order);
      if (before === undefined) return receive(order, id);
      const { told, fingerprint } = await take(order, async () => {});
      if (before.state === 'receiving') throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });
      if (before.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
      return { watch: before, isRepeated: true, ...told };
    },
    list: (keyId, limit, before) => toListPage((some) => store.listOf(keyId, some, before), limit),
    async listChanges(id, keyId, after, limit) {
      await get(id, keyId);
      const found = await store.listChanges(id, after, limit + 1);
      const page = found.slice(0, limit);
      return {
        changes: page.map(({ number, sealed }) =>
          toTold(number, JSON.parse(openChange(seal, id, { number, sealed })) as WatchedChange),
        ),
        next: found.length > limit ? (page.at(-1)?.number ?? null) : null,
      };
    },
    async delete(id, keyId) {
      if (!(await store.delete(id, keyId))) throw new AppError('watch_not_found');
    },
  };
}

function sealList(seal: Seal, id: string, part: number, numbers: readonly Cnpj[]) {
  return { part, sealed: seal.close(numbers.join(''), `watch ${id} list ${part}`) };
}

const cnpjLength = 14;

export function openList(seal: Seal, id: string, { part, sealed }: { part: number; sealed: Uint8Array }): Cnpj[] {
  const text = seal.open(sealed, `watch ${id} list ${part}`);
  return Array.from({ length: text.length / cnpjLength }, (_, index) =>
    text.slice(index * cnpjLength, (index + 1) * cnpjLength),
  ) as Cnpj[];
}

export function toTold(number: number, change: WatchedChange): ToldChange {
  return { cursor: String(number), ...change };
}

export function sealChange(seal: Seal, id: string, number: number, change: WatchedChange) {
  return { number, sealed: seal.close(JSON.stringify(change), toChangePlace(id, number)) };
}

/** As JSON text. */
export function openChange(seal: Seal, id: string, { number, sealed }: SealedChange): string {
  return seal.open(sealed, toChangePlace(id, number));
}

function toChangePlace(id: string, number: number): string {
  return `watch ${id} change ${number}`;
}

function toTooMany(companiesMax: number): AppError {
  return new AppError('watch_too_large', {
    detail: {
      en: `A watch holds at most ${companiesMax} companies here. Divide the list.`,
      pt: `Um acompanhamento tem no máximo ${companiesMax.toLocaleString('pt-BR')} empresas aqui. Divida a lista.`,
    },
  });
}

function toNoCompany([first]: readonly RefusedLine[]): AppError {
  if (first === undefined) return new AppError('invalid_watch');
  const { line, reason } = first;
  return new AppError('invalid_watch', {
    detail: {
      en: `No line of the list holds a CNPJ. Line ${line}, for one: \`${reason}\`.`,
      pt: `Nenhuma linha da lista tem um CNPJ. A linha ${line}, por exemplo: \`${reason}\`.`,
    },
  });
}
