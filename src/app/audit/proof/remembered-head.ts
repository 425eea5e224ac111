// The end of a chain as the machine that wrote it remembers it, apart from the audit.

export interface RememberedHead {
  readonly chain: string;
  readonly sequence: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** How many heads the chain had then; not there where an older version, or an anchor, told the end. */
  readonly heads?: number;
}
