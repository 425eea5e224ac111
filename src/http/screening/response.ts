// The answer of a screening in the form of the contract, the first time and out of its record. A CPF is never whole in it, but for the one
// that the caller sent.

import { coverScreening, listToldHits, type SeenScreening, type ToldHit } from '../../app/audit/read/seen-screening.ts';
import { toHitSentence } from '../../domain/screening/hit-sentence.ts';
import { toUtcSecond } from '../answer/bodies/cpf-response.ts';
import type { Language } from '../answer/language.ts';
import type { ClearedDocument, HitDocument, ScreenResponse } from './contract.ts';

interface Asked {
  readonly requestId: string;
  readonly language: Language;
  readonly isExplained: boolean;
  readonly processedAtMs: number;
}

export function toScreenResponse(
  facts: SeenScreening,
  { requestId, language, isExplained, processedAtMs }: Asked,
): ScreenResponse {
  const {
    query,
    status,
    hitsTotal,
    needName = [],
    needNumber = [],
    hasUnreadName = false,
    editions,
    partnersFound,
  } = facts;
  const told = listToldHits(facts);
  const response: ScreenResponse = {
    request_id: requestId,
    status,
    cpf: query.kind === 'person' ? query.cpf : null,
    cnpj: query.kind === 'company' ? query.cnpj : null,
    hits: told.filter(({ recorded }) => recorded.clearance === undefined).map((hit) => toHitDocument(hit, language)),
    hits_total: hitsTotal,
    cleared: told.flatMap(toClearedDocument),
    need_name: [...needName],
    lists: editions.map(({ list, asOf, state, sensitivity = null }) => ({ list, as_of: asOf, state, sensitivity })),
    partners: partnersFound
      ? { state: partnersFound.state, screened: partnersFound.screened, total: partnersFound.total }
      : null,
    processed_at: toUtcSecond(processedAtMs),
    need_number: [...needNumber],
    unread_name: hasUnreadName,
  };
  if (isExplained) response.explanation = coverScreening(facts);
  return response;
}

function toHitDocument({ recorded, seen }: ToldHit, language: Language): HitDocument {
  const { row, match, strength, state, judged } = recorded;
  const { asOf, similarity, agreed, disagreed, establishment, name, document, otherRows, partner } = seen;
  const {
    from,
    until,
    category,
    authority,
    process,
    reach,
    remarks,
    identityDocuments = [],
    nationalities = [],
    births = [],
  } = seen;
  const list = toList(row);
  const told = { list, dataAsOf: asOf, match, strength, state, establishment, entry: seen };
  return {
    list,
    as_of: asOf,
    row,
    match,
    strength,
    similarity: similarity === null ? null : Math.round(similarity * 1000) / 1000,
    agreed: [...agreed],
    disagreed: [...disagreed],
    establishment,
    state,
    name,
    document,
    identity_documents: identityDocuments.map((each) => ({ ...each })),
    nationalities: [...nationalities],
    birth_dates: [...births],
    from,
    until,
    category,
    authority,
    process,
    reach,
    remarks,
    other_rows: otherRows.map((id) => `${list}:${id}`),
    partner: partner ?? null,
    sentence: toHitSentence(told)[language],
    judgement:
      judged === undefined ? null : { kind: judged.kind, id: judged.id, since: judged.at, until: judged.until },
  };
}

/** Returns the clearance of a hit, or no field if no operator has judged it false. */
function toClearedDocument({ recorded, seen }: ToldHit): ClearedDocument | [] {
  const { row, match, state, clearance, clearedAt } = recorded;
  if (clearance === undefined || clearedAt === undefined) return [];
  const list = toList(row);
  return {
    list,
    row,
    match,
    state,
    other_rows: seen.otherRows.map((id) => `${list}:${id}`),
    partner: seen.partner ?? null,
    clearance,
    cleared_at: clearedAt,
  };
}

function toList(row: string): string {
  return row.slice(0, row.indexOf(':'));
}
