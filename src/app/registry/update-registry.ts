// The monthly update: which month is newer, and what is noted of it. Made for cron: it changes nothing unless a whole new month was
// imported, and says in one word what it did.

import type { FileOutcome } from '../datasets/download-watch.ts';
import { settle } from '../datasets/judgement.ts';
import { updateDataset } from '../datasets/update-dataset.ts';
import type { ImportedSnapshot } from './import-registry.ts';

/** A month as the share lists it. */
export interface MonthListing {
  /** YYYY-MM */
  readonly month: string;
  /** Needed files that the share does not list: the month is still being published, or was withdrawn. */
  readonly notPublished: readonly string[];
  /** Changes with every file that is published anew, in size or version. */
  readonly fingerprint: string;
}

export interface MonthDownload extends MonthListing {
  readonly folder: string;
  /** Every needed file is published and on the disk, whole. */
  readonly complete: boolean;
  readonly files: readonly FileOutcome[];
}

/** The months that the Receita Federal publishes, and the folder that they are downloaded to. */
export interface PublishedMonths {
  /** Newest first; never empty. */
  list(): Promise<readonly string[]>;
  describe(month: string): Promise<MonthListing>;
  download(month: string): Promise<MonthDownload>;
  /** Deletes the downloaded files of the month. */
  discard(month: string): Promise<void>;
  /** Deletes one of them, so that the next download fetches it again. */
  discardFile(path: string): Promise<void>;
}

export interface LiveMonth {
  /** The day of the live data. */
  readonly dataAsOf: string;
  /** The snapshot was downloaded from this listing; undefined if it was imported by hand. */
  readonly published: Pick<MonthListing, 'month' | 'fingerprint'> | undefined;
}

export interface UpdateParts {
  readonly months: PublishedMonths;
  /** The value is undefined if no snapshot is live or the live one cannot be read. */
  readonly live: LiveMonth | undefined;
  /** A rollback holds: only a month that is asked for by name is imported. */
  readonly held: boolean;
  /** The month that was asked for; otherwise the newest. */
  readonly month: string | undefined;
  readonly overridden: readonly string[];
  readonly importFolder: (folder: string) => Promise<ImportedSnapshot>;
  /** Notes what the snapshot was made from, so that a later run knows whether that was published anew. */
  readonly recordPublished: (snapshot: string, published: Pick<MonthListing, 'month' | 'fingerprint'>) => void;
  readonly keepFiles: boolean;
  readonly signal: AbortSignal;
}

export type UpdateOutcome =
  | { readonly kind: 'up_to_date'; readonly month: string; readonly dataAsOf: string }
  | { readonly kind: 'held'; readonly dataAsOf: string | undefined }
  | { readonly kind: 'partial'; readonly download: MonthDownload }
  | { readonly kind: 'updated'; readonly month: string; readonly draft: ImportedSnapshot };

export function isPublishedMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
}

export async function updateRegistry(parts: UpdateParts): Promise<UpdateOutcome> {
  const { months, live } = parts;
  let month: string | undefined;
  const downloads: MonthDownload[] = [];
  const update = await updateDataset<ImportedSnapshot>(
    {
      isHeld: parts.held && parts.month === undefined,
      async download() {
        month ??= parts.month === undefined ? await findNewer(parts) : await checkAsked(parts, parts.month);
        if (month === undefined) return false;
        const download = await months.download(month);
        downloads.push(download);
        return download.complete;
      },
      async import() {
        const { month, fingerprint, folder } = downloads.at(-1) as MonthDownload;
        const draft = await parts.importFolder(folder);
        parts.recordPublished(draft.id, { month, fingerprint });
        if (!parts.keepFiles) await months.discard(month);
        return draft;
      },
      discard: months.discardFile,
    },
    parts.overridden,
    parts.signal,
  );
  const download = downloads.at(-1);
  if (update.kind === 'held') return { kind: 'held', dataAsOf: live?.dataAsOf };
  if (download === undefined) {
    const newest = parts.month ?? ((await months.list())[0] as string);
    return { kind: 'up_to_date', month: newest, dataAsOf: live?.dataAsOf ?? '' };
  }
  return update.kind === 'updated'
    ? { kind: 'updated', month: download.month, draft: update.imported }
    : { kind: 'partial', download };
}

/**
 * The newest month that is whole and is not what is live. A month that is still being published must not keep an older one
 * away that is whole: the newest is only chosen in part where nothing else is left to do.
 */
async function findNewer({ months, live }: UpdateParts): Promise<string | undefined> {
  const liveMonth = toLiveMonth(live);
  let partial: string | undefined;
  for (const month of await months.list()) {
    if (liveMonth !== undefined && (month < liveMonth || (month === liveMonth && live?.published === undefined))) break;
    const listing = await months.describe(month);
    if (isSame(live, listing)) break;
    if (listing.notPublished.length === 0) return month;
    partial ??= month;
  }
  return partial;
}

async function checkAsked({ months, live, overridden }: UpdateParts, month: string): Promise<string | undefined> {
  const liveMonth = toLiveMonth(live);
  if (liveMonth !== undefined && month < liveMonth) {
    const sentence = `${month} is older than the live data of ${live?.dataAsOf}: older data would replace newer.`;
    const portuguese = `${month} é mais antigo que os dados em uso, de ${live?.dataAsOf}: dados mais antigos tomariam o lugar dos mais recentes.`;
    settle([{ name: 'older_data', sentence, portuguese }], overridden);
  }
  return isSame(live, await months.describe(month)) ? undefined : month;
}

/** A month may be published in a folder that is named later than the day of its data. */
function toLiveMonth(live: LiveMonth | undefined): string | undefined {
  return live?.published?.month ?? live?.dataAsOf.slice(0, 'YYYY-MM'.length);
}

function isSame(live: LiveMonth | undefined, listing: MonthListing): boolean {
  return live?.published?.month === listing.month && live.published.fingerprint === listing.fingerprint;
}
