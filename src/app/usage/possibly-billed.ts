// Calls that usage does not know of: parties named by intents that nothing completed. Each may have been called once or more, or not at all.

import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { OpenIntent } from '../audit/open-intents.ts';
import type { UsageFilter } from './ports.ts';

export interface PossibleCalls {
  readonly keyId: string;
  readonly source: string;
  readonly count: number;
}

/** One for each party that each of them names. */
export function countPossibleCalls(
  intents: readonly OpenIntent[],
  { month, keyId }: UsageFilter,
): readonly PossibleCalls[] {
  const counts = new Map<string, PossibleCalls>();
  for (const intent of intents) {
    if (!toBrazilDay(intent.atMs).startsWith(month) || (keyId !== undefined && intent.keyId !== keyId)) continue;
    for (const source of intent.parties) {
      const name = `${intent.keyId}\n${source}`;
      const count = (counts.get(name)?.count ?? 0) + 1;
      counts.set(name, { keyId: intent.keyId, source, count });
    }
  }
  return [...counts.values()].sort((a, b) => a.keyId.localeCompare(b.keyId) || a.source.localeCompare(b.source));
}
