// A screening in short, as the answers to other questions carry it in their last field. Its schema: ../screening/short.ts.

import type { FastifyRequest } from 'fastify';
import type { BriefHit, BriefScreening } from '../../../domain/screening/brief.ts';
import { toHitSentence } from '../../../domain/screening/hit-sentence.ts';
import { chooseLanguage, type Language } from '../language.ts';

export interface ShortScreening {
  status: BriefScreening['status'];
  hits_total: number;
  hits: ShortHit[];
  only_informs?: true;
}

export interface ShortHit extends Pick<BriefHit, 'list' | 'row' | 'match' | 'strength' | 'state'> {
  as_of: string;
  sentence: string;
}

export function toShortScreening(brief: BriefScreening, language: Language): ShortScreening {
  const { status, hitsTotal, hits, onlyInforms } = brief;
  const told = { status, hits_total: hitsTotal, hits: hits.map((hit) => toShortHit(hit, language)) };
  return onlyInforms === true ? { ...told, only_informs: true } : told;
}

/** For the console, whose reader may change the language. */
export interface ScreenedInBoth {
  screening?: Readonly<Record<Language, ShortScreening>>;
}

export function toScreenedInBoth(brief: BriefScreening | undefined): ScreenedInBoth {
  if (brief === undefined) return {};
  return { screening: { pt: toShortScreening(brief, 'pt'), en: toShortScreening(brief, 'en') } };
}

/** The text of an answer with its last field, where lists were looked at. Serializers of answers without lists stay as fast as they are. */
export function addScreeningText(
  text: string,
  brief: BriefScreening | undefined,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string {
  if (brief === undefined) return text;
  const screening = toShortScreening(brief, chooseLanguage(headers['accept-language']));
  return `${text.slice(0, -1)},"screening":${JSON.stringify(screening)}}`;
}

function toShortHit(hit: BriefHit, language: Language): ShortHit {
  const { list, dataAsOf, row, match, strength, state } = hit;
  return { list, as_of: dataAsOf, row, match, strength, state, sentence: toHitSentence(hit)[language] };
}
