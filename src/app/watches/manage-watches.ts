// Takes lists of companies in, tells what changed of them, and forgets them. A watch belongs to its key: to any other there is none.

import type { KeyId, KeyRecord } from '../../domain/access/api-key.ts';
import type { CompanyChange } from '../../domain/company/company-change.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import { type ListPage, type ListPlace, toListPage } from '../list-page.ts';
import type { Clock } from '../ports.ts';
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
  readonly companies: AsyncIterable<readonly ListedCompany[]>;
}

export interface MadeWatch {
  readonly watch: StoredWatch;
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
  readonly clock: Clock;
  readonly createId: () => string;
  readonly limits: { readonly companiesMax: number; readonly perKeyMax: number };
}

const numbersPerPart = 5_000;
const refusedShown = 50;

export function createManageWatches(options: ManageWatchesOptions): ManageWatches {
  const { store, webhooks, comparer, seal, clock, createId, limits } = options;

  async function take(id: string, companies: WatchOrder['companies']) {
    const seen = createCnpjSet();
    const refused: RefusedLine[] = [];
    let [refusedCount, part] = [0, 0];
    let numbers: Cnpj[] = [];
    const flush = async () => {
      if (numbers.length > 0) await requireStored(store.appendList(id, sealList(seal, id, part++, numbers)));
      numbers = [];
    };
    for await (const some of companies) {
      for (const company of some) {
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
    await requireStored(store.start(id, seen.size));
    return { refused, refusedCount };
  }

  const get = async (id: string, keyId: KeyId) => {
    const watch = await store.find(id);
    if (watch?.keyId !== keyId || watch.state !== 'active') throw new AppError('watch_not_found');
    return watch;
  };

  return {
    get,
    async create({ key, webhookId, companies }) {
      if (webhookId !== null) await requireEndpoint(webhooks, webhookId, key.id);
      const id = createId();
      const snapshot = comparer.findLive()?.id ?? null;
      const watch = { id, keyId: key.id, mode: key.mode, webhookId, snapshot, createdAtMs: clock.nowMs() };
      if (!(await requireStored(store.begin(watch, limits.perKeyMax)))) throw new AppError('too_many_watches');
      try {
        const taken = await take(id, companies);
        return { watch: await get(id, key.id), ...taken };
      } catch (error) {
        await store.abandon(id);
        throw error;
      }
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
      pt: `Um acompanhamento tem no máximo ${companiesMax} empresas aqui. Divida a lista.`,
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
