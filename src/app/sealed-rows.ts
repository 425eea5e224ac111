// Sealed rows that are opened among many others. One that does not open, because somebody changed it or a disk lost a bit of it, is told and
// left out: it keeps nobody from the rest.

import type { SealedTableName } from './kept/stores.ts';
import { DamagedSealError, type Seal } from './seal.ts';

export interface DamagedRow {
  readonly table: SealedTableName;
  /** It never says anything of a person. */
  readonly id: string;
}

export interface RowSeal extends Seal {
  /** Returns undefined if a seal that `open` opens does not open. The function then reports the row. */
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

/** The class records each row once for code that looks at the same rows several times. */
export class DamagedRows {
  readonly #rows = new Map<string, DamagedRow>();

  readonly add = (row: DamagedRow): void => {
    this.#rows.set(`${row.table} ${row.id}`, row);
  };

  list(): readonly DamagedRow[] {
    return [...this.#rows.values()];
  }
}
