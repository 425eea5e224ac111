// Which cells of a sheet are merged over several rows, so that some rows are without their own value.

import { TableError } from '../../app/bulk/table.ts';
import { columnOf, rowOf } from './cell-reference.ts';
import { readXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

export interface Merge {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

const columnsMax = 16_384;
const mergesMax = 1_000_000;

/** They stand behind the rows, so that the sheet is gone through once before. Only those over several rows leave a row without its value. */
export async function readMerges(parts: ZipParts, part: string): Promise<readonly Merge[]> {
  const merges: Merge[] = [];
  await readXml(parts.read(part), {
    open(name, attributes) {
      if (name !== 'mergeCell') return;
      const [from = '', to = from] = (attributes()['ref'] ?? '').split(':');
      const merge = {
        firstRow: rowOf(from),
        lastRow: rowOf(to),
        firstColumn: columnOf(from),
        lastColumn: columnOf(to),
      };
      if (merge.lastRow > merge.firstRow && merge.lastColumn < columnsMax) merges.push(merge);
      if (merges.length > mergesMax) {
        throw new TableError({
          en: 'The sheet has too many merged cells. Unmerge them.',
          pt: 'A planilha tem células mescladas demais. Desfaça as mesclagens.',
        });
      }
    },
  });
  return merges.sort((one, other) => one.firstRow - other.firstRow);
}
