// Places whose things are sealed one by one: each that is theirs is deleted, and leaves what it was stored as to the traces.

import { findDelivered, findListed, openBody, sealBody } from '../../events/new-event.ts';
import type { EventStore, StoredEvent } from '../../events/ports.ts';
import type { KeptText } from '../../kept-text.ts';
import type { ClearanceStore, StoredClearance } from '../../screening/clearances/ports.ts';
import { findJudgement } from '../../screening/clearances/sealed-judgement.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { BoughtAnswerStore } from '../../verify/ports.ts';
import type { PlacedChange, WatchStore } from '../../watches/ports.ts';
import { findChange } from '../../watches/told-changes.ts';
import type { NewDelivery, WebhookStore } from '../../webhooks/ports.ts';
import { isAbout, isSubjectOf, type Person } from '../person.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

const [eventsAtOnce, thingsAtOnce] = [200, 500];

/** The place finds answers by the audit's name of the person. That also works if an erasure is repeated after a restore and the number is unknown. */
export function createBoughtAnswersPlace(store: BoughtAnswerStore): PersonalDataPlace {
  return {
    count: ({ subjects, untilMs }) => store.count(subjects, untilMs),
    async erase({ subjects, untilMs }, traces) {
      const erased = await store.erase(subjects, untilMs);
      for (const { name, sealed } of erased) {
        traces.addText(name);
        traces.addBytes(sealed);
      }
      return erased.length;
    },
  };
}

/** The place holds the clearances of the person, those whose reason names the person, and the watches' notes about withdrawn ones. */
export function createClearancesPlace(
  store: Pick<ClearanceStore, 'listAll' | 'remove' | 'forgetWithdrawn'>,
  seal: RowSeal,
): PersonalDataPlace {
  const kept = createListedPlace<StoredClearance>({
    list: (after) => store.listAll(after?.id ?? '', thingsAtOnce),
    isTheirs: (clearance, person) =>
      clearance.createdAtMs <= person.untilMs &&
      (person.subjects.includes(clearance.subject) || isNamedIn(findJudgement(seal, clearance)?.reason, person)),
    // Its id is random, and acts in the audit name it.
    async erase({ id, sealed }, traces) {
      traces.addBytes(sealed);
      await store.remove(id);
    },
  });
  return {
    ...kept,
    async erase(person, traces, nameGone) {
      const erased = await kept.erase(person, traces, nameGone);
      await store.forgetWithdrawn(person.subjects);
      return erased;
    },
  };
}

/** Events on their way to an endpoint, told or given up. One that speaks of a person is not told any more, or without them. */
export function createDeliveriesPlace(store: WebhookStore, seal: RowSeal): PersonalDataPlace {
  return createListedPlace<NewDelivery>({
    list: (after) => store.listAll(after?.id ?? '', eventsAtOnce),
    isTheirs: (delivery, person) =>
      delivery.createdAtMs <= person.untilMs && isAbout(person, findDelivered(seal, delivery)),
    async erase(delivery, traces, person) {
      traces.addBytes(delivery.sealedBody);
      const rest = findRest(delivery, seal, person);
      await (rest === undefined ? store.remove(delivery.id) : store.replaceBody(delivery.id, rest));
    },
  });
}

/** Events that can be read again. */
export function createEventsPlace(store: EventStore, seal: RowSeal): PersonalDataPlace {
  return createListedPlace<StoredEvent>({
    list: (after) => store.listAll(after, eventsAtOnce),
    isTheirs: (event, person) => event.createdAtMs <= person.untilMs && isAbout(person, findListed(seal, event)),
    async erase(event, traces, person) {
      traces.addBytes(event.sealedBody);
      const rest = findRest(event, seal, person);
      await (rest === undefined ? store.remove(event) : store.replace(event, rest));
    },
  });
}

/** Returns the sealed remainder of an event that also concerns others. */
function findRest(event: Pick<NewDelivery, 'id' | 'sealedBody'>, seal: RowSeal, person: Person) {
  const rest = withoutSubjects(openBody(seal, event), (subject) => isSubjectOf(person, subject));
  return rest === undefined || person.isNamedIn(rest.text) ? undefined : sealBody(seal, event.id, rest);
}

/** Hits of watched people, and changes of a sole trader's company, who may carry their own number in the name. */
export function createWatchChangesPlace(store: WatchStore, seal: RowSeal): PersonalDataPlace {
  return createListedPlace<PlacedChange>({
    list: (after) => store.listAllChanges(after, thingsAtOnce),
    isTheirs: (change, person) => isNamedIn(findChange(seal, change.watchId, change), person),
    async erase({ watchId, number, sealed }, traces) {
      traces.addBytes(sealed);
      await store.removeChange(watchId, number);
    },
  });
}

/** Tells whether the text names the person. A text that does not open is reported by its seal, because its subjects are unknown. */
function isNamedIn(text: string | undefined, person: Person): boolean {
  return text !== undefined && person.isNamedIn(text);
}

interface Told {
  readonly data: { readonly hits?: readonly unknown[]; readonly hits_total?: number };
}

/** An event without somebody who is erased: of several hits the others are told on. Undefined where it speaks of nobody else. */
function withoutSubjects(
  { text, about }: KeptText,
  isTheirs: (subject: string | null) => boolean,
): KeptText | undefined {
  const body = JSON.parse(text) as Told;
  const { hits, hits_total: total } = body.data;
  if (hits === undefined || total === undefined || hits.length !== about.length) return undefined;
  const isLeft = (_: unknown, index: number) => !isTheirs(about[index] ?? null);
  const left = hits.filter(isLeft);
  if (left.length === 0) return undefined;
  const data = { ...body.data, hits_total: total - (hits.length - left.length), hits: left };
  return { text: JSON.stringify({ ...body, data }), about: about.filter(isLeft) };
}
