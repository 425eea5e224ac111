// A place for anchors: what is put there can be added to by this machine, and not taken back.

import type { KeptAnchor } from './anchor-document.ts';

export interface AnchorDestination {
  /** The settings and the metrics use this name. */
  readonly name: string;
  /** Messages show this address, which contains no credentials. */
  readonly address: string;
  /** Resolves once it is there for good. Throws an AnchorFault, or what the signal says. */
  put(text: string, madeAtMs: number, signal: AbortSignal): Promise<void>;
  /** All that was ever put there, or that of one day; undefined where it cannot be read back from here. Throws an AnchorFault for what cannot be read. */
  readonly read?: (day: string | undefined, signal: AbortSignal) => AsyncIterable<KeptAnchor>;
  close(): Promise<void>;
}

/** The reason completes the sentence "PLACE cannot be used: …". */
export class AnchorFault extends Error {
  override readonly name = 'AnchorFault';
}

/** Describes an error of a destination in our own words or by a code. */
export function toAnchorReason(error: unknown): string {
  if (error instanceof AnchorFault) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'it does not answer in time';
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}
