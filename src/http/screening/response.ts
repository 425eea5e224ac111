// The answer of a screening in the form of the contract. A CPF is never whole in it, but for the one that the caller sent.

import type { MarkedHit } from '../../app/screening/clearances/mark-cleared.ts';
import type { FoundHit } from '../../app/screening/find-hits.ts';
import type { FoundPartner } from '../../app/screening/find-partners.ts';
import { coverScreening, type Screening } from '../../app/screening/screen.ts';
import { showDocument } from '../../domain/screening/entry/listed-document.ts';
import { toHitSentence } from '../../domain/screening/hit-sentence.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { RecordedHit } from '../../domain/screening/screening.ts';
import { toUtcSecond } from '../answer/bodies/cpf-response.ts';
import type { Language } from '../answer/language.ts';
import type { ClearedDocument, HitDocument, ScreenResponse } from './contract.ts';

interface Asked {
  readonly screened: Screened;
  readonly requestId: string;
  readonly language: Language;
  readonly isExplained: boolean;
}

export function toScreenResponse(
  screening: Screening,
  { screened, requestId, language, isExplained }: Asked,
): ScreenResponse {
  const { status, hits, hitsTotal, cleared, needName, needNumber, lists, partners, processedAtMs } = screening;
  const response: ScreenResponse = {
    request_id: requestId,
    status,
    cpf: screened.kind === 'person' ? screened.cpf : null,
    cnpj: screened.kind === 'company' ? screened.cnpj : null,
    hits: hits.map((found) => toHitDocument(found, partners?.partners ?? [], language)),
    hits_total: hitsTotal,
    cleared: cleared.map((found) => toClearedDocument(found, partners?.partners ?? [])),
    need_name: [...needName],
    lists: lists.map(({ list, asOf, state }) => ({ list, as_of: asOf, state })),
    partners: partners && { state: partners.state, screened: partners.partners.length, total: partners.total },
    processed_at: toUtcSecond(processedAtMs),
    need_number: [...needNumber],
  };
  if (isExplained) response.explanation = coverScreening(screening, screened);
  return response;
}

function toHitDocument(
  { hit, recorded }: FoundHit,
  partners: readonly FoundPartner[],
  language: Language,
): HitDocument {
  const { list, dataAsOf, entry, match, strength, similarity, agreed, disagreed, establishment, state, otherRows } =
    hit;
  const { from, until, category, authority, process, reach, remarks } = entry;
  return {
    list,
    as_of: dataAsOf,
    row: recorded.row,
    match,
    strength,
    similarity: similarity === null ? null : Math.round(similarity * 1000) / 1000,
    agreed: [...agreed],
    disagreed: [...disagreed],
    establishment,
    state,
    name: entry.names[0] ?? null,
    document: showDocument(entry.document),
    from,
    until,
    category,
    authority,
    process,
    reach,
    remarks,
    other_rows: otherRows.map((id) => `${list}:${id}`),
    partner: toPartnerDocument(recorded, partners),
    sentence: toHitSentence(hit)[language],
  };
}

function toPartnerDocument({ partner }: RecordedHit, partners: readonly FoundPartner[]): HitDocument['partner'] {
  const about = partner === null ? undefined : partners[partner]?.partner;
  return about ? { name: about.name, role: about.qualification?.text ?? null, document: about.document } : null;
}

function toClearedDocument(
  { hit, recorded, clearance }: MarkedHit,
  partners: readonly FoundPartner[],
): ClearedDocument {
  const { list, match, state, otherRows } = hit;
  return {
    list,
    row: recorded.row,
    match,
    state,
    other_rows: otherRows.map((id) => `${list}:${id}`),
    partner: toPartnerDocument(recorded, partners),
    clearance: clearance?.id ?? '',
    cleared_at: toUtcSecond(clearance?.atMs ?? 0),
  };
}
