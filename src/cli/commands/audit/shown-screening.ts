// What the lists said in a recorded screening, as `audit show` prints it: as JSON, and line by line for people.

import type { ShownVerification } from '../../../app/audit/read/show-record.ts';
import { toHitSentence } from '../../../domain/screening/hit-sentence.ts';
import { toSnakeCase } from './snake-case.ts';

type Shown = NonNullable<ShownVerification['screening']>;

export function toScreeningJson({ editions, hits, seen }: Shown): object {
  return {
    lists: editions.map(toSnakeCase),
    hits: hits.map((hit, place) => ({ ...toSnakeCase(hit), ...toSnakeCase(seen?.[place] ?? {}) })),
  };
}

export function toScreeningLines({ editions, hits, seen }: Shown): readonly (readonly [name: string, text: string])[] {
  const lists = editions.map(({ list, asOf, state }) =>
    asOf === null ? `${list} (${state})` : `${list} of ${asOf} (${state})`,
  );
  return [
    ['lists', lists.join(', ')],
    ...hits.map((hit, place) => ['hit', [hit.row, ...toHitWords(hit, seen?.[place])].join('; ')] as const),
  ];
}

/** An older version recorded only how the row was found. */
function toHitWords(
  hit: Shown['hits'][number],
  seen: NonNullable<Shown['seen']>[number] | undefined,
): readonly string[] {
  const { row, match, strength, state, clearance } = hit;
  const cleared = clearance === undefined ? [] : [`cleared by ${clearance}`];
  if (seen === undefined) return [match, strength, state, ...cleared];
  const { asOf, name, document, similarity, establishment, authority, process, remarks, partner } = seen;
  const list = row.slice(0, row.indexOf(':'));
  const sentence = toHitSentence({ list, dataAsOf: asOf, match, strength, state, establishment, entry: seen }).en;
  const facts = {
    name,
    document,
    similarity: similarity?.toFixed(2),
    authority,
    process,
    remarks,
    partner: partner?.name,
  };
  const told = Object.entries(facts).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []));
  return [sentence, ...told, ...cleared];
}
