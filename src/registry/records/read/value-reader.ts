// How values are read out of a record, in whichever format its bytes lie: in the order in which the rows of the import hold them.

/** `column` is where the first format keeps values of the kind; in the second one, the values of a row lie one behind the other. */
export interface ValueReader {
  one(column: number): number;
  two(column: number): number;
  three(column: number): number;
  four(column: number): number;
  varint(column: number): number;
  text(column: number): string | null;
}
