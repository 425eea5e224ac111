// Keeps what a person has judged of a hit, shows it, and takes it back. Nothing of it happens that cannot be written down in the audit.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { isByNumber, isNameAlone, toCustomerText } from '../../../domain/screening/clearance.ts';
import type { DueCounts } from '../../../domain/screening/due-judgement.ts';
import type { FreezeStep } from '../../../domain/screening/freeze.ts';
import { isOfHit, mayBeOf } from '../../../domain/screening/group-hits.ts';
import { isFreezing, isOver, type JudgementKind } from '../../../domain/screening/judgement.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import { AppError } from '../../../errors.ts';
import type { OperatorAct } from '../../audit/entry.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import { type ListPage, type ListPlace, toListPage } from '../../key-owned/list-page.ts';
import { requireStored } from '../../key-owned/require-stored.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { FoundHit } from '../find-hits.ts';
import type { Screen } from '../screen.ts';
import { countDueNow } from './look-at-due.ts';
import type { ToSubjects } from './mark-cleared.ts';
import type { ClearanceFilter, ClearanceStore, StoredClearance } from './ports.ts';
import { covers, findJudgement, type SealedJudgement, sealJudgement, toJudged } from './sealed-judgement.ts';

/** A clearer is the judge: a key by its id, or an operator. A clearer sees nothing of the other mode. */
export interface Clearer {
  readonly mode: KeyMode;
  readonly actor: string;
  /** A senior clearer may accept a customer in spite of a hit, and end a freeze. */
  readonly isSenior: boolean;
}

export interface ClearanceOrder {
  readonly customer: Screened;
  readonly withPartners: boolean;
  /** `ceis:123456`; of a hit of several rows any of them. */
  readonly row: string;
  readonly reason: string;
  /** The caller sets this flag to clear a hit that was found by the whole number. */
  readonly isDespiteNumber: boolean;
  readonly kind: JudgementKind;
  /** YYYY-MM-DD: the last day on which it counts; null where it has none. */
  readonly until: string | null;
  /** The value is the time of a freeze that is already done, or null. */
  readonly frozenAtMs: number | null;
}

export interface Clearance extends Omit<StoredClearance, 'mode' | 'subject' | 'sealed'> {
  readonly reason: string;
  /** `requestId` names the screening in which an analyst judged the hit. The value is null if the audit recorded none. */
  readonly requestId: string | null;
}

export interface MadeClearance {
  readonly clearance: Clearance;
  /** Somebody had judged the same before. */
  readonly isRepeated: boolean;
}

export interface ManageClearances {
  /** Tells whether another operator must confirm a clearance. */
  readonly needsAnother: boolean;
  /**
   * Throws `name_alone` where it would hold for every namesake. Throws `hit_not_found` where the lists have no such hit, `same_number`
   * where it is one by the whole number. Either says something
   * of the customer, so the customer is screened for it, and that is recorded as any screening is. Throws `not_freezable` where the
   * list freezes nobody, `not_acceptable` where it freezes whom somebody would accept, `hit_frozen` where a freeze would give its place to
   * something else.
   */
  make(order: ClearanceOrder, caller: Caller, by: Clearer): Promise<MadeClearance>;
  /** The newest first, also those that have ended. */
  list(mode: KeyMode, limit: number, before?: ListPlace, filter?: ClearanceFilter): Promise<ListPage<Clearance>>;
  /** Counts the judgements of live keys that wait for a person. */
  countDue(): Promise<DueCounts>;
  /** All of a customer, also those that do not count yet. */
  findOf(customer: Screened, mode: KeyMode): Promise<readonly Clearance[]>;
  /** This and what follows throw `clearance_not_found`. What follows throws it also of one that has ended. */
  get(id: string, mode: KeyMode): Promise<Clearance>;
  /**
   * Throws `clearance_needs_another` if the author confirms the clearance, and `needs_senior` if it is an acceptance. A confirmed clearance stays
   * unchanged.
   */
  confirm(id: string, by: Clearer): Promise<Clearance>;
  /** Throws `not_freezable` where it is no freeze. A step that was noted stays as it is. */
  noteStep(id: string, step: FreezeStep, atMs: number, by: Clearer): Promise<Clearance>;
  /** Throws `needs_senior` where it is a freeze. */
  revoke(id: string, by: Clearer): Promise<void>;
}

interface ManageClearancesOptions {
  readonly store: ClearanceStore;
  readonly seal: RowSeal;
  readonly toSubjects: ToSubjects;
  readonly screen: Screen;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<unknown>;
  /** Tells whether another operator must confirm a clearance. */
  readonly needsAnother: boolean;
  readonly clock: Clock;
  readonly createId: () => string;
}

export function createManageClearances(options: ManageClearancesOptions): ManageClearances {
  const { store, seal, toSubjects, screen, needsAnother, clock, createId } = options;

  /**
   * Records an act; acts in the sandbox concern the integrator alone. A row reveals the listed person, so the act begins with the audit's name of
   * the customer, by which an erasure finds it.
   */
  async function record(
    { mode, actor }: Clearer,
    act: OperatorAct,
    of: Pick<StoredClearance, 'subject' | 'row' | 'id'>,
    ...more: readonly string[]
  ) {
    if (mode === 'live') await options.record(actor, act, [of.subject, of.row, of.id, ...more].join(' '));
  }

  async function require(id: string, mode: KeyMode): Promise<StoredClearance> {
    const found = await store.find(id);
    if (found?.mode !== mode) throw new AppError('clearance_not_found');
    return found;
  }

  function toClearance(stored: StoredClearance, { reason, requestId }: SealedJudgement): Clearance {
    const { mode: _, subject: _of, sealed: _what, ...told } = stored;
    const hasLapsed =
      told.end === undefined && told.state !== 'proposed' && isOver(told.until, toBrazilDay(clock.nowMs()));
    return { ...told, state: hasLapsed ? 'lapsed' : told.state, reason, requestId: requestId ?? null };
  }

  /** One that is damaged is in no list. */
  function listSound(found: readonly StoredClearance[]): readonly Clearance[] {
    return found.flatMap((each) => {
      const judgement = findJudgement(seal, each);
      return judgement === undefined ? [] : toClearance(each, judgement);
    });
  }

  function requireSound(stored: StoredClearance): Clearance {
    const [sound] = listSound([stored]);
    if (sound === undefined) throw new AppError('clearance_not_found');
    return sound;
  }

  /**
   * Tells whether another operator must confirm the judgement. A judgement that leaves the hit in place needs no confirmation, because it hides
   * nothing.
   */
  function mustWait(kind: JudgementKind, isSenior: boolean): boolean {
    if (kind === 'accepted') return needsAnother || !isSenior;
    return kind === 'cleared' && needsAnother;
  }

  type Judged = Pick<ClearanceOrder, 'row' | 'kind' | 'until'> & { readonly hits: readonly FoundHit[] };

  /**
   * The one that says the same of all that is to be judged, and the one that gives its place to it: it says something else, or waits for another
   * person in vain. Any row of a hit may have stood for it when it was judged. Throws `hit_frozen` where a freeze would give its place.
   */
  async function findKept(
    subjects: readonly string[],
    { mode, isSenior }: Clearer,
    { row, kind, until, hits }: Judged,
  ): Promise<{ readonly same?: Clearance; readonly outdated?: StoredClearance }> {
    const kept = await store.findOf(mode, subjects);
    const covering: StoredClearance[] = [];
    for (const each of kept) {
      const before = hits.every(({ hit }) => mayBeOf(each.row, hit)) ? findJudgement(seal, each) : undefined;
      if (before === undefined || !hits.every(({ hit, compared }) => covers(before, hit, compared))) continue;
      const isOpen = each.state === each.kind || mustWait(each.kind, isSenior);
      if (isOpen && each.kind === kind && each.until === until) return { same: toClearance(each, before) };
      covering.push(each);
    }
    const ofHits = kept.filter((each) => hits.every(({ hit }) => isOfHit(each.row, hit)));
    if (kind !== 'frozen' && [...covering, ...ofHits].some((each) => each.kind === 'frozen'))
      throw new AppError('hit_frozen');
    const outdated = kept.find((each) => each.row === row) ?? covering[0] ?? ofHits[0];
    return outdated === undefined ? {} : { outdated };
  }

  return {
    needsAnother,
    async make(order, caller, by) {
      const { customer, withPartners, row: named, reason, isDespiteNumber, kind, until, frozenAtMs } = order;
      if (isNameAlone(customer)) throw new AppError('name_alone');
      const screening = await screen({ screened: customer, withPartners }, caller);
      const hits = [...screening.hits, ...screening.cleared].filter(({ hit }) => isOfHit(named, hit));
      const row = hits[0]?.recorded.row;
      if (row === undefined) throw new AppError('hit_not_found');
      if (kind === 'cleared' && !isDespiteNumber && hits.some(({ hit }) => isByNumber(hit)))
        throw new AppError('same_number');
      if (kind === 'frozen' && !hits.every(({ hit }) => isFreezing(hit))) throw new AppError('not_freezable');
      if (kind === 'accepted' && hits.some(({ hit }) => isFreezing(hit))) throw new AppError('not_acceptable');
      const judged = hits.map(({ hit, compared }) => toJudged(hit, compared));
      const judgement = { reason, ...(by.mode === 'live' && { requestId: caller.requestId }), judged };
      const subjects = toSubjects(toCustomerText(customer));
      const wanted = { row, kind, until, hits };
      const { same, outdated } = await findKept(subjects, by, wanted);
      if (same !== undefined) return { clearance: same, isRepeated: true };
      const id = createId();
      // It takes the place of the outdated one, which is nobody's loss then.
      const replaced = outdated === undefined ? [] : [outdated.id];
      await record(by, 'clearance_made', { subject: subjects[0], row, id }, ...replaced, ...toActWords(order));
      const createdAtMs = clock.nowMs();
      const frozen = frozenAtMs === null ? {} : { frozen: { atMs: frozenAtMs, by: by.actor, notedAtMs: createdAtMs } };
      const made: StoredClearance = {
        id,
        mode: by.mode,
        subject: subjects[0],
        row,
        sealed: sealJudgement(seal, id, judgement),
        kind,
        state: mustWait(kind, by.isSenior) ? 'proposed' : kind,
        until,
        // What was noted of a freeze that gives its place to a newer one stays done.
        steps: kind === 'frozen' ? { ...frozen, ...outdated?.steps } : null,
        madeBy: by.actor,
        createdAtMs,
        confirmedBy: null,
        confirmedAtMs: null,
      };
      if (await requireStored(store.keep(made, outdated?.id ?? null)))
        return { clearance: toClearance(made, judgement), isRepeated: false };
      // Somebody else was faster.
      const other = (await findKept(subjects, by, wanted)).same;
      if (other === undefined) throw new AppError('overloaded', { retryAfterSeconds: 1 });
      return { clearance: other, isRepeated: true };
    },
    async list(mode, limit, before, filter) {
      const { things, next } = await toListPage((some) => store.list(mode, some, before, filter), limit);
      return { things: listSound(things), next };
    },
    countDue: () => countDueNow({ store, clock }),
    async findOf(customer, mode) {
      return listSound(await store.findOf(mode, toSubjects(toCustomerText(customer))));
    },
    async get(id, mode) {
      const ended = await store.findEnded(id);
      return requireSound(ended?.mode === mode ? ended : await require(id, mode));
    },
    async confirm(id, by) {
      const proposed = await require(id, by.mode);
      if (proposed.state !== 'proposed') return requireSound(proposed);
      if (proposed.madeBy === by.actor) throw new AppError('clearance_needs_another');
      if (proposed.kind === 'accepted' && !by.isSenior) throw new AppError('needs_senior');
      requireSound(proposed);
      await record(by, 'clearance_confirmed', proposed);
      await requireStored(store.confirm(id, by.actor, clock.nowMs()));
      return requireSound(await require(id, by.mode));
    },
    async noteStep(id, step, atMs, by) {
      const found = await require(id, by.mode);
      if (found.steps === null) throw new AppError('not_freezable');
      if (found.steps[step] !== undefined) return requireSound(found);
      await record(by, 'freeze_noted', found, `step=${step}`, `at=${new Date(atMs).toISOString()}`);
      await requireStored(store.noteStep(id, step, { atMs, by: by.actor, notedAtMs: clock.nowMs() }));
      return requireSound(await require(id, by.mode));
    },
    async revoke(id, by) {
      const found = await require(id, by.mode);
      if (found.kind === 'frozen' && !by.isSenior) throw new AppError('needs_senior');
      await record(by, 'clearance_revoked', found);
      if (!(await requireStored(store.withdraw(id, by.actor, clock.nowMs()))))
        throw new AppError('clearance_not_found');
    },
  };
}

/** Returns the judgement in the audit's words. The result is empty for a clearance without an end. */
function toActWords({ kind, until }: Pick<ClearanceOrder, 'kind' | 'until'>): readonly string[] {
  return [...(kind === 'cleared' ? [] : [`kind=${kind}`]), ...(until === null ? [] : [`until=${until}`])];
}
