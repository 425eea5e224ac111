// Goes through every row of everything that a secret has sealed or signed, and seals anew what an older generation has. Whenever it is
// killed, each row is as before or as after: running it again goes on.

/** A row of a table, by its columns. */
export type KeptRow = Readonly<Record<string, unknown>>;

/** A renewal tells whether an older generation sealed the row. If so, it carries the values that are sealed anew. */
export type Renewal =
  | { readonly kind: 'newest' }
  | { readonly kind: 'older'; readonly renewed: RenewedValues }
  /** No generation opens it: it was lost before, and loses nothing now. */
  | { readonly kind: 'unreadable' };

/** The record holds the renewed values, keyed by column. */
export type RenewedValues = Readonly<Record<string, Uint8Array>>;

/** Rows of one table, and the columns of it that a secret has made. */
export interface SecretTable {
  readonly table: string;
  /** These columns identify a row, as PostgreSQL names them. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The condition selects the rows that count; without it all rows count. */
  readonly where?: string;
  renew(row: KeptRow): Renewal;
}

export interface RenewedRow {
  readonly row: KeptRow;
  readonly values: RenewedValues;
}

/** The interface pages through rows of one kind. */
export interface KeptRows {
  readonly name: string;
  pages(): AsyncIterable<readonly KeptRow[]>;
  renew(row: KeptRow): Renewal;
  /** All but those that somebody else has changed since they were read. */
  replace(rows: readonly RenewedRow[]): Promise<void>;
}

export interface RenewedCount {
  readonly name: string;
  readonly rows: number;
  /** `older` counts the rows under an older generation. */
  readonly older: number;
  readonly unreadable: number;
}

/**
 * The renewal stops after this many passes. A concurrent writer changes rows, which need another look, and a process with an older secret would
 * continue forever.
 */
const passesMax = 5;

/** Counts, and changes nothing. */
export async function countOlder(kept: KeptRows, onProgress?: (rows: number) => void): Promise<RenewedCount> {
  return goThrough(kept, async () => {}, onProgress);
}

/** Gives what is left, which is nothing unless others seal with an older secret all the time. */
export async function renewRows(kept: KeptRows, onProgress?: (rows: number) => void): Promise<RenewedCount> {
  for (let pass = 1; ; pass++) {
    const found = await goThrough(kept, (rows) => kept.replace(rows), onProgress);
    if (found.older === 0 || pass === passesMax) return found;
  }
}

async function goThrough(
  kept: KeptRows,
  take: (rows: readonly RenewedRow[]) => Promise<void>,
  onProgress: ((rows: number) => void) | undefined,
): Promise<RenewedCount> {
  let [rows, older, unreadable] = [0, 0, 0];
  for await (const page of kept.pages()) {
    const renewed: RenewedRow[] = [];
    for (const row of page) {
      const renewal = kept.renew(row);
      if (renewal.kind === 'older') renewed.push({ row, values: renewal.renewed });
      if (renewal.kind === 'unreadable') unreadable++;
    }
    rows += page.length;
    older += renewed.length;
    if (renewed.length > 0) await take(renewed);
    onProgress?.(rows);
  }
  return { name: kept.name, rows, older, unreadable };
}
