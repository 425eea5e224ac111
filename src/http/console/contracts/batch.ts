// The routes of Lote. The two that take a file have it as their body; what is said about it is in the header `Confere-File`, because a
// file's name may be a person's.

import { atBudgets } from '../../../app/batches/ports.ts';
import { sheetNameLength, type TablePreview } from '../../../app/batches/preview-table.ts';
import type { ResultPage } from '../../../app/batches/results/search-results.ts';
import { dateOrders } from '../../../app/bulk/written-date.ts';
import type { BatchPlanResponse, BatchResponse } from '../../batches/contract.ts';
import { oneOf, optional, place, text, whole } from '../body.ts';

/** Places of columns, counted from 0. */
const columns = {
  cpf: optional(place),
  cnpj: optional(place),
  document: optional(place),
  name: optional(place),
  company_name: optional(place),
  birth_date: optional(place),
} as const;
const yesOrNo = oneOf(['yes', 'no']);
/** If the value is null, the service detects the header itself. */
const has_header = optional(yesOrNo);
/** The fields state how to read the table. */
const reading = {
  has_header,
  /** The name selects a sheet of a spreadsheet; null selects the first visible one. */
  sheet: optional(text(sheetNameLength)),
  /** The value null puts days first, as Brazil writes them. */
  date_order: optional(oneOf(dateOrders)),
} as const;

export const batchForms = {
  'GET batches': { role: 'analyst', body: {} },
  /** Anybody's batch, by its id: how far it is, and nothing of its file. */
  'POST batch-show': { role: 'analyst', body: { id: text(64, 1) } },
  'POST batch-delete': { role: 'analyst', body: { id: text(64, 1) } },
  'POST batch-repeat': { role: 'analyst', body: { id: text(64, 1) } },
  'POST batch-rows': {
    role: 'analyst',
    body: {
      id: text(64, 1),
      /** The `next` of the page before; 1 is the first row. */
      from: whole(1_000_000_000),
      risk: optional(oneOf(['low', 'medium', 'high', 'none'])),
      /** The code of a reason, of a row's fault or of a failure. */
      reason: optional(text(64)),
      text: optional(text(100)),
    },
  },
} as const;

export const batchFileForms = {
  'batch-preview': {
    /** By what the columns are called, or as they are given here. */
    by: oneOf(['names', 'places']),
    ...columns,
    ...reading,
    /** `is_cut` tells whether the page sent only the beginning. */
    is_cut: yesOrNo,
  },
  'batch-estimate': { ...columns, ...reading },
  'batch-start': {
    file_name: text(255, 1),
    attempt: text(64, 16),
    with: oneOf(['sandbox', 'live']),
    purpose: optional(text(64)),
    /** `lists` tells whether the batch also looks rows up in the lists; null means that it does not. */
    lists: optional(yesOrNo),
    /** The choice applies once a budget is used up; null means that the batch waits. */
    at_budget: optional(oneOf(atBudgets)),
    ...columns,
    ...reading,
  },
} as const;

export interface BatchAnswers {
  'GET batches': BatchesView;
  'POST batch-show': { readonly batch: OthersBatchView };
  'POST batch-delete': { readonly deleted: true };
  'POST batch-repeat': { readonly batch: BatchView };
  'POST batch-rows': ResultPage;
}

export interface BatchFileAnswers {
  'batch-preview': PreviewView;
  'batch-estimate': EstimateView;
  'batch-start': { readonly batch: BatchView };
}

/** The view estimates the questions of the whole file. */
interface EstimateView extends Pick<BatchPlanResponse, 'reais_max' | 'budgets'> {
  readonly rows: number;
  /** The service asks no source about these. */
  readonly faulty: number;
  /** Distinct numbers. */
  readonly people: number;
  readonly companies: number;
  /** Rows that ask what another one asks: answered with it, at no call. */
  readonly repeated: number;
  /** To each source, at most. */
  readonly calls: number;
}

export interface BatchesView {
  /** One's own, the newest first. */
  readonly batches: readonly BatchView[];
  /** `others` lists running batches of others, the oldest first, up to some twenty. */
  readonly others: readonly OthersBatchView[];
  readonly rows_max: number;
  readonly bytes_max: number;
  readonly kept_hours: number;
}

interface BatchFigures extends BatchResponse {
  /** The figures cover the answered rows. */
  readonly risks: { readonly low: number; readonly medium: number; readonly high: number };
}

export interface BatchView extends BatchFigures {
  readonly file_name: string;
  readonly with: 'sandbox' | 'live';
  readonly purpose: string | null;
}

/** A file is called as people call it, which may be by a name, and its rows hold people in clear: neither is shown to others. */
export interface OthersBatchView extends BatchFigures {
  /** The name of the operator, or of the key. */
  readonly owner: string;
  /** The value is null for a batch of an API key. */
  readonly with: 'sandbox' | 'live' | null;
}

interface PreviewView extends Omit<TablePreview, 'hasHeader' | 'isWhole' | 'notCompared'> {
  readonly not_compared: TablePreview['notCompared'];
  readonly has_header: boolean;
  readonly is_whole: boolean;
}
