// Every table of the databases of which a secret has sealed or signed something, and how that is made anew. A test compares this list with
// the schemas of both engines: a column that is missing here would be lost when a generation is retired.

import type { SealedColumn } from '../../../app/kept/store.ts';
import {
  type ProvenTableName,
  provenTableNames,
  provenTables,
  type SealedPurpose,
  type SealedTableName,
  sealedTables,
  tables,
} from '../../../app/kept/stores.ts';
import { createKeyChecksum } from '../../../app/keys/key-checksum.ts';
import { createRowProof, type StoredRow } from '../../../app/row-proof.ts';
import { createSealOfAll, type Seal } from '../../../app/seal.ts';
import type { KeptRow, Renewal, SecretTable } from '../../../app/secrets/renew-rows.ts';
import { deriveAnswerKeys } from '../../../sources/protect/kept/answer-keys.ts';
import { fromRow, type KeyRow } from '../../../stores/key-rows/key-row.ts';
import type { Purpose } from '../../../stores/secrets/purposes.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { rowProofPurpose } from '../../parts/stores.ts';

/** The result concerns one column. */
type ColumnRenewal =
  | { readonly kind: 'newest' | 'unreadable' }
  | { readonly kind: 'older'; readonly renewed: Uint8Array };

/** `newest` handles the output of the newest generation for one purpose, and `older` that of an older one. */
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

export function toSecretTables(secret: MasterSecret): readonly SecretTable[] {
  return [
    toKeys(secret),
    toReplacedHashes(secret),
    toBoughtAnswers(secret),
    ...(Object.keys(sealedTables) as SealedTableName[])
      .filter((table) => !isProven(table))
      .map((table) => toSealedTable(secret, table)),
    ...provenTableNames.map((table) => toProvenTable(secret, table)),
  ];
}

function isProven(table: string): table is ProvenTableName {
  return Object.hasOwn(provenTables, table);
}

function toSealedTable(secret: MasterSecret, table: SealedTableName): SecretTable {
  const { key, sealed } = sealedTables[table];
  const { column } = sealed;
  const renewColumn = toRenewColumn(secret, sealed);
  return {
    table,
    key,
    columns: [column],
    renew: (row) => toRenewal(renewColumn(row), column),
  };
}

/**
 * Describes a proven table: the checksum covers the sealed content. A row that a stranger wrote keeps its refused checksum when it is sealed anew.
 */
function toProvenTable(secret: MasterSecret, table: ProvenTableName): SecretTable {
  const { newest, older } = toGenerations(secret, rowProofPurpose, (secrets) => createRowProof(secrets, () => {}));
  const { key, where } = provenTables[table];
  const of: SealedColumn | undefined = tables[table].sealed;
  const column = of?.column;
  const renewColumn = of === undefined ? (): ColumnRenewal => ({ kind: 'newest' }) : toRenewColumn(secret, of);
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

function toRenewColumn(
  secret: MasterSecret,
  { column, purpose, place }: SealedColumn,
): (row: KeptRow) => ColumnRenewal {
  const seals = toGenerations(secret, purpose as SealedPurpose, createSealOfAll);
  return (row) => {
    const sealed = row[column] as Uint8Array | null;
    return sealed === null ? { kind: 'newest' } : renewSealed(seals, sealed, place(row));
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

/** Describes bought answers. They are sealed anew under their old names, which cannot be derived again without the question. */
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
