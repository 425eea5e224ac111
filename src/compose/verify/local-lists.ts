// What the lists of this machine say about somebody, in the short form of the service's own answers. All of a run is answered by the
// same editions, whatever goes live meanwhile.

import { toSubjectHash } from '../../app/audit/record.ts';
import { askLists, decideAsked } from '../../app/screening/ask-lists.ts';
import { markBy, type OpenClearance } from '../../app/screening/clearances/mark-cleared.ts';
import type { NamedEdition } from '../../app/screening/ports.ts';
import { toRungs } from '../../app/screening/screen-verified.ts';
import type { LookedAtLists } from '../../domain/coverage/list-coverage.ts';
import type { ScreeningRung } from '../../domain/risk/screening-reasons.ts';
import { toBrief } from '../../domain/screening/brief.ts';
import { toCustomerText } from '../../domain/screening/clearance.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { Sensitivities } from '../../domain/screening/sensitivity.ts';
import { OperatorError } from '../../errors.ts';
import { type ShortScreening, toShortScreening } from '../../http/answer/bodies/short-screening.ts';
import { createListsInMemory } from '../../screening/lookup/lists-in-memory.ts';

/** All that is needed; it can be sent to another thread. */
export interface LocalListsOptions {
  readonly directory: string;
  readonly editions: readonly NamedEdition[];
  readonly sensitivities: Sensitivities;
  readonly today: string;
  readonly reliedUpon: readonly string[];
  readonly clearances: readonly OpenClearance[];
  /** Customers are hashed with these keys of every generation; there are none if there is no clearance. */
  readonly subjectKeys: readonly Uint8Array[];
}

export interface LocalScreening {
  readonly short: ShortScreening;
  /** The result rests on this basis. */
  readonly looked: LookedAtLists;
  /** The rungs give the weight of the result in a decision, the worst first. */
  readonly rungs: readonly ScreeningRung[];
}

export interface LocalLists {
  /** `others`: the same one by other names. */
  screen(query: Screened, ...others: readonly Screened[]): LocalScreening;
  /** Throws where a list could no longer be read: what was answered since the last time must not be used. */
  requireWhole(): void;
  close(): void;
}

export async function openLocalLists(options: LocalListsOptions): Promise<LocalLists> {
  const { directory, editions, sensitivities, today, reliedUpon } = options;
  const fixed = new Map(editions.map(({ list, edition }) => [list, edition]));
  const lists = createListsInMemory(directory, { fixed, sensitivities });
  await lists.follow();
  const requireWhole = () => refuseDamaged(lists.editions(today), editions);
  requireWhole();
  // The same for all of the run: to find them out for each row would cost as much as the row itself.
  const used = lists.editions(today);
  const asked = { screen: lists.screen, editions: () => used, everLive: () => reliedUpon };
  const findClearances = createFindClearances(options);
  return {
    screen(query, ...others) {
      const lookedFor = { query, others, partners: null, today };
      const answer = askLists(asked, lookedFor, { hasAllPartners: true, named: reliedUpon });
      const marked = answer.hits.length === 0 ? [] : markBy(findClearances(query), answer.hits);
      const { decided } = decideAsked(answer, marked);
      const short = toShortScreening({ brief: toBrief(decided), editions: decided.lists }, 'en');
      return { short, looked: decided.looked, rungs: toRungs(decided, answer.isWhole) };
    },
    requireWhole,
    close: () => lists.close(),
  };
}

function refuseDamaged(
  now: readonly { list: string; edition: string | null }[],
  editions: readonly NamedEdition[],
): void {
  const damaged = editions.find(({ list }) => now.find((each) => each.list === list)?.edition === null);
  if (damaged === undefined) return;
  const { list, edition } = damaged;
  throw new OperatorError(
    `The edition ${edition} of the list ${list} cannot be read: import its file again, or go back: confere lists rollback ${list}`,
  );
}

function createFindClearances({
  clearances,
  subjectKeys,
}: LocalListsOptions): (customer: Screened) => readonly OpenClearance[] {
  const bySubject = Map.groupBy(clearances, ({ subject }) => subject);
  if (bySubject.size === 0) return () => [];
  return (customer) => {
    const text = toCustomerText(customer);
    return subjectKeys.flatMap((key) => bySubject.get(toSubjectHash(key, text)) ?? []);
  };
}
