// What a row is asked where the lists are wanted: the service screens before it verifies, so that a key which may not screen costs nobody a
// call. Where its verifications carry a screening already, nobody is screened twice. A row that is not verified keeps what the lists say.

import type { Asks } from '../app/bulk/run/added-columns.ts';
import type { AnswerBody, Ask, AskResult, ShortScreening } from '../app/bulk/run/outcome.ts';
import { findCoverage, withListsInBody } from '../domain/coverage/coverage.ts';
import { briefHitsMax } from '../domain/screening/brief.ts';

interface Asked {
  readonly verify: Ask;
  /** Answers with a body of `POST /v1/screen`. */
  readonly screen: Ask;
}

export function chooseAsk(asks: Asks, { verify, screen }: Asked): Ask {
  if (asks === 'verify') return verify;
  const screenShort: Ask = async (question, key) => mapBody(await screen(question, `${key}_lists`), toShortAnswer);
  if (asks === 'screen') return screenShort;
  let isCarried = false;
  return async (question, key) => {
    const before = isCarried ? undefined : await screenShort(question, key);
    if (before !== undefined && before.kind !== 'answered') return before;
    const verified = await verify(question, key);
    if (verified.kind === 'answered') {
      isCarried = 'screening' in verified.body;
      if (isCarried) return verified;
    } else if (!mayBeWritten(verified)) return verified;
    const screened = before ?? (await screenShort(question, key));
    if (screened.kind !== 'answered') return screened;
    const screening = screened.body['screening'] as ShortScreening;
    const lists = findCoverage(screened.body['explanation'] as object | undefined);
    return verified.kind === 'answered'
      ? { ...verified, body: { ...withListsInBody(verified.body, lists), screening } }
      : { ...verified, screening };
  };
}

/** It may be the row's last word. */
function mayBeWritten(result: AskResult): result is Extract<AskResult, { readonly code: string }> {
  return result.kind === 'refused' || (result.kind === 'wait' && result.counts);
}

function mapBody(result: AskResult, toBody: (body: AnswerBody) => AnswerBody): AskResult {
  return result.kind === 'answered' ? { ...result, body: toBody(result.body) } : result;
}

const hitFields = ['list', 'as_of', 'row', 'match', 'strength', 'state', 'sentence'];

/** Shortens an answer to the form that it has inside an answer with a screening. */
function toShortAnswer(body: AnswerBody): AnswerBody {
  const {
    request_id,
    cpf,
    cnpj,
    status,
    hits_total,
    hits = [],
    lists,
    explanation,
  } = body as { readonly hits?: readonly AnswerBody[] } & AnswerBody;
  const short = hits
    .slice(0, briefHitsMax)
    .map((hit) => Object.fromEntries(hitFields.map((field) => [field, hit[field]])));
  const asked = typeof cpf === 'string' ? { cpf } : { cnpj };
  return {
    request_id,
    ...asked,
    ...(explanation !== undefined && { explanation }),
    screening: { status, hits_total, hits: short, lists },
  };
}
