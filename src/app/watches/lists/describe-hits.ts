// From what differs between two states of the lists to what is told of somebody. A hit that a person has judged false does not count.

import type { KeyMode } from '../../../domain/access/api-key.ts';
import { toHitChangeSentence } from '../../../domain/screening/changes/hit-change-sentence.ts';
import type { HitChange, HitChangeKind } from '../../../domain/screening/changes/hit-changes.ts';
import type { Hit } from '../../../domain/screening/hit.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import { toListRowName } from '../../../domain/screening/screening.ts';
import type { MarkCleared } from '../../screening/clearances/mark-cleared.ts';
import type { WatchedHit } from '../told-changes.ts';
import type { DatedPoint } from './lists-point.ts';

export interface Between {
  readonly before: DatedPoint;
  readonly after: DatedPoint;
  /** The withdrawn clearances that it is about, where what differs is not in the lists. */
  readonly withdrawn?: string;
}

export interface Customer {
  readonly screened: Screened;
  readonly reference: string | null;
}

export type DescribeHits = (
  changes: readonly HitChange[],
  customer: Customer,
  mode: KeyMode,
  between: Between,
) => Promise<readonly FoundHit[]>;

/** Silent where somebody accepted the customer with it, as long as it stays as it is. */
type Noted = 'counts' | 'accepted';

/** A found hit has no audit record yet. */
export type FoundHit = Omit<WatchedHit, 'request_id'>;

export function createDescribeHits(markCleared: MarkCleared): DescribeHits {
  /** Returns the hits without a clearance. A judgement counts for both sides as it stands now. */
  async function findNoted(changes: readonly HitChange[], { screened }: Customer, mode: KeyMode) {
    const hits = changes.flatMap(({ before, after }) => [before, after]).filter((hit) => hit !== null);
    const found = hits.map((hit) => {
      const { match, strength, state } = hit;
      return { hit, compared: screened, recorded: { row: toListRowName(hit), match, strength, state, partner: null } };
    });
    const marked = await markCleared(found, screened, mode);
    return new Map<Hit, Noted>(
      marked.flatMap(({ hit, clearance, judgement }) =>
        clearance === null ? [[hit, judgement?.kind === 'accepted' ? 'accepted' : 'counts'] as const] : [],
      ),
    );
  }

  return async (changes, customer, mode, between) => {
    const noted = await findNoted(changes, customer, mode);
    return changes.flatMap((change) => {
      const [was, is] = [change.before, change.after].map((hit) => (hit === null ? undefined : noted.get(hit)));
      const kind = toChangeKind(was, is);
      return kind === undefined ? [] : [toWatchedHit(kind, change, customer, between)];
    });
  };
}

/** A hit is told when it begins to count, when what counts changes, and when it is there no more. */
function toChangeKind(was: Noted | undefined, is: Noted | undefined): HitChangeKind | undefined {
  if (is === 'counts') return was === undefined ? 'new_hit' : 'changed_hit';
  return is === undefined && was !== undefined ? 'ended_hit' : undefined;
}

function toWatchedHit(
  kind: HitChangeKind,
  change: HitChange,
  { screened, reference }: Customer,
  between: Between,
): FoundHit {
  const hit = (change.after ?? change.before) as Hit;
  const { list, match, strength } = hit;
  const [from, to] = [between.before, between.after].map(
    ({ editions }) => editions.find((edition) => edition.list === list)?.asOf ?? null,
  ) as [string | null, string | null];
  return {
    kind,
    cpf: screened.kind === 'person' ? screened.cpf : null,
    cnpj: screened.kind === 'company' ? screened.cnpj : null,
    reference,
    ...(screened.kind === 'person' &&
      screened.cpf === null &&
      screened.identityDocument && { identityDocument: screened.identityDocument }),
    list,
    row: toListRowName(hit),
    match,
    strength,
    state: kind === 'ended_hit' ? 'ended' : hit.state,
    from,
    to,
    sentence: toHitChangeSentence(kind, change, to, between.withdrawn !== undefined),
  };
}
