// What a batch would ask, without asking and without keeping anything: the whole body is read and thrown away.

import type { KeyRecord } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { SourceName } from '../../domain/person/evidence.ts';
import type { Forecast, OpenForecast } from '../budgets/forecast.ts';
import { findColumnsOf } from '../bulk/columns.ts';
import type { OpenTable, Sent } from '../bulk/open-table.ts';
import { type Estimate, estimateRun } from '../bulk/run/estimate.ts';
import { type TableFacts, toTableFacts } from '../bulk/table-facts.ts';
import type { Clock } from '../clock.ts';
import type { BatchLimits } from './receive-batch.ts';
import { toBatchProblem, toNoRows, withinBytes, withinRows } from './within-limits.ts';

interface PlanOptions {
  readonly openTable: OpenTable;
  readonly openForecast: OpenForecast;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly limits: Pick<BatchLimits, 'rowsMax' | 'bodyBytesMax'>;
  /** Lists the parties that are asked about every person. */
  readonly listParties: () => readonly SourceName[];
}

interface PlanOrder {
  readonly key: Pick<KeyRecord, 'id' | 'mode'>;
  readonly format: 'csv' | 'ndjson';
  readonly body: Sent;
}

export interface BatchPlan {
  readonly facts: TableFacts;
  readonly estimate: Estimate;
  readonly forecast: Forecast;
}

export type PlanBatch = (order: PlanOrder) => Promise<BatchPlan>;

export function createPlanBatch({ openTable, openForecast, clock, limits, listParties }: PlanOptions): PlanBatch {
  return async ({ key, format, body: { bytes, signal } }) => {
    await using opened = new AsyncDisposableStack();
    try {
      const sent = { bytes: withinBytes(bytes, limits.bodyBytesMax), signal };
      const table = await openTable(sent, { kind: 'text', format, mayDiffer: true }, opened);
      const columns = findColumnsOf(table);
      const rules = { today: toBrazilDay(clock.nowMs()), dateOrder: 'dmy' as const };
      const facts = toTableFacts(table, columns, rules);
      const forecast = await openForecast(key);
      const rows = withinRows(table.rows, limits.rowsMax);
      const estimate = await estimateRun(rows, { columns, ...rules }, listParties(), forecast.count);
      if (estimate.rows === 0) throw toNoRows();
      return { facts, estimate, forecast: forecast.end() };
    } catch (error) {
      throw toBatchProblem(error);
    }
  };
}
