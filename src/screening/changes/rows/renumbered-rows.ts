// Rows that both editions have, under different numbers: publishers renumber, and that tells nothing about anybody.

/** A row that stands in one of the editions alone. */
interface LoneRow {
  /** The digest of all that it says but its number. */
  readonly content: string;
  /** It begins or ends between the two days. */
  readonly hasTurned: boolean;
}

/** Rows whose content the others do not have, or not as often; of several alike the last ones. */
export function withoutRenumbered<Row extends LoneRow>(
  rows: readonly Row[],
  others: readonly LoneRow[],
): readonly Row[] {
  const counts = new Map<string, number>();
  for (const { content } of others) counts.set(content, (counts.get(content) ?? 0) + 1);
  return rows.filter(({ content, hasTurned }) => {
    const count = counts.get(content) ?? 0;
    counts.set(content, count - 1);
    return hasTurned || count <= 0;
  });
}
