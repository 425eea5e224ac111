// Where an error arose, in the sources. A release runs bundled files with a map beside each (scripts/bundle.ts). A map is read when there is an
// error to tell of: Node's own way (`--enable-source-maps`) reads them at every start, which takes a quarter longer.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map<string, SourceMap | undefined>();

/** The stack with places in the sources. Places of files without a map stay as they are. */
export function toSourceStack(stack: string): string {
  return stack.replace(
    /(file:\/\/(?:(?!file:)\S)+\.js):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      const found = findMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (found === undefined || !('originalSource' in found)) return place;
      return `${new URL(found.originalSource, file)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
    },
  );
}

function findMap(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')));
  } catch {
    // Without one, the place in the bundle is all that can be told.
    return undefined;
  }
}
