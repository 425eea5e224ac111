// What is told of those who are watched: kept sealed, each under its number.

import type { CompanyChange } from '../../domain/company/company-change.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { HitChangeKind } from '../../domain/screening/changes/hit-changes.ts';
import type { EntryState } from '../../domain/screening/entry/list-entry.ts';
import type { HitStrength, MatchKind } from '../../domain/screening/hit.ts';
import type { Bilingual } from '../../errors.ts';
import type { Seal } from '../seal.ts';
import type { RowSeal } from '../sealed-rows.ts';
import type { SealedChange } from './ports.ts';

/** What is told of one company after one switch of the registry. */
export interface WatchedChange extends CompanyChange {
  readonly from: string;
  readonly to: string;
}

export const watchedHitKinds = ['new_hit', 'ended_hit', 'changed_hit'] as const satisfies readonly HitChangeKind[];

/** What is told of one hit about somebody after a switch of a list, or on the day on which it begins or ends. */
export interface WatchedHit {
  readonly kind: HitChangeKind;
  readonly cpf: Cpf | null;
  readonly cnpj: Cnpj | null;
  readonly reference: string | null;
  readonly list: string;
  readonly row: string;
  readonly match: MatchKind;
  readonly strength: HitStrength;
  readonly state: EntryState;
  /** The day of the older data of the list; null where there was none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sentence: Bilingual;
  /** Of the record in the audit; null for the sandbox, and not there where an older version found it. */
  readonly request_id?: string | null;
}

export type WatchedItem = WatchedChange | WatchedHit;

/** As it is told: the list of changes goes on behind `cursor`. */
export type Told<Item> = Item & { readonly cursor: string };

export function toTold<Item extends object>(number: number, item: Item): Told<Item> {
  return { cursor: String(number), ...item };
}

export function isHit(item: WatchedItem): item is WatchedHit {
  return (watchedHitKinds as readonly string[]).includes(item.kind);
}

export function sealChange(seal: Seal, id: string, number: number, item: WatchedItem): SealedChange {
  return { number, sealed: seal.close(JSON.stringify(item), toChangePlace(id, number)) };
}

/** As JSON text; undefined where it is damaged, which is told. */
export function findChange(seal: RowSeal, id: string, { number, sealed }: SealedChange): string | undefined {
  const row = { table: 'watch_changes', id: `${id}:${number}` } as const;
  return seal.findOpened(row, () => seal.open(sealed, toChangePlace(id, number)));
}

export function toChangePlace(id: string, number: number): string {
  return `watch ${id} change ${number}`;
}
