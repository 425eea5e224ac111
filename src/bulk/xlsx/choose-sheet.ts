// Which sheet of a workbook is the table, where nobody said it: the first one that is shown, unless it has no numbers and others have.

import { haveNumbers } from '../../app/bulk/columns.ts';
import { type Row, TableError } from '../../app/bulk/table.ts';
import type { OpenTableOptions } from '../table-format.ts';
import type { Workbook } from './workbook.ts';

interface Begun {
  readonly workbook: Workbook;
  readonly first: readonly Row[];
  readonly batches: AsyncGenerator<readonly Row[]>;
}

/** Further sheets are looked at in their order; a workbook for people has fewer. */
const sheetsLooked = 50;

/** `begin` reads the first rows of a sheet; undefined is the first one that is shown. */
export async function chooseSheet<Sheet extends Begun>(
  begin: (name: string | undefined) => Promise<Sheet>,
  { names, mayBeEmpty }: OpenTableOptions,
): Promise<Sheet> {
  const isTable = ({ first }: Begun) =>
    haveNumbers(
      first.map(({ cells }) => cells),
      names,
    );
  const shown = await begin(undefined);
  const { sheetName, sheetNames } = shown.workbook;
  if (sheetNames.length < 2 || isTable(shown)) return shown;
  const tables: Sheet[] = [];
  for (const name of sheetNames.slice(0, sheetsLooked)) {
    if (name === sheetName) continue;
    const other = await begin(name);
    if (isTable(other)) tables.push(other);
    else await other.batches.return(undefined);
  }
  const [only] = tables;
  if (only === undefined) return shown;
  for (const unread of [shown, ...tables.slice(1)]) await unread.batches.return(undefined);
  // Who looks at the workbook sees which one it is, and may choose another.
  if (tables.length === 1 || mayBeEmpty === true) return only;
  await only.batches.return(undefined);
  const others = tables.map(({ workbook }) => workbook.sheetName).join(', ');
  throw new TableError(`The sheet ${sheetName} has no CPF or CNPJ. These have: ${others}. Say which one: --sheet`, {
    en: 'The first sheet has no CPF or CNPJ, and several others have. Choose one of them.',
    pt: 'A primeira aba não tem CPF nem CNPJ, e mais de uma das outras tem. Escolha uma delas.',
  });
}
