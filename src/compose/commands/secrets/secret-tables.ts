// Every table of the databases of which a secret has sealed or signed something, and how that is made anew. A test compares this list with
// the schemas of both engines: a column that is missing here would be lost when a generation is retired.

import { filePlace, toFilePlace } from '../../../app/batches/batch-file.ts';
import { toInputPlace, toResultPlace } from '../../../app/batches/batch-row.ts';
import { toBodyPlace } from '../../../app/events/new-event.ts';
import { toCallPlace } from '../../../app/idempotency/answer-once.ts';
import { createKeyChecksum } from '../../../app/keys/key-checksum.ts';
import { toPasskeyPlace } from '../../../app/operators/passkeys/passkey-row.ts';
import { type ProvenTable, type ProvenTableName, provenTableNames, provenTables } from '../../../app/proven-tables.ts';
import { createRowProof, type StoredRow } from '../../../app/row-proof.ts';
import { toClearancePlace } from '../../../app/screening/clearances/sealed-judgement.ts';
import { createSealOfAll, type Seal } from '../../../app/seal.ts';
import type { KeptRow, Renewal, SecretTable } from '../../../app/secrets/renew-rows.ts';
import { toChangePlace } from '../../../app/watches/told-changes.ts';
import { toListPlace } from '../../../app/watches/watched-person.ts';
import { toEndpointPlace } from '../../../app/webhooks/endpoint.ts';
import { deriveAnswerKeys } from '../../../sources/protect/kept/answer-keys.ts';
import { fromRow, type KeyRow } from '../../../stores/key-rows/key-row.ts';
import type { Purpose } from '../../../stores/secrets/purposes.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { rowProofPurpose, type SealPurpose } from '../../parts/stores.ts';

/** Of one column. */
type ColumnRenewal =
  | { readonly kind: 'newest' | 'unreadable' }
  | { readonly kind: 'older'; readonly renewed: Uint8Array };

/** Of one purpose: what the newest generation makes, and what an older one has made. */
interface Generations<Made> {
  readonly newest: Made;
  readonly older: Made;
}

function toGenerations<Made>(
  secret: MasterSecret,
  purpose: Purpose,
  make: (secrets: () => readonly Uint8Array[]) => Made,
): Generations<Made> {
  const all = secret.deriveFresh(purpose, 32);
  return { newest: make(() => all.slice(0, 1)), older: make(() => all.slice(1)) };
}

function renewSealed({ newest, older }: Generations<Seal>, sealed: Uint8Array, place: string): ColumnRenewal {
  if (opens(newest, sealed, place)) return { kind: 'newest' };
  if (!opens(older, sealed, place)) return { kind: 'unreadable' };
  return { kind: 'older', renewed: newest.close(older.openBytes(sealed, place), place) };
}

function toRenewal(of: ColumnRenewal, column = 'sealed'): Renewal {
  return of.kind === 'older' ? { kind: 'older', renewed: { [column]: of.renewed } } : of;
}

function opens(seal: Seal, sealed: Uint8Array, place: string): boolean {
  try {
    seal.openBytes(sealed, place);
    return true;
  } catch {
    return false;
  }
}

interface SealedColumn {
  readonly key: readonly string[];
  readonly column: string;
  readonly purpose: SealPurpose;
  readonly toPlace: (row: KeptRow) => string;
}

const text = (row: KeptRow, name: string) => String(row[name]);
const count = (row: KeptRow, name: string) => Number(row[name]);
const id = (row: KeptRow) => text(row, 'id');
const toInput = (row: KeptRow) =>
  count(row, 'first_row') === filePlace
    ? toFilePlace(text(row, 'batch_id'))
    : toInputPlace(text(row, 'batch_id'), count(row, 'first_row'));
const body = { column: 'sealed_body', purpose: 'webhook', toPlace: (row: KeptRow) => toBodyPlace(id(row)) } as const;

const sealedColumns: Readonly<Record<string, SealedColumn>> = {
  operators: { key: ['id'], column: 'sealed_totp', purpose: 'operator-totp', toPlace: id },
  operator_passkeys: {
    ...{ key: ['id'], column: 'sealed', purpose: 'operator-passkey' },
    toPlace: (row) =>
      toPasskeyPlace({ id: id(row), operatorId: text(row, 'operator_id'), credentialId: text(row, 'credential_id') }),
  },
  webhook_endpoints: {
    ...{ key: ['id'], column: 'sealed', purpose: 'webhook' },
    toPlace: (row) => toEndpointPlace(id(row)),
  },
  webhook_deliveries: { key: ['id'], ...body },
  events: { key: ['key_id', 'number'], ...body },
  batch_inputs: { key: ['batch_id', 'first_row'], column: 'sealed', purpose: 'batch', toPlace: toInput },
  batch_rows: {
    ...{ key: ['batch_id', 'row_number'], column: 'sealed', purpose: 'batch' },
    toPlace: (row) => toResultPlace(text(row, 'batch_id'), count(row, 'row_number')),
  },
  watch_lists: {
    ...{ key: ['watch_id', 'part'], column: 'sealed', purpose: 'watch' },
    toPlace: (row) => toListPlace(text(row, 'watch_id'), count(row, 'part')),
  },
  watch_changes: {
    ...{ key: ['watch_id', 'number'], column: 'sealed', purpose: 'watch' },
    toPlace: (row) => toChangePlace(text(row, 'watch_id'), count(row, 'number')),
  },
  idempotent_calls: {
    ...{ key: ['id'], column: 'sealed_answer', purpose: 'idempotency-answer' },
    toPlace: (row) => toCallPlace({ id: id(row), fingerprint: text(row, 'fingerprint') }),
  },
  clearances: {
    ...{ key: ['id'], column: 'sealed', purpose: 'clearance' },
    toPlace: (row) => toClearancePlace(id(row)),
  },
};

export function toSecretTables(secret: MasterSecret): readonly SecretTable[] {
  return [
    toKeys(secret),
    toReplacedHashes(secret),
    toBoughtAnswers(secret),
    ...Object.keys(sealedColumns)
      .filter((table) => !isProven(table))
      .map((table) => toSealedTable(secret, table)),
    ...provenTableNames.map((table) => toProvenTable(secret, table)),
  ];
}

function isProven(table: string): table is ProvenTableName {
  return Object.hasOwn(provenTables, table);
}

function toSealedTable(secret: MasterSecret, table: string): SecretTable {
  const { key, column } = sealedColumns[table] as SealedColumn;
  const renewColumn = toRenewColumn(secret, table);
  return {
    table,
    key,
    columns: [column],
    renew: (row) => toRenewal(renewColumn(row), column),
  };
}

/** Its checksum covers what is sealed. A row that nobody of ours wrote keeps the checksum that refuses it, whoever seals it anew. */
function toProvenTable(secret: MasterSecret, table: ProvenTableName): SecretTable {
  const { newest, older } = toGenerations(secret, rowProofPurpose, (secrets) => createRowProof(secrets, () => {}));
  const { key, where }: ProvenTable = provenTables[table];
  const column = sealedColumns[table]?.column;
  const renewColumn = column === undefined ? (): ColumnRenewal => ({ kind: 'newest' }) : toRenewColumn(secret, table);
  return {
    table,
    key,
    ...(where !== undefined && { where }),
    columns: [...(column === undefined ? [] : [column]), 'checksum'],
    renew(kept) {
      const row = kept as typeof kept & StoredRow;
      const sealed = renewColumn(kept);
      const isNewest = newest.holds(table, row);
      const isOurs = isNewest || older.holds(table, row);
      const renewed = column !== undefined && sealed.kind === 'older' ? { [column]: sealed.renewed } : {};
      if (isOurs && !(isNewest && sealed.kind !== 'older')) {
        return { kind: 'older', renewed: { ...renewed, checksum: newest.sign(table, { ...row, ...renewed }) } };
      }
      if (sealed.kind === 'older') return { kind: 'older', renewed };
      return isOurs ? sealed : { kind: 'unreadable' };
    },
  };
}

function toRenewColumn(secret: MasterSecret, table: string): (row: KeptRow) => ColumnRenewal {
  const { column, purpose, toPlace } = sealedColumns[table] as SealedColumn;
  const seals = toGenerations(secret, purpose, createSealOfAll);
  return (row) => {
    const sealed = row[column] as Uint8Array | null;
    return sealed === null ? { kind: 'newest' } : renewSealed(seals, sealed, toPlace(row));
  };
}

function toKeys(secret: MasterSecret): SecretTable {
  const { newest, older } = toGenerations(secret, 'api-key-record', createKeyChecksum);
  return {
    table: 'api_keys',
    key: ['id'],
    columns: ['checksum'],
    renew(kept) {
      const row = kept as unknown as KeyRow;
      const record = fromRow(row);
      if (newest.isRight(record, row.hash, row.checksum)) return { kind: 'newest' };
      if (!older.isRight(record, row.hash, row.checksum)) return { kind: 'unreadable' };
      return { kind: 'older', renewed: { checksum: newest.sign(record, row.hash) } };
    },
  };
}

function toReplacedHashes(secret: MasterSecret): SecretTable {
  const { newest, older } = toGenerations(secret, 'api-key-record', createKeyChecksum);
  return {
    table: 'replaced_hashes',
    key: ['hash'],
    columns: ['checksum'],
    renew({ hash, key_id, until_ms, checksum }) {
      const replaced = { hash: String(hash), keyId: String(key_id), untilMs: Number(until_ms) };
      if (newest.isReplacedRight(replaced, checksum as Uint8Array)) return { kind: 'newest' };
      if (!older.isReplacedRight(replaced, checksum as Uint8Array)) return { kind: 'unreadable' };
      return { kind: 'older', renewed: { checksum: newest.signReplaced(replaced) } };
    },
  };
}

/** Sealed anew under their old names, which nobody can make anew without the question. */
function toBoughtAnswers(secret: MasterSecret): SecretTable {
  const pending = toGenerations(secret, 'pending', createSealOfAll);
  const [newest, ...older] = secret.deriveFresh('bought-answers', 32).map(deriveAnswerKeys);
  return {
    table: 'bought_answers',
    key: ['name'],
    columns: ['sealed'],
    renew(row) {
      const [name, sealed] = [String(row['name']), row['sealed'] as Uint8Array];
      // The id of a call of a party, in clear.
      if (name.startsWith('call ')) return { kind: 'newest' };
      if (name.startsWith('pending ') || name.startsWith('waiter '))
        return toRenewal(renewSealed(pending, sealed, name));
      if (newest === undefined) return { kind: 'unreadable' };
      const seals = older.map(({ toSeal }) => toSeal(name));
      const olderSeal = seals.find((seal) => opens(seal, sealed, name)) ?? createSealOfAll(() => []);
      return toRenewal(renewSealed({ newest: newest.toSeal(name), older: olderSeal }, sealed, name));
    },
  };
}
