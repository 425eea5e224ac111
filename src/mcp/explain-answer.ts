// An answer of the service in sentences, without the person in it: of what is handed in only codes and figures come out.

import type { Checked, NotChecked } from '../domain/coverage/coverage.ts';
import { toCheckedSentence, toCoverageSentence } from '../domain/coverage/coverage-words.ts';
import { keptAnswerUsed } from '../domain/person/evidence.ts';
import { riskAdvice } from '../domain/risk/act-words.ts';
import {
  findReasonMeaning,
  notAskedMeanings,
  screeningMeanings,
  statusMeanings,
  unavailableMeanings,
} from './meanings.ts';

type Json = Readonly<Record<string, unknown>>;

const adviceInWords = Object.fromEntries(Object.entries(riskAdvice).map(([level, { en }]) => [level, en]));

export function explainAnswer(answer: Json): string {
  if (isScreening(answer)) return toScreening(answer).join('\n');
  const explanation = toObject(answer['explanation']);
  const lines = [
    ...toMeaningLines('Status', answer['status'], statusMeanings),
    ...toMeaningLines('Risk', answer['risk_level'], adviceInWords),
    ...(typeof answer['score'] === 'number'
      ? [`Score ${answer['score']} of 1000: 700 and more is low risk, under 500 is high.`]
      : []),
    ...toLists(answer['screening']),
    ...toReasonLines(explanation),
    ...toFactors(explanation),
    ...toSources(explanation),
    ...toCoverage(explanation, explanation?.['company_name_match'] === undefined ? 'cpf' : 'cnpj'),
  ];
  if (lines.length === 0) return 'This is not an answer of a verification: it has neither a status nor a risk level.';
  if (explanation === undefined && answer['status'] !== 'pending')
    lines.push('There are no reasons in it: ask with the explanation to have them (`?explain=true`).');
  return lines.join('\n');
}

/** An answer of `screen`, which has words of its own for `inconclusive`, and no explanation. */
function isScreening({ status, hits, lists }: Json): boolean {
  if (Array.isArray(hits) || Array.isArray(lists)) return true;
  return isCode(status) && Object.hasOwn(screeningMeanings, status) && !Object.hasOwn(statusMeanings, status);
}

function toScreening(answer: Json): string[] {
  const needed = [answer['need_name']].flat().filter(isList);
  const name = answer['unread_name'] === true ? 'the name in Latin letters' : 'the whole name';
  const nameless = needed.length === 0 ? [] : [`Ask again with ${name}: ${needed.join(', ')} cannot tell without.`];
  const numbered = [answer['need_number']].flat().filter(isList);
  const numberless =
    numbered.length === 0 ? [] : [`Ask again with the CPF or CNPJ: ${numbered.join(', ')} cannot tell without.`];
  const state = toObject(answer['partners'])?.['state'];
  const partners =
    isCode(state) && state !== 'screened' ? [`Partners: ${state}, so not all of them were looked up.`] : [];
  const coverage = toCoverage(toObject(answer['explanation']), 'screen');
  return [...toLists(answer), ...nameless, ...numberless, ...partners, ...coverage];
}

/** Reports how certain each hit is and which list it comes from. The rows of the list tell who is meant. */
function toLists(screening: unknown): string[] {
  const { status, hits, lists } = toObject(screening) ?? {};
  const told = toObjects(hits).flatMap(({ list, strength, state }) =>
    isList(list) && isCode(strength) && isCode(state) ? [`List ${list}: ${strength}, ${state}.`] : [],
  );
  return [...toMeaningLines('Lists', status, screeningMeanings), ...told, ...toDatedLists(lists)];
}

/** Each with the day of its data, and which could not be relied upon. */
function toDatedLists(lists: unknown): string[] {
  const dated = toObjects(lists).flatMap(({ list, state, as_of }) =>
    isList(list) && isCode(state) ? [{ state, name: isDay(as_of) ? `${list} of ${as_of}` : list }] : [],
  );
  const current = dated.filter(({ state }) => state === 'current').map(({ name }) => name);
  const others = dated.filter(({ state }) => state !== 'current').map(({ name, state }) => `List ${name} is ${state}.`);
  return [...(current.length === 0 ? [] : [`Looked in ${current.join(', ')}.`]), ...others];
}

function toReasonLines(explanation: Json | undefined): string[] {
  return toTexts(explanation?.['reasons']).map((code) => `Reason ${code}: ${findReasonMeaning(code) ?? unknownCode}`);
}

function toFactors(explanation: Json | undefined): string[] {
  return toObjects(explanation?.['score_factors']).flatMap(({ code, penalty, cap }) => {
    if (!isCode(code)) return [];
    const effects = [
      ...(typeof penalty === 'number' && penalty !== 0 ? [`takes ${Math.abs(penalty)} points`] : []),
      ...(typeof cap === 'number' ? [`lets the score be at most ${cap}`] : []),
    ];
    return effects.length === 0 ? [] : [`Score: ${code} ${effects.join(' and ')}.`];
  });
}

function toSources(explanation: Json | undefined): string[] {
  return Object.entries(toObject(explanation?.['sources']) ?? {}).flatMap(([name, source]) => {
    const { outcome, reason } = toObject(source) ?? {};
    if (!isCode(name) || !isCode(reason)) return [];
    if (outcome === 'not_asked') return [`Source ${name} was not asked: ${findMeaning(reason, notAskedMeanings)}.`];
    if (reason === keptAnswerUsed) return [`Source ${name} was not called: an answer from before is fresh enough.`];
    return outcome === 'unavailable'
      ? [`Source ${name} was unavailable: ${findMeaning(reason, unavailableMeanings)}.`]
      : [];
  });
}

/**
 * Returns the basis of the answer, written by the engine that all surfaces share. Its items contain only codes, names of sources and lists, and
 * days.
 */
function toCoverage(explanation: Json | undefined, kind: 'cpf' | 'cnpj' | 'screen'): string[] {
  if (!Array.isArray(explanation?.['not_checked'])) return [];
  const told = {
    checked: toObjects(explanation['checked']).map(toSafeItem) as unknown as Checked[],
    not_checked: toObjects(explanation['not_checked']).map(toSafeItem) as unknown as NotChecked[],
  };
  const checked = toCheckedSentence(told, { language: 'en' });
  return [...(checked === '' ? [] : [checked]), toCoverageSentence(told, { kind, language: 'en' })];
}

function toSafeItem(item: Json): Json {
  const { code, reason, source, list, as_of, row, screened, total, signal, cleared_at } = item;
  const { age_seconds, purpose } = toObject(item['kept_answer']) ?? {};
  return {
    code: isCode(code) ? code : 'unknown',
    ...(reason !== undefined && { reason: isCode(reason) ? reason : 'unknown' }),
    ...(isCode(source) && { source }),
    ...(isList(list) && { list }),
    // A row of a list of one's own is called as its operator calls it.
    ...(isList(list) && row !== undefined && { row: `of the list ${list}` }),
    ...(isDay(as_of) && { as_of }),
    ...(typeof screened === 'number' && { screened }),
    ...(typeof total === 'number' && { total }),
    ...(isCode(signal) && { signal }),
    ...(typeof cleared_at === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:]{8}Z$/.test(cleared_at) && { cleared_at }),
    ...(typeof age_seconds === 'number' && {
      kept_answer: { age_seconds, purpose: isCode(purpose) ? purpose : 'unknown' },
    }),
  };
}

function toMeaningLines(title: string, code: unknown, meanings: Readonly<Record<string, string>>): string[] {
  return isCode(code) ? [`${title} ${findMeaning(code, meanings)}`] : [];
}

function findMeaning(code: string, meanings: Readonly<Record<string, string>>): string {
  return `${code}: ${Object.hasOwn(meanings, code) ? meanings[code] : unknownCode}`;
}

const unknownCode = 'a code that this version does not know';

/** A list of one's own is called `own-` and a name. */
function isList(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9_-]{1,63}$/.test(value);
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** Tells whether a value is a code. Any other text may be a person's name. */
function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{1,63}$/.test(value);
}

function toObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function toObjects(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(toObject).filter((item) => item !== undefined) : [];
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isCode) : [];
}
