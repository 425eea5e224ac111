// Where snapshots are shared between machines, as the rest of this room sees it: named objects of a few megabytes that appear whole
// or not at all. A folder, a plain HTTP server and S3-compatible storage are such depots.

export interface Depot {
  /** Messages show this address, which contains no credentials. */
  readonly address: string;
  /** Returns undefined if there is no such object. Throws a DepotFault, or the reason of the signal. */
  read(name: string, bytesMax: number, signal: AbortSignal): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

export interface StoredObject {
  readonly name: string;
  readonly changedAtMs: number;
}

export interface WritableDepot extends Depot {
  /** Tells whether the object is there with this many bytes. */
  has(name: string, bytes: number, signal: AbortSignal): Promise<boolean>;
  /** Replaces the existing content. A concurrent reader gets the old content or the new, never half of one. */
  write(name: string, content: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Lists the objects whose names begin with the prefix. The result serves cleaning up: a listing alone proves nothing. */
  list(prefix: string, signal: AbortSignal): Promise<readonly StoredObject[]>;
  /** No fault where there is none. */
  remove(name: string, signal: AbortSignal): Promise<void>;
}

/** The reason completes the sentence "ADDRESS cannot be used: …". */
export class DepotFault extends Error {
  override readonly name = 'DepotFault';
  /** `mayPass` tells whether a retry may succeed; `retryAfterMs` is the pause that the other side requests. */
  readonly mayPass: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, options: { readonly mayPass: boolean; readonly retryAfterMs?: number | undefined }) {
    super(reason);
    this.mayPass = options.mayPass;
    this.retryAfterMs = options.retryAfterMs;
  }
}
