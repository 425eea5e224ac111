// The lists of the sandbox for test keys: a few invented rows, judged as those of a published list are.

import type { FindLists, ListEdition, ScreeningLists } from '../app/screening/ports.ts';
import { type ListEntry, toEntryState } from '../domain/screening/entry/list-entry.ts';
import type { Hit, Matches } from '../domain/screening/hit.ts';
import { judgeEntry, prepareAsked } from '../domain/screening/match/judge-entry.ts';
import { hasOnlyDigits, hasOnlyNames, hasOnlyNumber } from '../domain/screening/match/missing-facts.ts';
import { hasNumber, type Screened } from '../domain/screening/screened.ts';
import { defaultSensitivities, findSensitivity } from '../domain/screening/sensitivity.ts';
import { sandboxEntries, staleFor, staleList } from '../sandbox/listed.ts';

const names: readonly string[] = [...new Set(sandboxEntries.map(({ list }) => list))];

type FindKind = typeof import('./lists/catalogue.ts')['findList'];

/** The catalogue of lists is loaded by the first question: most starts never ask. */
export function createSandboxLists(): FindLists {
  return async (asked) => toSandboxLists(asked, (await import('./lists/catalogue.ts')).findList);
}

export function toSandboxLists(asked: Screened, findList: FindKind): ScreeningLists {
  return {
    screen: (screened, today) => screen(screened, today, findList),
    editions: (today) => names.map((list) => toEdition(list, today, asked)),
    everLive: () => names,
  };
}

export function listSandboxEditions(today: string): readonly ListEdition[] {
  return names.map((list) => ({ list, edition: 'sandbox', asOf: today, state: 'current', ...toSensitivity(list) }));
}

/** Every list is of today, but for the one that shows what an old list does. */
function toEdition(list: string, today: string, asked: Screened): ListEdition {
  const isStale = list === staleList && asked.kind === 'person' && asked.cpf === staleFor;
  const asOf = isStale ? '2024-01-01' : today;
  return { list, edition: 'sandbox', asOf, state: isStale ? 'stale' : 'current', ...toSensitivity(list) };
}

function screen(screened: Screened, today: string, findList: FindKind): Matches {
  const asked = prepareAsked(screened);
  const hits: Hit[] = sandboxEntries.flatMap(({ list, entry }) => {
    const judgement = judgeEntry(asked, entry, { namesOf: findList(list)?.namesOf, ...toSensitivity(list) });
    if (judgement === undefined) return [];
    return { ...judgement, list, dataAsOf: today, entry, state: toEntryState(entry, today), otherRows: [] };
  });
  const isUndecided = (entry: ListEntry) =>
    !asked.isSearchable && (hasOnlyNames(entry, screened.kind) || hasOnlyDigits(asked, entry));
  const needName = listThose(isUndecided);
  const needNumber = hasNumber(screened) ? [] : listThose((entry) => hasOnlyNumber(entry, screened.kind));
  return { hits, total: hits.length, needName, needNumber, isWhole: true };
}

/** The defaults: what a sandbox answers does not depend on the settings. */
function toSensitivity(list: string) {
  return { sensitivity: findSensitivity(list, defaultSensitivities) };
}

/** The lists that have such a row. */
function listThose(isSuch: (entry: ListEntry) => boolean): readonly string[] {
  return [...new Set(sandboxEntries.filter(({ entry }) => isSuch(entry)).map(({ list }) => list))];
}
