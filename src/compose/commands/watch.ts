// Makes a watch out of a file, in the name of a key, as the service would.

import type { OpenTable } from '../../app/bulk/open-table.ts';
import { TableError } from '../../app/bulk/table.ts';
import { toUnknownKey } from '../../app/keys/manage-keys.ts';
import { readCompanyList, readPeopleList } from '../../app/watches/intake/read-lists.ts';
import type { MadeWatch, OrderedList } from '../../app/watches/manage-watches.ts';
import type { WatchKind } from '../../app/watches/ports.ts';
import { openInput } from '../../bulk/input.ts';
import { openSentTable } from '../../bulk/sent-table.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { isUsable, type KeyRecord } from '../../domain/access/api-key.ts';
import { type LegalBasis, legalBases } from '../../domain/access/legal-basis.ts';
import type { Scope } from '../../domain/access/scopes.ts';
import { isRealDay, toBrazilDay } from '../../domain/dates/calendar.ts';
import { errorKinds } from '../../error-codes.ts';
import { AppError, OperatorError } from '../../errors.ts';
import { readRegistryStatus } from '../../registry/maintenance.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { openStores } from '../parts/stores.ts';
import { openManageWatches } from '../parts/watches.ts';
import { recordAct } from './audit/operator-act.ts';

export interface WatchFileOrder {
  /** `-` is the standard input. */
  readonly file: string;
  readonly keyId: string;
  readonly webhookId: string | null;
  readonly kind: WatchKind;
  /** Companies: whether they are looked for in the lists, too. */
  readonly withLists: boolean;
  /** People: why they are watched, by which right, and until when. */
  readonly purpose: string | null;
  readonly legalBasis: string | null;
  readonly until: string | null;
}

export async function watchFile(config: Config, order: WatchFileOrder): Promise<MadeWatch> {
  const { file, keyId, webhookId, kind } = order;
  await using stores = await openStores(config, systemClock);
  try {
    const key = (await stores.keys.find(keyId))?.record;
    if (key === undefined) throw toUnknownKey();
    if (!isUsable(key, systemClock.nowMs())) throw new OperatorError('The key was revoked or has expired.');
    requireScope(key, `watch:${kind}`);
    if (order.withLists) requireScope(key, 'screen');
    const findLive = () => {
      const { live } = readRegistryStatus(toRegistryDirectory(config));
      return live === null ? undefined : { id: live.id, dataAsOf: live.data_as_of ?? '' };
    };
    const record = (_: string, ...act: [Parameters<typeof recordAct>[1], string]) => recordAct(config, ...act);
    const watches = openManageWatches({ config, stores, clock: systemClock, findLive, record });
    const terms = kind === 'person' ? readTerms(order, key, config['audit.purposes']) : undefined;
    const { chunks } = await openInput(file);
    const openTable: OpenTable = ({ bytes }, how, opened) =>
      openSentTable(bytes, { ...how, rowsMax: config['batches.rows_max'] }, opened);
    const sent = { bytes: chunks, signal: new AbortController().signal };
    const list: OrderedList =
      terms === undefined
        ? { kind: 'company', listed: readCompanyList(sent, { openTable }), withLists: order.withLists }
        : {
            kind: 'person',
            listed: readPeopleList(sent, { openTable, today: toBrazilDay(systemClock.nowMs()) }),
            ...terms,
          };
    return await watches.create({ key, webhookId, idempotencyKey: null, list });
  } catch (error) {
    throw toOperatorError(error, file);
  }
}

function requireScope({ scopes }: KeyRecord, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new OperatorError(`With this key nobody could read what changed: it lacks the scope ${scope}.`);
}

function readTerms(order: WatchFileOrder, key: KeyRecord, purposes: readonly string[]) {
  const { until, purpose: named, legalBasis: basis } = order;
  if (named !== null && !purposes.includes(named))
    throw new OperatorError(`--purpose is one of audit.purposes: ${purposes.join(', ')}`);
  const isKnown = (word: string): word is LegalBasis => (legalBases as readonly string[]).includes(word);
  if (basis !== null && !isKnown(basis)) throw new OperatorError(`--legal-basis is one of: ${legalBases.join(', ')}`);
  if (until !== null && !isRealDay(until)) throw new OperatorError('--until is a day: YYYY-MM-DD');
  const own = key.purpose !== null && purposes.includes(key.purpose) ? key.purpose : null;
  const purpose = named ?? own;
  return { purpose, legalBasis: basis, until };
}

function toOperatorError(error: unknown, file: string): unknown {
  if (error instanceof TableError) return new OperatorError(`${file}: ${error.message}`);
  if (error instanceof AppError && error.code === 'purpose_required')
    return new OperatorError('Watching people needs a purpose and a legal basis: --purpose and --legal-basis.');
  if (error instanceof AppError)
    return new OperatorError(error.detail?.en ?? errorKinds[error.code as keyof typeof errorKinds].detail);
  return error;
}
