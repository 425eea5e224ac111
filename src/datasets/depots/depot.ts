// Where snapshots are shared between machines, as the rest of this room sees it: named objects of a few megabytes that appear whole
// or not at all. A folder, a plain HTTP server and S3-compatible storage are such depots.

export interface Depot {
  /** For messages; without credentials. */
  readonly address: string;
  /** Undefined where there is no such object. Throws a DepotFault, or what the signal says. */
  read(name: string, bytesMax: number, signal: AbortSignal): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

export interface StoredObject {
  readonly name: string;
  readonly changedAtMs: number;
}

export interface WritableDepot extends Depot {
  /** Whether the object is there with this many bytes. */
  has(name: string, bytes: number, signal: AbortSignal): Promise<boolean>;
  /** Replaces what is there. Whoever reads meanwhile gets the old content or the new, never half of one. */
  write(name: string, content: Uint8Array, signal: AbortSignal): Promise<void>;
  /** What is there under names that begin so. Good for clearing away: nothing is believed because it is listed. */
  list(prefix: string, signal: AbortSignal): Promise<readonly StoredObject[]>;
  /** No fault where there is none. */
  remove(name: string, signal: AbortSignal): Promise<void>;
}

/** The reason completes the sentence "ADDRESS cannot be used: …". */
export class DepotFault extends Error {
  override readonly name = 'DepotFault';
  /** Whether another try may go better, and after which pause the other side asks for one. */
  readonly mayPass: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, options: { readonly mayPass: boolean; readonly retryAfterMs?: number | undefined }) {
    super(reason);
    this.mayPass = options.mayPass;
    this.retryAfterMs = options.retryAfterMs;
  }
}
