// Looks at every row that the service opens among others, and says which ones do not open. Rows of batches and of idempotent calls are gone
// after a day; nobody looks for those.

import { toBodyPlace } from '../../app/events/new-event.ts';
import { toClearancePlace } from '../../app/screening/clearances/sealed-judgement.ts';
import type { Seal } from '../../app/seal.ts';
import { type DamagedRow, withDamageTold } from '../../app/sealed-rows.ts';
import { toChangePlace } from '../../app/watches/told-changes.ts';
import { toListPlace } from '../../app/watches/watched-person.ts';
import type { AskRows } from '../proven-rows/read-rows.ts';

export type SealForRows = (purpose: 'clearance' | 'watch' | 'webhook') => Seal;

interface SealedTable {
  readonly purpose: Parameters<SealForRows>[0];
  /** In whose order they are read. */
  readonly key: readonly [string, string];
  /** What a row is called, and bound to, by two columns. */
  readonly named: readonly [string, string];
  readonly sealed: string;
  readonly toPlace: (id: string, number: number) => string;
}

const ofBody = { purpose: 'webhook', named: ['id', 'NULL'], sealed: 'sealed_body', toPlace: toBodyPlace } as const;
const ofWatch = { purpose: 'watch', sealed: 'sealed' } as const;
const [part, number] = [['watch_id', 'part'] as const, ['watch_id', 'number'] as const];
const byId = ['id', 'id'] as const;

const tables: Readonly<Partial<Record<DamagedRow['table'], SealedTable>>> = {
  clearances: { purpose: 'clearance', key: byId, named: ['id', 'NULL'], sealed: 'sealed', toPlace: toClearancePlace },
  events: { ...ofBody, key: ['key_id', 'number'] },
  watch_changes: { ...ofWatch, key: number, named: number, toPlace: toChangePlace },
  watch_lists: { ...ofWatch, key: part, named: part, toPlace: toListPlace },
  webhook_deliveries: { ...ofBody, key: byId },
};

interface SealedRow {
  readonly first: unknown;
  readonly second: unknown;
  readonly id: string;
  readonly number: number | null;
  readonly sealed: Uint8Array;
}

const portion = 200;

/** `schema` stands before the names of tables. */
export async function findDamaged(ask: AskRows, schema: '' | 'confere.', sealFor: SealForRows) {
  const damaged: DamagedRow[] = [];
  let count = 0;
  for (const [name, table] of Object.entries(tables)) {
    const { purpose, key, named, sealed: column, toPlace } = table;
    const seal = withDamageTold(sealFor(purpose), (row) => damaged.push(row));
    const select = `SELECT ${key[0]} AS first, ${key[1]} AS second, ${named[0]} AS id, ${named[1]} AS number, ${column} AS sealed
      FROM ${schema}${name}`;
    const order = ` ORDER BY ${key[0]}, ${key[1]} LIMIT ${portion}`;
    for (let last: SealedRow | undefined; ; ) {
      const after = last === undefined ? '' : ` WHERE (${key[0]}, ${key[1]}) > ($1, $2)`;
      const values = last === undefined ? [] : [last.first, last.second];
      const rows = await ask.list<SealedRow>(`${select}${after}${order}`, values);
      for (const { id, number: place, sealed } of rows) {
        const row = { table: name as DamagedRow['table'], id: place === null ? id : `${id}:${place}` };
        seal.findOpened(row, () => seal.open(sealed, toPlace(id, place ?? 0)));
      }
      count += rows.length;
      last = rows.at(-1);
      if (last === undefined || rows.length < portion) break;
    }
  }
  return { count, damaged };
}
