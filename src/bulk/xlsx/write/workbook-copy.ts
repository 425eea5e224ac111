// A copy of a workbook with more columns in one sheet. Every other part is the same bytes, and so is every cell that was there.

import type { AddedCells } from '../../../app/bulk/table.ts';
import type { ZipParts } from '../zip-parts.ts';
import { type AddedColumns, addColumns } from './added-columns.ts';
import { ZipWriter } from './zip-writer.ts';

interface CopyOptions extends Omit<AddedColumns, 'added'> {
  readonly part: string;
  readonly added: AsyncIterable<AddedCells>;
}

export async function writeWorkbookCopy(parts: ZipParts, path: string, options: CopyOptions): Promise<void> {
  const added = options.added[Symbol.asyncIterator]();
  const writer = await ZipWriter.create(path);
  try {
    for (const entry of parts.entries()) {
      if (entry.fileName.toLowerCase() !== options.part.toLowerCase()) {
        await writer.copy(entry, await parts.readPacked(entry));
        continue;
      }
      await writer.add(entry.fileNameRaw, addColumns(parts.read(options.part), { ...options, added }));
    }
    await writer.finish();
  } finally {
    await added.return?.();
    await writer.close();
  }
}
