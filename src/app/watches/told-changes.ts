// What is told of those who are watched: kept sealed, each under its number.

import type { CompanyChange } from '../../domain/company/company-change.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { HitChangeKind } from '../../domain/screening/changes/hit-changes.ts';
import type { EntryState } from '../../domain/screening/entry/list-entry.ts';
import type { HitStrength, MatchKind } from '../../domain/screening/hit.ts';
import type { IdentityDocument } from '../../domain/screening/identity-document.ts';
import type { Bilingual } from '../../errors.ts';
import { toChangePlace } from '../kept/watches.ts';
import type { Seal } from '../seal.ts';
import type { RowSeal } from '../sealed-rows.ts';
import type { SealedChange } from './ports.ts';

/** A watched change reports how one company differs after one switch of the registry. */
export interface WatchedChange extends CompanyChange {
  readonly from: string;
  readonly to: string;
}

export const watchedHitKinds = ['new_hit', 'ended_hit', 'changed_hit'] as const satisfies readonly HitChangeKind[];

/** A watched hit reports one hit about a person or company. It appears after a switch of a list, or on the day on which the hit begins or ends. */
export interface WatchedHit {
  readonly kind: HitChangeKind;
  readonly cpf: Cpf | null;
  readonly cnpj: Cnpj | null;
  readonly reference: string | null;
  /** The field holds the document of a person who has no CPF. It is absent if there is no document. */
  readonly identityDocument?: IdentityDocument;
  readonly list: string;
  readonly row: string;
  readonly match: MatchKind;
  readonly strength: HitStrength;
  readonly state: EntryState;
  /** The day of the older data of the list; null where there was none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sentence: Bilingual;
  /** The field holds the id of the record in the audit; null for the sandbox. */
  readonly request_id: string | null;
}

export type WatchedItem = WatchedChange | WatchedHit;

/** Callers receive an item in this form. The list of changes continues after `cursor`. */
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

/** Returns the change as JSON text. Returns undefined if the row is damaged, which the seal reports. */
export function findChange(seal: RowSeal, id: string, { number, sealed }: SealedChange): string | undefined {
  const row = { table: 'watch_changes', id: `${id}:${number}` } as const;
  return seal.findOpened(row, () => seal.open(sealed, toChangePlace(id, number)));
}
