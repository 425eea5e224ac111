// The setting `audit.anchor`: the destinations that signed heads of the audit go to. Read here, opened by compose.

import { resolve } from 'node:path';
import { isMapping } from '../yaml-file.ts';
import { readSecretReference, type SecretReference } from './secret-address.ts';

/** A `Keeping` is a place for files: a folder, or an address that begins with `s3://`. */
export type Keeping =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly address: string;
      readonly mode: 'COMPLIANCE' | 'GOVERNANCE';
      /** A null value keeps the anchors for as long as the records. */
      readonly retainDays: number | null;
    };

export type AnchorSetting = { readonly name: string } & (
  | Keeping
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: SecretReference }
  | {
      readonly kind: 'rfc3161';
      readonly url: string;
      /** A PEM file: who vouches for the certificate of the authority. */
      readonly ca: string;
      readonly keep: Keeping;
    }
);

export const anchorForm =
  'a list of places, each of them `{ folder: PATH }`, `{ s3: s3://BUCKET/PREFIX }`, `{ webhook: URL, secret: { env: NAME } }` or ' +
  '`{ rfc3161: URL, ca: FILE, keep: PLACE }` (in the environment: as JSON)';

const namePattern = /^[a-z][a-z0-9_]{0,31}$/;
const destinationsMax = 10;

/** Returns undefined if the value is not acceptable. Relative paths start from the folder `base`. */
export function readAnchors(raw: unknown, base: string): readonly AnchorSetting[] | undefined {
  const items = typeof raw === 'string' ? parseJson(raw) : raw;
  if (!Array.isArray(items) || items.length > destinationsMax) return undefined;
  const destinations: AnchorSetting[] = [];
  for (const item of items) {
    const destination = isMapping(item) ? readDestination(item as Item, base) : undefined;
    if (destination === undefined) return undefined;
    const name = (item as Item).name ?? toAnchorName(destination.kind, destinations);
    if (typeof name !== 'string' || !namePattern.test(name)) return undefined;
    if (destinations.some((known) => known.name === name)) return undefined;
    destinations.push({ ...destination, name });
  }
  return destinations;
}

interface Item {
  readonly name?: unknown;
  readonly folder?: unknown;
  readonly s3?: unknown;
  readonly mode?: unknown;
  readonly retain_days?: unknown;
  readonly webhook?: unknown;
  readonly secret?: unknown;
  readonly rfc3161?: unknown;
  readonly ca?: unknown;
  readonly keep?: unknown;
}

type Unnamed = AnchorSetting extends infer Place ? (Place extends unknown ? Omit<Place, 'name'> : never) : never;

function readDestination(item: Item, base: string): Unnamed | undefined {
  const known = (...names: readonly string[]) =>
    Object.keys(item).every((key) => key === 'name' || names.includes(key));
  if (item.folder !== undefined || item.s3 !== undefined) {
    return known('folder', 's3', 'mode', 'retain_days') ? readKeeping(item, base) : undefined;
  }
  if (item.webhook !== undefined) {
    const secret = readSecretReference(item.secret, base);
    if (!isWebAddress(item.webhook) || secret === undefined || !known('webhook', 'secret')) return undefined;
    return { kind: 'webhook', url: item.webhook, secret };
  }
  const keep = toMapping(item.keep);
  const place = keep && readKeeping(keep, base);
  if (!isWebAddress(item.rfc3161) || !isText(item.ca) || place === undefined || !known('rfc3161', 'ca', 'keep')) {
    return undefined;
  }
  return { kind: 'rfc3161', url: item.rfc3161, ca: resolve(base, item.ca), keep: place };
}

/** A text alone is a folder, or an address in S3. */
function toMapping(raw: unknown): Item | undefined {
  if (isMapping(raw)) return raw as Item;
  if (!isText(raw)) return undefined;
  return raw.startsWith('s3://') ? { s3: raw } : { folder: raw };
}

function readKeeping({ folder, s3, mode = 'compliance', retain_days: days }: Item, base: string) {
  if (s3 === undefined) {
    if (!isText(folder) || folder.includes('://') || mode !== 'compliance' || days !== undefined) return undefined;
    return { kind: 'folder', folder: resolve(base, folder) } as const;
  }
  const isDays = days === undefined || (Number.isInteger(days) && (days as number) >= 1 && (days as number) <= 36_500);
  if (folder !== undefined || !isText(s3) || !s3.startsWith('s3://') || !isDays) return undefined;
  if (mode !== 'compliance' && mode !== 'governance') return undefined;
  return {
    kind: 's3',
    address: s3,
    mode: mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE',
    retainDays: (days as number | undefined) ?? null,
  } as const;
}

function toAnchorName(kind: string, before: readonly AnchorSetting[]): string {
  const same = before.filter((place) => place.kind === kind).length;
  return same === 0 ? kind : `${kind}_${same + 1}`;
}

function isText(raw: unknown): raw is string {
  return typeof raw === 'string' && raw.trim() !== '';
}

function isWebAddress(raw: unknown): raw is string {
  return isText(raw) && /^https?:\/\//i.test(raw) && URL.canParse(raw);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
