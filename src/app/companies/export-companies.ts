// Turns a scan of records into the text of a list, a piece at a time: what is not shown to callers is not in it either.

import type { CompanyRecord } from '../../domain/company/company-record.ts';
import { csvHeader, toCsvRow, toRecordJson } from '../../domain/company/forms/record-document.ts';
import { type Disclosures, withPrivacy } from '../../domain/company/forms/record-privacy.ts';

export const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportPiece {
  readonly text: string;
  readonly records: number;
}

interface ExportOptions {
  readonly batches: AsyncIterable<readonly CompanyRecord[]>;
  readonly dataAsOf: string;
  readonly format: ExportFormat;
  readonly disclosures: Disclosures;
}

/** Large enough that writing costs nothing beside making it. */
const pieceCharacters = 256 * 1024;

/** Returns the text before the first record, or undefined if there is none. */
export function toExportHeader(format: ExportFormat): ExportPiece | undefined {
  return format === 'csv' ? { text: csvHeader, records: 0 } : undefined;
}

export async function* exportCompanies(options: ExportOptions): AsyncGenerator<ExportPiece> {
  const { batches, dataAsOf, format, disclosures } = options;
  const toLine = (record: CompanyRecord): string => {
    const shown = withPrivacy(record, disclosures);
    return format === 'csv' ? toCsvRow(shown, dataAsOf) : `${toRecordJson(shown, dataAsOf)}\n`;
  };
  let text = '';
  let records = 0;
  for await (const batch of batches) {
    for (const record of batch) text += toLine(record);
    records += batch.length;
    if (text.length < pieceCharacters) continue;
    yield { text, records };
    text = '';
    records = 0;
  }
  if (text !== '') yield { text, records };
}
