// All that Confere keeps, a line for each store. SECURITY.md is made from it. `privacy report` and `privacy erase` go through the stores that hold
// people. The rights, the move, the checksums, the seals and the examinations of the tables follow from it. A test compares it with the schemas.
// What moves first stands first: a batch that has arrived is worked on, and needs its key.

import { auditStores, headStores } from './audit.ts';
import { batchStores } from './batches.ts';
import { fileStores, personalStores, stateStores } from './beside.ts';
import { clearanceStores } from './clearances.ts';
import { databaseStores } from './database.ts';
import { eventStores } from './events.ts';
import { keyStores, usageStores } from './keys.ts';
import { operatorStores } from './operators.ts';
import { requestStores } from './requests.ts';
import type { Store, Table } from './store.ts';
import { registrationStores, watchStores } from './watches.ts';

const stores = {
  ...auditStores,
  ...stateStores,
  ...keyStores,
  ...operatorStores,
  ...usageStores,
  ...registrationStores,
  ...requestStores,
  ...clearanceStores,
  ...batchStores,
  ...eventStores,
  ...watchStores,
  ...personalStores,
  ...headStores,
  ...databaseStores,
  ...fileStores,
} as const;

type All = typeof stores;
type NamesWhere<Asked> = {
  [Name in keyof All]: {
    [Each in keyof All[Name]['tables']]: All[Name]['tables'][Each] extends Asked ? Each : never;
  }[keyof All[Name]['tables']];
}[keyof All] &
  string;

export type TableName = NamesWhere<object>;
export type ProvenTableName = NamesWhere<{ readonly proven: readonly string[] }>;
export type SealedTableName = NamesWhere<{ readonly sealed: object }>;
export type ReconciledTable = NamesWhere<{ readonly reconciled: object }>;
export type SealedPurpose = {
  [Name in keyof All]: {
    [Each in keyof All[Name]['tables']]: All[Name]['tables'][Each] extends {
      readonly sealed: { readonly purpose: infer Purpose };
    }
      ? Purpose
      : never;
  }[keyof All[Name]['tables']];
}[keyof All] &
  string;
type KeptForName = {
  [Name in keyof All]: {
    [Each in keyof All[Name]['tables']]: All[Name]['tables'][Each] extends {
      readonly keptFor: { readonly as: infer Kind };
    }
      ? Kind
      : never;
  }[keyof All[Name]['tables']];
}[keyof All] &
  string;
export type PersonalDataName = {
  [Name in keyof All]: All[Name] extends { readonly personal: object } ? Name : never;
}[keyof All];

const allTables = Object.values(stores).flatMap((store: Store) => Object.entries(store.tables));

/** Every table of every database. */
export const tables = Object.fromEntries(allTables) as {
  readonly [Name in TableName]: Table & (Name extends ReconciledTable ? Required<Pick<Table, 'reconciled'>> : unknown);
};

export interface ProvenTable {
  /** `key` lists the columns that identify and name a row. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly where?: string;
}

/** `sharedTables` lists the tables that nodes share in PostgreSQL, including the windows of a table. */
export const sharedTables = toShared(allTables);

/** `erasedTables` lists the PostgreSQL tables in which an erasure replaces or deletes something. */
export const erasedTables: readonly string[] = Object.values<Store>(stores).flatMap((store) =>
  toShared(Object.entries(store.tables).filter(([, { isErased }]) => isErased ?? store.personal !== undefined)).map(
    ([name]) => name,
  ),
);

/** The tables whose rows decide something and carry a checksum for it. Keys have a checksum of their own (`app/keys/key-checksum`). */
export const provenTables = Object.fromEntries(
  allTables.flatMap(([name, { key = [], proven, where }]) =>
    proven === undefined ? [] : [[name, { key, columns: proven, ...(where !== undefined && { where }) }]],
  ),
) as Readonly<Record<ProvenTableName, ProvenTable>>;
export const provenTableNames = Object.keys(provenTables) as readonly ProvenTableName[];

/** Rows of these are sealed, each under the name of its purpose. */
export const sealedTables = Object.fromEntries(allTables.filter(([, { sealed }]) => sealed !== undefined)) as Readonly<
  Record<SealedTableName, Table & Required<Pick<Table, 'key' | 'sealed'>>>
>;

/** `sealedPurposes` lists the purposes for which table rows are sealed. */
export const sealedPurposes = [
  ...new Set(Object.values<Table>(sealedTables).flatMap(({ sealed }) => sealed?.purpose ?? [])),
] as readonly SealedPurpose[];

/** The tables whose rows go after a time. */
export const tablesKeptFor = allTables.flatMap(([name, { keptFor }]) =>
  keptFor === undefined ? [] : [{ name, ...keptFor, as: keptFor.as as KeptForName }],
);

/** The setting that says for how long, of each kind. */
export const keptForSettings = Object.fromEntries(
  tablesKeptFor.map((kept) => [kept.as, kept.setting]).sort(),
) as Readonly<Record<KeptForName, string>>;

/** `faultTables` lists the tables whose row faults are reported. Keys have a checksum of their own, and a missing batch result counts as a fault. */
export const faultTables = ['api_keys', 'batch_rows', ...provenTableNames] as const;
export type FaultTable = (typeof faultTables)[number];

/** `reconciledTables` lists the tables whose rows appear in the acts of the audit. */
export const reconciledTables = allTables.flatMap(([name, { reconciled }]) =>
  reconciled === undefined ? [] : [name],
) as readonly ReconciledTable[];

/** `personalData` holds the stores that contain data about people who were asked about. */
export const personalData = Object.fromEntries(
  Object.entries(stores).filter(([, store]: [string, Store]) => store.personal !== undefined),
) as Readonly<Record<PersonalDataName, Store & Required<Pick<Store, 'personal'>>>>;

/** `keptData` lists the stores in the order of SECURITY.md. Stores with personal data come first. */
export const keptData: readonly Store[] = [
  ...Object.values(personalData),
  ...Object.values(stores).filter((store: Store) => store.personal === undefined),
];

function toShared(listed: readonly (readonly [string, Table])[]): readonly (readonly [name: string, Table])[] {
  return listed
    .filter(([name, table]) => table.in !== 'sqlite' && !name.startsWith('audit.db:'))
    .flatMap(([name, table]) => [[name, table], ...listWindows(name, table)]);
}

/** Emptied as a whole once all that is in it has expired. */
function listWindows(name: string, { windows = 0 }: Table): readonly (readonly [string, Table])[] {
  const window = { rights: 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE', moved: 'with the table above it' };
  return Array.from({ length: windows }, (_, index) => [`${name}_${index}`, window] as const);
}
