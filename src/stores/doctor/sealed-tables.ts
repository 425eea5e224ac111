// Looks at every sealed row, and says which ones do not open. Rows that are gone after a day are left out.

import type { Row } from '../../app/kept/store.ts';
import { type SealedPurpose, type SealedTableName, sealedTables } from '../../app/kept/stores.ts';
import type { Seal } from '../../app/seal.ts';
import { type DamagedRow, withDamageTold } from '../../app/sealed-rows.ts';
import { type AskRows, readTable } from '../proven-rows/read-rows.ts';

export type SealForRows = (purpose: SealedPurpose) => Seal;

const names = Object.keys(sealedTables) as readonly SealedTableName[];

export async function findDamaged(ask: AskRows, sealFor: SealForRows) {
  const damaged: DamagedRow[] = [];
  let count = 0;
  for (const table of names.filter((name) => sealedTables[name].sealed.isPassing !== true)) {
    const { key, sealed } = sealedTables[table];
    const seal = withDamageTold(sealFor(sealed.purpose as SealedPurpose), (row) => damaged.push(row));
    const where = `${sealed.column} IS NOT NULL`;
    for await (const row of readTable<Row>(ask, { name: table, key, where })) {
      const id = (sealed.named ?? key).map((column) => row[column]).join(':');
      seal.findOpened({ table, id }, () => seal.open(row[sealed.column] as Uint8Array, sealed.place(row)));
      count++;
    }
  }
  return { count, damaged };
}
