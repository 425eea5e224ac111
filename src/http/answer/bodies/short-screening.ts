// A screening in short, as the answers to other questions carry it in their last field. Its schema: ../screening/short.ts.

import type { FastifyRequest } from 'fastify';
import type { BriefHit, BriefScreening } from '../../../domain/screening/brief.ts';
import { toHitSentence } from '../../../domain/screening/hit-sentence.ts';
import type { UsedEdition } from '../../../domain/screening/screening.ts';
import { chooseLanguage, type Language } from '../language.ts';

export interface ShortScreening {
  status: BriefScreening['status'];
  hits_total: number;
  hits: ShortHit[];
  lists: ShortList[];
  only_informs?: true;
}

export interface ShortList extends Pick<UsedEdition, 'list' | 'state'> {
  as_of: string | null;
}

/** The brief states the findings, and the lists and their days. */
export interface BriefOfLists {
  readonly brief: BriefScreening;
  readonly editions: readonly UsedEdition[];
}

export interface ShortHit extends Pick<BriefHit, 'list' | 'row' | 'match' | 'strength' | 'state'> {
  as_of: string;
  sentence: string;
}

export function toShortScreening({ brief, editions }: BriefOfLists, language: Language): ShortScreening {
  const { status, hitsTotal, hits, onlyInforms } = brief;
  const told = {
    status,
    hits_total: hitsTotal,
    hits: hits.map((hit) => toShortHit(hit, language)),
    lists: editions.map(({ list, asOf, state }) => ({ list, as_of: asOf, state })),
  };
  return onlyInforms === true ? { ...told, only_informs: true } : told;
}

/** For the console, whose reader may change the language. */
export interface ScreenedInBoth {
  screening?: Readonly<Record<Language, ShortScreening>>;
}

export function toScreenedInBoth(found: BriefOfLists | undefined): ScreenedInBoth {
  if (found === undefined) return {};
  return { screening: { pt: toShortScreening(found, 'pt'), en: toShortScreening(found, 'en') } };
}

/** The text of an answer with its last field, where lists were looked at. Serializers of answers without lists stay as fast as they are. */
export function addScreeningText(
  text: string,
  found: BriefOfLists | undefined,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string {
  if (found === undefined) return text;
  const screening = toShortScreening(found, chooseLanguage(headers['accept-language']));
  return `${text.slice(0, -1)},"screening":${JSON.stringify(screening)}}`;
}

function toShortHit(hit: BriefHit, language: Language): ShortHit {
  const { list, dataAsOf, row, match, strength, state } = hit;
  return { list, as_of: dataAsOf, row, match, strength, state, sentence: toHitSentence(hit)[language] };
}
