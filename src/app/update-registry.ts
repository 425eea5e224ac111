// The monthly update as a use case: is there a newer month, is all of it here, then import it. Made for cron: it changes nothing
// unless a whole new month was imported, and says in one word what it did.

import type { ImportedSnapshot } from './import-registry.ts';

export type FileOutcome =
  | { readonly kind: 'downloaded' | 'already_here'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly name: string; readonly reason: string };

export interface MonthDownload {
  /** YYYY-MM */
  readonly month: string;
  readonly folder: string;
  /** Every needed file is published and on the disk, whole. */
  readonly complete: boolean;
  readonly files: readonly FileOutcome[];
  /** Needed files that the share does not list: the month is still being published, or was withdrawn. */
  readonly notPublished: readonly string[];
}

/** Hears how a download goes. */
export interface DownloadWatch {
  onStart(files: number, bytes: number): void;
  /** Negative when bytes on the disk turned out to be of no use. */
  onBytes(bytes: number): void;
  onFile(outcome: FileOutcome): void;
  onRetry(what: string, reason: string): void;
}

/** The months that the Receita Federal publishes, and the folder that they are downloaded to. */
export interface PublishedMonths {
  getNewest(): Promise<string>;
  download(month: string): Promise<MonthDownload>;
  /** Deletes the downloaded files of the month. */
  discard(month: string): Promise<void>;
}

export interface UpdateParts {
  readonly months: PublishedMonths;
  /** The day of the live data; undefined when nothing is live or it cannot be read. */
  readonly liveDataAsOf: string | undefined;
  readonly importFolder: (folder: string) => Promise<ImportedSnapshot>;
  readonly keepFiles: boolean;
}

export type UpdateOutcome =
  | { readonly kind: 'up_to_date'; readonly month: string; readonly dataAsOf: string }
  | { readonly kind: 'partial'; readonly download: MonthDownload }
  | { readonly kind: 'updated'; readonly month: string; readonly draft: ImportedSnapshot };

export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
}

export async function updateRegistry(parts: UpdateParts): Promise<UpdateOutcome> {
  const { months, liveDataAsOf } = parts;
  const month = await months.getNewest();
  // The folder of a month carries the month in which its files were extracted.
  if (liveDataAsOf !== undefined && liveDataAsOf.slice(0, month.length) >= month) {
    return { kind: 'up_to_date', month, dataAsOf: liveDataAsOf };
  }
  const download = await months.download(month);
  if (!download.complete) return { kind: 'partial', download };
  const draft = await parts.importFolder(download.folder);
  if (!parts.keepFiles) await months.discard(month);
  return { kind: 'updated', month, draft };
}
