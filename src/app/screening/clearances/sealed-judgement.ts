// What is sealed with a clearance: why somebody judged the hit false, and exactly what they saw.

import { hash } from 'node:crypto';
import { isByNumber, isSurer, type Sureness, toCustomerText, toRowText } from '../../../domain/screening/clearance.ts';
import type { Hit } from '../../../domain/screening/hit.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { Seal } from '../../seal.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { StoredClearance } from './ports.ts';

export interface SealedJudgement {
  readonly reason: string;
  /** The hits of the row, each about the customer or one of the partners. */
  readonly judged: readonly Judged[];
}

interface Judged extends Sureness {
  /** Hash of the row and of whom it was compared with. */
  readonly saw: string;
  /** The other rows of the hit, where the number found it: then not the likeness was judged, but what the rows say. */
  readonly others?: readonly string[];
}

type JudgedHit = Sureness & Pick<Hit, 'entry' | 'otherRows'>;

export function toJudged({ entry, otherRows, match, strength, similarity }: JudgedHit, compared: Screened): Judged {
  const saw = hash('sha256', `${toCustomerText(compared)}\n${toRowText(entry)}`, 'base64url');
  return {
    saw,
    match,
    strength,
    similarity,
    ...(isByNumber({ match }) && otherRows.length > 0 && { others: otherRows }),
  };
}

/** Whether it was this that somebody judged: the rows say the same of the same person, and the match is no surer. */
export function covers({ judged }: SealedJudgement, found: Judged): boolean {
  const isJudged = (row: string) => judged.some(({ others = [] }) => others.includes(row));
  return judged.some((each) => each.saw === found.saw && !isSurer(found, each)) && (found.others ?? []).every(isJudged);
}

export function sealJudgement(seal: Seal, id: string, judgement: SealedJudgement): Uint8Array {
  return seal.close(JSON.stringify(judgement), toClearancePlace(id));
}

/** Undefined where it is damaged, which is told: then nobody has judged. */
export function findJudgement(
  seal: RowSeal,
  { id, sealed }: Pick<StoredClearance, 'id' | 'sealed'>,
): SealedJudgement | undefined {
  const text = seal.findOpened({ table: 'clearances', id }, () => seal.open(sealed, toClearancePlace(id)));
  return text === undefined ? undefined : (JSON.parse(text) as SealedJudgement);
}

export function toClearancePlace(id: string): string {
  return `clearance ${id}`;
}
