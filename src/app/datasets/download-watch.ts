// Hears how files go from one machine to another.

export type FileOutcome =
  | { readonly kind: 'downloaded' | 'already_here'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly name: string; readonly reason: string };

export interface DownloadWatch {
  onStart(files: number, bytes: number): void;
  /** Negative when bytes on the disk turned out to be of no use. */
  onBytes(bytes: number): void;
  onFile(outcome: FileOutcome): void;
  onRetry(what: string, reason: string): void;
}
