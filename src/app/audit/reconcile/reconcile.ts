// Compares rows that decide with the acts of the audit: what a checksum cannot see is a row that somebody took away, or put back. Reads only.

import { type ReconciledTable, reconciledTables } from '../../kept/stores.ts';
import { listRows } from '../list-rows.ts';
import type { AuditTrail } from '../ports.ts';
import { parseContent } from '../record.ts';
import { createExpectations, type Expectation, type KeptAfterEnd } from './expectations.ts';

/** A row as it is now. */
export interface RowState {
  /** Revoked, disabled: it is there and gives no rights. */
  readonly isEnded?: boolean;
  readonly role?: string;
}

/** Finds the rows that exist among these ids. */
export type FindStates = (table: ReconciledTable, ids: readonly string[]) => Promise<ReadonlyMap<string, RowState>>;

export interface Difference {
  readonly table: ReconciledTable;
  readonly id: string;
  /** `put_back`: it is there again, or as it was before its last act. */
  readonly kind: 'gone' | 'put_back';
  /** `atMs` is the time of the act that contradicts the row. */
  readonly atMs: number;
  readonly isFreeze: boolean;
}

interface ReconcileOptions {
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly findStates: FindStates;
  readonly nowMs: number;
  readonly keptAfterEnd: KeptAfterEnd;
  readonly tables?: readonly ReconciledTable[];
  readonly onActs?: (count: number) => void;
}

export interface Reconciled {
  readonly acts: number;
  readonly differences: readonly Difference[];
}

export async function reconcileRows(options: ReconcileOptions): Promise<Reconciled> {
  const { trail, findStates, nowMs, keptAfterEnd, tables = reconciledTables, onActs = () => {} } = options;
  const expected = createExpectations(keptAfterEnd);
  let acts = 0;
  for await (const { content } of listRows(trail, { kind: 'act' })) {
    const parsed = content === null ? undefined : parseContent(content);
    if (parsed !== undefined) expected.see(parsed);
    if (++acts % actsTold === 0) onActs(acts);
  }
  const all = expected.list();
  const differences: Difference[] = [];
  for (const table of tables) {
    const states = await findStates(table, [...all[table].keys()]);
    for (const [id, expectation] of all[table]) {
      const kind = judgeRow(table, expectation, states.get(id), nowMs);
      const { atMs, isFreeze = false } = expectation;
      if (kind !== undefined) differences.push({ table, id, kind, atMs, isFreeze });
    }
  }
  return { acts, differences };
}

const actsTold = 1_000;

function judgeRow(
  table: ReconciledTable,
  { presence, untilMs = Number.POSITIVE_INFINITY, isDisabled, role }: Expectation,
  state: RowState | undefined,
  nowMs: number,
): Difference['kind'] | undefined {
  // A revoked key stays, so that the audit can name it.
  if (state === undefined) {
    const mustBeThere = presence === 'there' || (presence === 'ended' && table === 'api_keys');
    return mustBeThere && untilMs > nowMs ? 'gone' : undefined;
  }
  const isEnded = state.isEnded === true;
  if (presence === 'ended') return isEnded ? undefined : 'put_back';
  const isOlder = (isDisabled === true && !isEnded) || (role !== undefined && role !== state.role);
  return isOlder ? 'put_back' : undefined;
}
