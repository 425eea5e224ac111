// One thread of the generator: writes the files it is handed, one after the other.

import { parentPort } from 'node:worker_threads';
import { type DumpFile, type DumpOptions, type WrittenFile, writeFile } from './files.ts';

export interface Task {
  readonly file: DumpFile;
  readonly options: DumpOptions;
}

export type Report =
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'written'; readonly written: WrittenFile };

parentPort?.on('message', ({ file, options }: Task) => {
  const send = (report: Report): void => parentPort?.postMessage(report);
  send({ kind: 'written', written: writeFile(file, options, (bytes) => send({ kind: 'bytes', bytes })) });
});
