// Which file of a list of several files this is: told by its header, or by how many columns it has where it has none.

import { openTextTable } from '../../app/bulk/text/text-table.ts';
import { type FileMember, readMember } from '../../datasets/files/file-member.ts';
import type { LayoutColumn, TableList } from '../lists/list-kind.ts';
import { findPlace, foldNames } from './tables/header.ts';

const lookedBytes = 64 * 1024;

/** `main`, or the name of a file beside it; undefined where it is none of them. */
export async function findPart(member: FileMember, list: TableList): Promise<string | undefined> {
  const { hasHeader = true, delimiter } = list;
  const names = list.layout.map(({ name }) => name);
  const { columns } = await openTextTable(readStart(member), { format: 'csv', hasHeader, delimiter, names });
  const folded = foldNames(columns);
  const fits = (layout: readonly LayoutColumn<string>[]): boolean =>
    hasHeader
      ? layout.every((column) => column.isNeeded !== true || findPlace(column, folded) >= 0)
      : columns.length === layout.length;
  if (fits(list.layout)) return 'main';
  return list.beside?.find(({ layout }) => fits(layout))?.file;
}

async function* readStart(member: FileMember): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readMember(member)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= lookedBytes) break;
  }
  yield Buffer.concat(chunks).subarray(0, lookedBytes);
}
