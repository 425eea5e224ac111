// The end of a chain as the machine that wrote it remembers it, apart from the audit.

export interface RememberedHead {
  readonly chain: string;
  readonly sequence: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** `heads` counts the heads that the chain had then. The field is absent if an anchor stated the end. */
  readonly heads?: number;
}
