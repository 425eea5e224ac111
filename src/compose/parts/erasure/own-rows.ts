// The rows of an operator's own lists that have somebody's CPF or document, so that a report can name them.

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Person } from '../../../app/privacy/person.ts';
import { type Cpf, formatCpf, maskCpf } from '../../../domain/numbers/cpf.ts';
import { findInOwnLists, toOwnList } from '../../../stores/erasure/clean-directory.ts';

interface OwnRows {
  /** Lists with a file that has the number. */
  readonly lists: number;
  /** `LIST:ROW`, in whichever edition. */
  readonly rows: readonly string[];
}

export async function findOwnRows(
  dataDirectory: string,
  { cpf, identityNumber }: Pick<Person, 'cpf' | 'identityNumber'>,
): Promise<OwnRows> {
  // Nothing of lists is loaded by a service that has none.
  const { entriesFile } = await import('../../../screening/snapshot/entries.ts');
  const written = cpf === undefined ? [] : [cpf, formatCpf(cpf)];
  // As an import writes it, so that a short number is no part of a longer one.
  const quoted = identityNumber === undefined ? [] : [JSON.stringify(identityNumber)];
  const sought = [...written, ...quoted];
  if (sought.length === 0) return { lists: 0, rows: [] };
  const lists = new Set<string>();
  const rows = new Set<string>();
  for (const path of await findInOwnLists(dataDirectory, new Set(sought))) {
    const list = toOwnList(dataDirectory, path) ?? '';
    lists.add(list);
    if (basename(path) !== entriesFile) continue;
    // Line by line: a list of a million rows is longer than the longest text.
    await using file = await open(path);
    for await (const line of file.readLines({ autoClose: false })) {
      if (!sought.some((one) => line.includes(one))) continue;
      for (const id of toId(line))
        rows.add(`${list}:${written.reduce((text, one) => text.replaceAll(one, maskCpf(cpf as Cpf)), id)}`);
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
