// What a change of a hit means, as one or two sentences for people, in both languages.

import type { Hit } from '../hit.ts';
import { type InBoth, toHitSentence } from '../hit-sentence.ts';
import { toListRowName } from '../screening.ts';
import type { HitChange, HitChangeKind } from './hit-changes.ts';

const beginnings: Readonly<Record<HitChangeKind, InBoth>> = {
  new_hit: { en: 'New hit.', pt: 'Nova ocorrência.' },
  ended_hit: { en: 'The hit has ended.', pt: 'A ocorrência terminou.' },
  changed_hit: { en: 'The hit has changed.', pt: 'A ocorrência mudou.' },
};

const withdrawn: InBoth = {
  en: 'The hit counts again: its clearance or acceptance was revoked, or its last day is over.',
  pt: 'A ocorrência volta a valer: o descarte ou a aceitação foi desfeito, ou o prazo acabou.',
};

/**
 * Builds the sentence of a change. `asOf` is the day of the newer data of the list. `isWithdrawn` marks a hit that counts again because its
 * clearance was withdrawn.
 */
export function toHitChangeSentence(
  kind: HitChangeKind,
  { before, after }: Pick<HitChange, 'before' | 'after'>,
  asOf: string | null,
  isWithdrawn = false,
): InBoth {
  const begin = isWithdrawn ? withdrawn : beginnings[kind];
  // It is in force, and ended all the same: what it says now was judged false.
  if (after !== null && kind === 'ended_hit') {
    return {
      en: `${begin.en} Somebody has cleared the row ${toListRowName(after)}.`,
      pt: `${begin.pt} Alguém descartou o registro ${toListRowName(after)}.`,
    };
  }
  if (after !== null) {
    const { en, pt } = toHitSentence(after);
    return { en: `${begin.en} ${en}`, pt: `${begin.pt} ${pt}` };
  }
  const { list, entry } = before as Hit;
  const row = toListRowName({ list, entry });
  return {
    en: `${begin.en} The list ${list}${asOf === null ? '' : ` of ${asOf}`} no longer has the row ${row} in force.`,
    pt: `${begin.pt} A lista ${list}${asOf === null ? '' : ` de ${asOf}`} não traz mais o registro ${row} em vigor.`,
  };
}
