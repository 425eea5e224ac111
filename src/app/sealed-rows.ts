// Sealed rows that are opened among many others. One that does not open, because somebody changed it or a disk lost a bit of it, is told and
// left out: it keeps nobody from the rest.

import { DamagedSealError, type Seal } from './seal.ts';

/** As the databases call them. */
export const sealedTables = [
  'batch_inputs',
  'batch_rows',
  'clearances',
  'events',
  'idempotent_calls',
  'watch_changes',
  'watch_lists',
  'webhook_deliveries',
] as const;

export interface DamagedRow {
  readonly table: (typeof sealedTables)[number];
  /** It never says anything of a person. */
  readonly id: string;
}

export interface RowSeal extends Seal {
  /** Undefined where a seal that is opened meanwhile does not open: the row is told then. */
  findOpened<Opened>(row: DamagedRow, open: () => Opened): Opened | undefined;
}

export function withDamageTold(seal: Seal, onDamaged: (row: DamagedRow) => void): RowSeal {
  return {
    ...seal,
    findOpened(row, open) {
      try {
        return open();
      } catch (error) {
        if (!(error instanceof DamagedSealError)) throw error;
        onDamaged(row);
        return undefined;
      }
    },
  };
}

/** Each row once, for whoever looks at the same rows several times. */
export class DamagedRows {
  readonly #rows = new Map<string, DamagedRow>();

  readonly add = (row: DamagedRow): void => {
    this.#rows.set(`${row.table} ${row.id}`, row);
  };

  list(): readonly DamagedRow[] {
    return [...this.#rows.values()];
  }
}
