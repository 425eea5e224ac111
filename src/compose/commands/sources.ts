// Opens the outside parties that a file describes, for the command line: to check them, and to try one.

import { systemClock } from '../../clock.ts';
import { findEnvironmentSecret } from '../../config.ts';
import type { SourcesSummary, TriableParty } from '../../sources/operator-tools.ts';

export type { TriableParty } from '../../sources/operator-tools.ts';

/** The parties that a file describes, once the whole of it was checked. */
export async function summarizeSourcesFile(file: string, followSecrets: boolean): Promise<SourcesSummary> {
  const [{ getSources }, { summarizeSources }] = await Promise.all([
    import('../../sources/describe/read-sources.ts'),
    import('../../sources/operator-tools.ts'),
  ]);
  return summarizeSources(await getSources({ file, findVariable: findEnvironmentSecret, followSecrets }));
}

/** One party of a file, ready for a trial call. */
export async function openParty(file: string, name: string): Promise<TriableParty> {
  const [{ getSources }, { getParty }] = await Promise.all([
    import('../../sources/describe/read-sources.ts'),
    import('../../sources/operator-tools.ts'),
  ]);
  return getParty(await getSources({ file, findVariable: findEnvironmentSecret }), name, systemClock);
}

export async function loadSourcesSchema(): Promise<object> {
  const { toJsonSchema } = await import('../../sources/describe/json-schema.ts');
  return toJsonSchema();
}
