// What the acts of the audit say of rows beside it: which must be there, which must not, and in which state. Ids alone, never anything of a
// person.

import { type ReconciledTable, reconciledTables } from '../../kept/stores.ts';
import type { OperatorAct } from '../entry.ts';
import type { AuditContent } from '../record.ts';

export interface Expectation {
  /** `atMs` is the time of the newest act that states this expectation. */
  readonly atMs: number;
  /** `may_be_gone`: what came later may rightly have removed it. */
  readonly presence: 'there' | 'may_be_gone' | 'ended';
  /** The row must exist until this time. The value is undefined if the row has no end of its own. */
  readonly untilMs?: number;
  /** `isDisabled` belongs to an operator. */
  readonly isDisabled?: boolean;
  readonly role?: string;
  /** `isFreeze` belongs to a judgement: without its row nobody is told of a step that is overdue. */
  readonly isFreeze?: boolean;
}

export type Expectations = Readonly<Record<ReconciledTable, ReadonlyMap<string, Expectation>>>;

interface Told extends Partial<Expectation> {
  readonly table: ReconciledTable;
  readonly id: string;
}

/** These times say how long a batch stays after its end, and a judgement after somebody revoked or replaced it. */
export interface KeptAfterEnd {
  readonly batchMs: number;
  readonly clearanceMs: number;
}

export function createExpectations(keptAfterEnd: KeptAfterEnd) {
  const tables = Object.fromEntries(reconciledTables.map((table) => [table, new Map()])) as Record<
    ReconciledTable,
    Map<string, Expectation>
  >;
  let erasedAtMs = Number.NEGATIVE_INFINITY;

  /** Acts of several chains may come in another order than they took place. */
  function tell({ table, id, ...told }: Told, atMs: number): void {
    const before = tables[table].get(id);
    const isNewest = before === undefined || atMs >= before.atMs;
    const known = isNewest ? { ...before, ...told } : { ...told, ...before };
    const presence = [before?.presence, told.presence].includes('ended') ? 'ended' : (known.presence ?? 'there');
    tables[table].set(id, { ...known, presence, atMs: Math.max(atMs, before?.atMs ?? atMs) });
  }

  return {
    see({ kind, act, target, atMs }: AuditContent): void {
      if (kind !== 'act' || act === null || target === null) return;
      if (act === 'privacy_erasure') erasedAtMs = Math.max(erasedAtMs, atMs);
      for (const told of toTold(act, target.split(' '), atMs, keptAfterEnd)) tell(told, atMs);
    },
    /** An erasure takes the clearances of a person, and names none of them. */
    list(): Expectations {
      for (const table of [tables.clearances, tables.ended_clearances])
        for (const [id, known] of table)
          if (known.presence === 'there' && known.atMs <= erasedAtMs)
            table.set(id, { ...known, presence: 'may_be_gone' });
      return tables;
    },
  };
}

function toTold(act: OperatorAct, words: readonly string[], atMs: number, kept: KeptAfterEnd): readonly Told[] {
  const [first = '', second = ''] = words;
  const [clearance = '', replaced] = words.filter((word) => word.startsWith('clr_'));
  const isThere = 'there' as const;
  const ended = 'ended' as const;
  const toEnded = (id: string): Told => ({
    table: 'ended_clearances',
    id,
    presence: isThere,
    untilMs: atMs + kept.clearanceMs,
  });
  switch (act) {
    case 'key_created':
    case 'key_updated':
    case 'key_rotated':
      return [{ table: 'api_keys', id: first, presence: isThere }];
    case 'key_revoked':
      return [{ table: 'api_keys', id: first, presence: ended }];
    // One that is made may have no row: somebody has the name already.
    case 'operator_changed':
      return [{ table: 'operators', id: first, presence: isThere, ...findRole(words) }];
    case 'operator_disabled':
    case 'operator_enabled':
      return [{ table: 'operators', id: first, presence: isThere, isDisabled: act === 'operator_disabled' }];
    // One that is added may have no row: somebody has that credential already.
    case 'passkey_added':
      return [{ table: 'operator_passkeys', id: second, presence: 'may_be_gone' }];
    case 'passkey_used':
      return [{ table: 'operator_passkeys', id: second, presence: isThere }];
    case 'passkey_removed':
      return [{ table: 'operator_passkeys', id: second, presence: ended }];
    case 'clearance_made':
      return [
        {
          table: 'clearances',
          id: clearance,
          presence: isThere,
          ...(words.includes('kind=frozen') && { isFreeze: true }),
        },
        ...(replaced === undefined
          ? []
          : [{ table: 'clearances', id: replaced, presence: 'may_be_gone' } as const, toEnded(replaced)]),
      ];
    case 'clearance_revoked':
      return [{ table: 'clearances', id: clearance, presence: ended }, toEnded(clearance)];
    case 'webhook_added':
    case 'webhook_changed':
    case 'webhook_rotated':
      return [{ table: 'webhook_endpoints', id: first, presence: isThere }];
    case 'webhook_removed':
      return [{ table: 'webhook_endpoints', id: first, presence: ended }];
    case 'people_watched':
      return [{ table: 'watches', id: first, ...toExpectedEnd(words) }];
    case 'watch_deleted':
      return [{ table: 'watches', id: first, presence: ended }];
    case 'batch_started':
      return [{ table: 'batches', id: first, presence: isThere, untilMs: atMs + kept.batchMs }];
    case 'batch_deleted':
      return [{ table: 'batches', id: first, presence: ended }];
    default:
      return [];
  }
}

const findWord = (words: readonly string[], name: string) =>
  words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

function findRole(words: readonly string[]): { readonly role?: string } {
  const role = findWord(words, 'role');
  return role === undefined ? {} : { role };
}

/** Older acts do not state the end, so the audit cannot tell whether the time was over. */
function toExpectedEnd(words: readonly string[]): Pick<Expectation, 'presence' | 'untilMs'> {
  const until = findWord(words, 'until');
  return until === undefined ? { presence: 'may_be_gone' } : { presence: 'there', untilMs: Date.parse(until) };
}
