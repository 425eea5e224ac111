// Changes what a published zip holds and keeps it a valid zip: what a half-finished export or a changed layout would look like.

import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { createZipFile } from '../../../scripts/make-dump/zip-file.ts';

/** `change` gets the rows without their line ends, each character one byte; what it returns is written, in `encoding`. */
export async function rewriteZip(
  path: string,
  change: (rows: string[]) => string[],
  encoding: 'latin1' | 'utf8' = 'latin1',
): Promise<void> {
  const zip = await openPromise(path, { autoClose: false });
  let member = '';
  let content = '';
  for await (const entry of zip.eachEntry()) {
    member = entry.fileName;
    content = await text((await zip.openReadStreamPromise(entry)).setEncoding('latin1'));
  }
  zip.close();
  // Line ends inside fields are rare, and a row that is cut in two by one is put together again.
  const rows = change(
    content
      .split('"\n')
      .slice(0, -1)
      .map((row) => `${row}"`),
  );
  const written = createZipFile({ path, member, date: '2026-10-10', level: 1, zip64: false });
  written.write(Buffer.from(`${rows.join('\n')}\n`, encoding));
  written.close();
}
