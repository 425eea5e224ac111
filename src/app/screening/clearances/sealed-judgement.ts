// What is sealed with a clearance: why somebody judged the hit false, and exactly what they saw.

import { hash } from 'node:crypto';
import { isByNumber, isSurer, type Sureness, toCustomerText, toRowText } from '../../../domain/screening/clearance.ts';
import type { ListEntry } from '../../../domain/screening/entry/list-entry.ts';
import type { Hit } from '../../../domain/screening/hit.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import { toClearancePlace } from '../../kept/clearances.ts';
import type { Seal } from '../../seal.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { StoredClearance } from './ports.ts';

export interface SealedJudgement {
  readonly reason: string;
  /** `requestId` names the screening that was recorded for the judgement. The field is absent if there is none, as in the sandbox. */
  readonly requestId?: string;
  /** The hits of the row, each about the customer or one of the partners. */
  readonly judged: readonly Judged[];
}

interface Judged extends Sureness {
  /** Hash of the row and of whom it was compared with. */
  readonly saw: string;
  /** The same of all rows of the hit. Older judgements do not have it: of what was found by the number they name the others by their ids. */
  readonly rows?: readonly string[];
  readonly others?: readonly string[];
}

type JudgedHit = Sureness & Pick<Hit, 'entry' | 'otherRows'>;

export function toJudged({ entry, otherRows, match, strength, similarity }: JudgedHit, compared: Screened) {
  const customer = toCustomerText(compared);
  const toSeen = (row: ListEntry) => hash('sha256', `${customer}\n${toRowText(row)}`, 'base64url');
  return { saw: toSeen(entry), match, strength, similarity, rows: [entry, ...otherRows].map(toSeen) };
}

/**
 * Whether it was this that somebody judged: all rows say what rows said then of the same person, whichever of them came first, and the match
 * is no surer.
 */
export function covers({ judged }: SealedJudgement, hit: JudgedHit, compared: Screened): boolean {
  const found = toJudged(hit, compared);
  const isKnown = (row: string) => judged.some(({ saw, rows = [saw] }) => rows.includes(row));
  return judged.some((each) => {
    if (isSurer(found, each)) return false;
    const { saw, rows } = each;
    if (rows !== undefined) return rows.includes(found.saw) && found.rows.every(isKnown);
    return saw === found.saw && (!isByNumber(found) || hit.otherRows.every(({ id }) => isKnownById(judged, id)));
  });
}

function isKnownById(judged: readonly Judged[], id: string): boolean {
  return judged.some(({ others = [] }) => others.includes(id));
}

export function sealJudgement(seal: Seal, id: string, judgement: SealedJudgement): Uint8Array {
  return seal.close(JSON.stringify(judgement), toClearancePlace(id));
}

/** Returns undefined if the row is damaged, which the seal reports. The judgement then does not count. */
export function findJudgement(
  seal: RowSeal,
  { id, sealed, end }: Pick<StoredClearance, 'id' | 'sealed' | 'end'>,
): SealedJudgement | undefined {
  const table = end === undefined ? 'clearances' : 'ended_clearances';
  const text = seal.findOpened({ table, id }, () => seal.open(sealed, toClearancePlace(id)));
  return text === undefined ? undefined : (JSON.parse(text) as SealedJudgement);
}
