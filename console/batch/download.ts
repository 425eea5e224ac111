// The result of a batch as a file, by the browser itself: no page ever holds it.

import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { batchWords } from './words.ts';

type Batch = ConsoleAnswer<'GET batches'>['batches'][number];

/** Starts the download of a batch, or of its rows without an answer. The browser could not ask for a sign-in during it, so a call asks first. */
export async function toDownload(
  { id, file_name }: Pick<Batch, 'id' | 'file_name'>,
  format: 'csv' | 'xlsx',
  rows: 'all' | 'unanswered' = 'all',
): Promise<void> {
  await call('GET batches');
  const words = batchWords();
  const toName = rows === 'all' ? words.resultName : words.unansweredName;
  const link = document.createElement('a');
  link.href = `/console/api/batch-result/${id}?${new URLSearchParams({ format, rows })}`;
  link.download = `${toName(file_name.replace(/\.[^.]*$/, ''))}.${format}`;
  link.click();
}
