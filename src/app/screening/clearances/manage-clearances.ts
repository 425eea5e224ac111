// Keeps what a person has judged of a hit, shows it, and takes it back. Nothing of it happens that cannot be written down in the audit.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import { type ClearanceState, isByNumber, isNameAlone, toCustomerText } from '../../../domain/screening/clearance.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import { AppError } from '../../../errors.ts';
import type { OperatorAct } from '../../audit/entry.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import { type ListPage, type ListPlace, toListPage } from '../../key-owned/list-page.ts';
import { requireStored } from '../../key-owned/require-stored.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { Screen } from '../screen.ts';
import type { ToSubjects } from './mark-cleared.ts';
import type { ClearanceStore, StoredClearance } from './ports.ts';
import { covers, findJudgement, type SealedJudgement, sealJudgement, toJudged } from './sealed-judgement.ts';

/** Who clears: a key by its id, or an operator. They see nothing of the other mode. */
export interface Clearer {
  readonly mode: KeyMode;
  readonly actor: string;
}

export interface ClearanceOrder {
  readonly customer: Screened;
  readonly withPartners: boolean;
  /** `ceis:123456` */
  readonly row: string;
  readonly reason: string;
  /** Said by whom clears a hit that was found by the whole number. */
  readonly isDespiteNumber: boolean;
}

export interface Clearance extends Omit<StoredClearance, 'mode' | 'subject' | 'sealed'> {
  readonly reason: string;
}

export interface MadeClearance {
  readonly clearance: Clearance;
  /** Somebody had cleared the same before. */
  readonly isRepeated: boolean;
}

export interface ManageClearances {
  /** Whether somebody else must confirm what a person has cleared. */
  readonly needsAnother: boolean;
  /**
   * Throws `name_alone` where it would hold for every namesake. Throws `hit_not_found` where the lists have no such hit, `same_number`
   * where it is one by the whole number. Either says something
   * of the customer, so the customer is screened for it, and that is recorded as any screening is. `actor`: who clears, where it is
   * not the key.
   */
  make(order: ClearanceOrder, caller: Caller, actor?: string): Promise<MadeClearance>;
  /** The newest first; with a state those of this state alone. */
  list(mode: KeyMode, limit: number, before?: ListPlace, state?: ClearanceState): Promise<ListPage<Clearance>>;
  /** All of a customer, also those that do not count yet. */
  findOf(customer: Screened, mode: KeyMode): Promise<readonly Clearance[]>;
  /** This and what follows throw `clearance_not_found`. */
  get(id: string, mode: KeyMode): Promise<Clearance>;
  /** Throws `clearance_needs_another` where whoever made it would confirm it. One that is confirmed stays as it is. */
  confirm(id: string, by: Clearer): Promise<Clearance>;
  revoke(id: string, by: Clearer): Promise<void>;
}

interface ManageClearancesOptions {
  readonly store: ClearanceStore;
  readonly seal: RowSeal;
  readonly toSubjects: ToSubjects;
  readonly screen: Screen;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<unknown>;
  /** Whether somebody else must confirm what a person has cleared. */
  readonly needsAnother: boolean;
  readonly clock: Clock;
  readonly createId: () => string;
}

export function createManageClearances(options: ManageClearancesOptions): ManageClearances {
  const { store, seal, toSubjects, screen, needsAnother, clock, createId } = options;

  /**
   * The sandbox's are nobody's business but the integrator's. A row tells of whom a list speaks, so the act begins with what the audit calls
   * the customer: by that an erasure finds it.
   */
  async function record(
    { mode, actor }: Clearer,
    act: OperatorAct,
    of: Pick<StoredClearance, 'subject' | 'row' | 'id'>,
    outdated = '',
  ) {
    if (mode === 'live') await options.record(actor, act, `${of.subject} ${of.row} ${of.id} ${outdated}`.trimEnd());
  }

  async function require(id: string, mode: KeyMode): Promise<StoredClearance> {
    const found = await store.find(id);
    if (found?.mode !== mode) throw new AppError('clearance_not_found');
    return found;
  }

  function toClearance(stored: StoredClearance, { reason }: SealedJudgement): Clearance {
    const { id, row, state, madeBy, createdAtMs, confirmedBy, confirmedAtMs } = stored;
    return { id, row, state, reason, madeBy, createdAtMs, confirmedBy, confirmedAtMs };
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

  /** The one that covers all that is to be judged, and the one that does so no longer, or waits for another person in vain. */
  async function findKept(subjects: readonly string[], mode: KeyMode, row: string, judgement: SealedJudgement) {
    const kept = (await store.findOf(mode, subjects)).find((each) => each.row === row);
    if (kept === undefined) return {};
    const before = findJudgement(seal, kept);
    if (before === undefined) return { outdated: kept };
    const isOpen = kept.state === 'cleared' || needsAnother;
    return isOpen && judgement.judged.every((each) => covers(before, each))
      ? { same: toClearance(kept, before) }
      : { outdated: kept };
  }

  return {
    needsAnother,
    async make({ customer, withPartners, row, reason, isDespiteNumber }, caller, actor = caller.keyId) {
      if (isNameAlone(customer)) throw new AppError('name_alone');
      const by = { mode: caller.mode, actor };
      const screening = await screen({ screened: customer, withPartners }, caller);
      const hits = [...screening.hits, ...screening.cleared].filter(({ recorded }) => recorded.row === row);
      if (hits.length === 0) throw new AppError('hit_not_found');
      if (!isDespiteNumber && hits.some(({ hit }) => isByNumber(hit))) throw new AppError('same_number');
      const judgement = { reason, judged: hits.map(({ hit, compared }) => toJudged(hit, compared)) };
      const subjects = toSubjects(toCustomerText(customer));
      const { same, outdated } = await findKept(subjects, by.mode, row, judgement);
      if (same !== undefined) return { clearance: same, isRepeated: true };
      const id = createId();
      // It takes the place of the outdated one, which is nobody's loss then.
      await record(by, 'clearance_made', { subject: subjects[0], row, id }, outdated?.id);
      const made: StoredClearance = {
        id,
        mode: by.mode,
        subject: subjects[0],
        row,
        sealed: sealJudgement(seal, id, judgement),
        state: needsAnother ? 'proposed' : 'cleared',
        madeBy: by.actor,
        createdAtMs: clock.nowMs(),
        confirmedBy: null,
        confirmedAtMs: null,
      };
      if (await requireStored(store.keep(made, outdated?.id ?? null)))
        return { clearance: toClearance(made, judgement), isRepeated: false };
      // Somebody else was faster.
      const other = (await findKept(subjects, by.mode, row, judgement)).same;
      if (other === undefined) throw new AppError('overloaded', { retryAfterSeconds: 1 });
      return { clearance: other, isRepeated: true };
    },
    async list(mode, limit, before, state) {
      const { things, next } = await toListPage((some) => store.list(mode, some, before, state), limit);
      return { things: listSound(things), next };
    },
    async findOf(customer, mode) {
      return listSound(await store.findOf(mode, toSubjects(toCustomerText(customer))));
    },
    get: async (id, mode) => requireSound(await require(id, mode)),
    async confirm(id, by) {
      const proposed = await require(id, by.mode);
      if (proposed.state === 'cleared') return requireSound(proposed);
      if (proposed.madeBy === by.actor) throw new AppError('clearance_needs_another');
      requireSound(proposed);
      await record(by, 'clearance_confirmed', proposed);
      await requireStored(store.confirm(id, by.actor, clock.nowMs()));
      return requireSound(await require(id, by.mode));
    },
    async revoke(id, by) {
      const found = await require(id, by.mode);
      await record(by, 'clearance_revoked', found);
      if (!(await requireStored(store.withdraw(id)))) throw new AppError('clearance_not_found');
    },
  };
}
