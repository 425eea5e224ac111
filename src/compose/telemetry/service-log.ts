// What the running service writes into its log, and how often: lines that a stranger or a broken file can cause are limited.

import type { BudgetNotice } from '../../app/budgets/accounts.ts';
import type { Clock } from '../../app/clock.ts';
import type { RowFault } from '../../app/row-proof.ts';
import type { DamagedRow } from '../../app/sealed-rows.ts';
import type { AbandonedTable } from '../../bulk/table-threads.ts';
import type { SourceLook } from '../../datasets/share/follow.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { describeLimit } from '../../domain/budgets/budget.ts';
import type { RequestRecord } from '../../http/connections/request-record.ts';
import type { DroppedConnections } from '../../http/connections/slots.ts';
import type { RegistryEvent } from '../../registry/live-registry.ts';
import type { ListEvent } from '../../screening/follow-lists.ts';
import type { LinkChange } from '../../stores/postgres/node-link.ts';
import { createLineLimit } from '../../telemetry/line-limit.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { LoopStall, StallReason } from '../../telemetry/loop-watch.ts';
import type { KeptDataset } from '../parts/kept-datasets.ts';

export type ServiceLog = ReturnType<typeof createServiceLog>;

const keyFaultText = 'the stored key was changed by other means than Confere, and is refused';
const rowFaultText =
  'the stored row was made or changed by other means than Confere, and counts for nothing: confere doctor';
const damagedRowText = 'the stored row does not open, is damaged or was changed, and is left out: confere doctor';
const rowAgainstText = {
  gone: 'the row is gone, and no act of the audit says so: confere audit reconcile',
  put_back: 'the row is back, although an act of the audit has ended it: confere audit reconcile',
};
const keyFaultLimit = { linesAtOnce: 10, linesPerSecond: 1 / 60 };

/** The limit applies to log lines of requests without a key, because anyone who can reach the port could fill the disk with them. */
const countersLimit = { linesAtOnce: 6, linesPerSecond: 1 / 30 };
const signInLimit = { linesAtOnce: 1, linesPerSecond: 1 / 60 };
const abandonedLimit = { linesAtOnce: 6, linesPerSecond: 1 / 30 };
const stallLimit = { linesAtOnce: 6, linesPerSecond: 1 / 30 };
const noiseLimit = { linesAtOnce: 500, linesPerSecond: 50 };

const abandonedTexts: Readonly<Record<AbandonedTable, string>> = {
  left: 'whoever sent a table left before it was read: its reading has ended, and nothing of it is kept',
  time: 'a table took more of the processor than any table needs: its reading has ended, and its sender was told',
  memory: 'a table took more memory than any table needs: its reading has ended, and its sender was told',
};

const stallTexts: Readonly<Record<StallReason, string>> = {
  work: 'nothing was answered meanwhile: one piece of work had the process for itself; report it with the lines around this one',
  wait: 'nothing was answered meanwhile: the process was stopped, had no processor, or waited for a slow disk',
};

export function createServiceLog(logger: Logger, clock: Clock) {
  const keyFaults = createLineLimit({ clock, ...keyFaultLimit });
  const rowFaults = createLineLimit({ clock, ...keyFaultLimit });
  const counters = createLineLimit({ clock, ...countersLimit });
  const noise = createLineLimit({ clock, ...noiseLimit });
  const signIns = createLineLimit({ clock, ...signInLimit });
  const abandoned = createLineLimit({ clock, ...abandonedLimit });
  const stalls = createLineLimit({ clock, ...stallLimit });

  /** Tells whether there is room for one more line of a stranger, and reports how many lines found none. */
  function takeNoise(): boolean {
    if (!noise.take()) return false;
    const count = noise.takeRefused();
    if (count > 0) logger.write('warn', 'requests_not_logged', { count });
    return true;
  }

  return {
    keyFault(keyId: KeyId) {
      if (keyFaults.take()) logger.write('error', 'key_fault', { key_id: keyId, internal: keyFaultText });
    },
    rowFault({ table, id, against }: RowFault) {
      const text = against === undefined ? rowFaultText : rowAgainstText[against];
      if (rowFaults.take()) logger.write('error', 'row_fault', { component: table, internal: `${id}: ${text}` });
    },
    damagedRow({ table, id }: DamagedRow) {
      if (rowFaults.take())
        logger.write('error', 'row_fault', { component: table, internal: `${id}: ${damagedRowText}` });
    },
    registryEvent(event: RegistryEvent) {
      const isGood = event.kind === 'snapshot_opened' || event.kind === 'verification_passed';
      const internal = 'reason' in event ? event.reason : event.id;
      logger.write(isGood ? 'info' : 'error', event.kind, { component: 'registry', internal });
    },
    listEvent(event: ListEvent) {
      if (event.kind === 'list_opened')
        logger.write('info', event.kind, { component: event.list, internal: event.edition });
      else
        logger.write('error', event.kind, {
          component: event.list,
          internal:
            'the list is damaged and answers nothing. Put its files back, or import them again; see: confere doctor',
        });
    },
    countersChange(isReachable: boolean) {
      if (!counters.take()) return;
      if (isReachable) logger.write('info', 'counters_shared', { component: 'counters' });
      else
        logger.write('warn', 'counters_alone', {
          component: 'counters',
          internal: 'Redis does not answer: each node keeps to its share of every limit until it is back',
        });
    },
    /** Somebody else writes under our names in Redis. */
    countersForeign(set: string) {
      if (!counters.take()) return;
      logger.write('error', 'counters_foreign', {
        component: 'counters',
        internal: `another program has written a value of another type under the name of ${set} in Redis: this node keeps to its share of that limit; find out who can write there`,
      });
    },
    /** Somebody who has no part in this installation named a database server for it. */
    lineageForged() {
      if (!counters.take()) return;
      logger.write('error', 'store_lineage_forged', {
        component: 'counters',
        internal:
          'somebody without the master secret wrote into Redis which database server is the newest: this node does not believe it and deletes it; find out who can write there',
      });
    },
    budgetNotice({ spender: { kind, name }, limit, percent, period }: BudgetNotice) {
      logger.write('warn', percent === 100 ? 'budget_exhausted' : 'budget_warning', {
        component: kind === 'source' ? name : 'key',
        ...(kind === 'key' && { key_id: name }),
        internal: `${percent} % of ${describeLimit(limit)} is used in ${period.name}`,
      });
    },
    /** Logs the link to the database that nodes share. */
    storeLink(change: LinkChange) {
      if (change.kind === 'lost') logger.write('error', 'store_unreachable', { internal: change.fault });
      else if (change.kind === 'clocks_differ')
        logger.write('warn', 'store_clocks_differ', {
          internal: `the clock of this node is ${(change.skewMs / 1000).toFixed(1)} s ahead of the database's: set both by NTP`,
        });
      else logger.write('info', change.kind === 'back' ? 'store_reachable' : 'store_clocks_agree', {});
    },
    sourceLook(dataset: KeptDataset, look: SourceLook) {
      if (look.kind === 'pulled') logger.write('info', `${dataset}_pulled`, { component: dataset, internal: look.id });
      else if (look.kind === 'failed')
        logger.write('warn', `${dataset}_source_failed`, { component: dataset, internal: look.reason });
    },
    /** Somebody tries names and passwords. Their address is not for the log. */
    signInFlood() {
      if (!signIns.take()) return;
      logger.write('warn', 'sign_in_flood', {
        component: 'console',
        internal:
          'a network has had twenty failed sign-ins or more in a quarter of an hour, and waits between two attempts; known devices do not',
      });
    },
    /** Logs abandoned work: it was ended in the middle because no caller waits for it any more, or because it took too much. */
    workAbandoned(why: AbandonedTable) {
      if (abandoned.take())
        logger.write('warn', 'work_abandoned', { component: 'tables', internal: abandonedTexts[why] });
    },
    loopStood({ stoodMs, why }: LoopStall) {
      if (stalls.take())
        logger.write('warn', 'loop_stood_still', { duration_ms: Math.round(stoodMs), internal: stallTexts[why] });
    },
    droppedConnections({ noRoom, clientShare, gaveWay }: DroppedConnections) {
      const internal = `${noRoom} for want of a free connection, ${clientShare} beyond one client's share, ${gaveWay} idle ones gave way`;
      logger.write('warn', 'connections_dropped', { count: noRoom + clientShare + gaveWay, internal });
    },
    request(record: RequestRecord) {
      const { failure } = record;
      if (record.keyId === null && record.status < 500 && !takeNoise()) return;
      logger.writeRequest(record.status >= 500 ? 'error' : 'info', {
        request_id: record.requestId,
        method: record.method,
        route: record.route,
        status: record.status,
        duration_ms: Math.round((record.durationMs ?? 0) * 1000) / 1000,
        key_id: record.keyId,
        outcome: record.outcome,
        code: failure?.code ?? null,
        internal: failure === null || failure.message === failure.code ? null : failure.message,
      });
    },
  };
}
