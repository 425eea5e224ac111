// The rows of an operator's own lists that have somebody's CPF, so that a report can name them.

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Cpf, formatCpf, maskCpf } from '../../../domain/numbers/cpf.ts';
import { findInOwnLists, toOwnList } from '../../../stores/erasure/clean-directory.ts';

interface OwnRows {
  /** Lists with a file that has the CPF. */
  readonly lists: number;
  /** `LIST:ROW`, in whichever edition. */
  readonly rows: readonly string[];
}

export async function findOwnRows(dataDirectory: string, cpf: Cpf): Promise<OwnRows> {
  // Nothing of lists is loaded by a service that has none.
  const { entriesFile } = await import('../../../screening/snapshot/entries.ts');
  const written = [cpf, formatCpf(cpf)];
  const lists = new Set<string>();
  const rows = new Set<string>();
  for (const path of await findInOwnLists(dataDirectory, new Set(written))) {
    const list = toOwnList(dataDirectory, path) ?? '';
    lists.add(list);
    if (basename(path) !== entriesFile) continue;
    // Line by line: a list of a million rows is longer than the longest text.
    await using file = await open(path);
    for await (const line of file.readLines({ autoClose: false })) {
      if (!written.some((one) => line.includes(one))) continue;
      for (const id of toId(line))
        rows.add(`${list}:${written.reduce((text, one) => text.replaceAll(one, maskCpf(cpf)), id)}`);
    }
  }
  return { lists: lists.size, rows: [...rows].sort() };
}

/** A damaged line names no row; its list counts all the same. */
function toId(line: string): readonly string[] {
  try {
    return [String(JSON.parse(line).id)];
  } catch {
    return [];
  }
}
