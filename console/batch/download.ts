// The result of a batch as a file, by the browser itself: no page ever holds it.

import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { batchWords } from './words.ts';

type Batch = ConsoleAnswer<'GET batches'>['batches'][number];

/** Starts the download of a batch. The browser could not ask for a sign-in during the download, so a call asks for it first. */
export async function toDownload(batch: Batch, format: 'csv' | 'xlsx'): Promise<void> {
  await call('GET batches');
  const link = document.createElement('a');
  link.href = `/console/api/batch-result/${batch.id}${format === 'xlsx' ? '?format=xlsx' : ''}`;
  link.download = `${batchWords().resultName(batch.file_name.replace(/\.[^.]*$/, ''))}.${format}`;
  link.click();
}
