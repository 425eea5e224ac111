// Whether the lists that were imported are whole, and not older than their publishers' pace allows.

import type { Clock } from '../app/clock.ts';
import { type Finding, fault, ok, type Probe, toFault, warning } from '../app/doctor/finding.ts';
import type { ListStatus } from '../app/screening/list-counts.ts';
import { readListsStatus } from './maintenance.ts';
import { checkContent } from './snapshot/entries.ts';

const subject = 'lists';

export function createListsProbe(directory: string, clock: Clock): Probe {
  return {
    subject,
    run: () => {
      try {
        return judgeLists(readListsStatus(directory, clock, checkContent));
      } catch (error) {
        return toFault(subject, error);
      }
    },
  };
}

/** Nobody has to have any; one that was imported once is relied upon. */
export function judgeLists(lists: readonly ListStatus[]): Finding {
  const there = lists.filter(({ state }) => state !== 'missing');
  const damaged = there.filter(({ state }) => state === 'damaged');
  if (damaged.length > 0)
    return fault(
      subject,
      damaged.map(({ list, problem }) => `${list} cannot be used: ${problem}`).join(' '),
      damaged.map(toWayOut).join(' '),
    );
  const stale = there.filter(({ state }) => state === 'stale');
  if (stale.length > 0)
    return warning(
      subject,
      `Too old: ${stale.map(({ list, live }) => `${list} (data of ${live?.data_as_of})`).join(', ')}.`,
      `Import the newer file: confere lists import ${stale[0]?.list} FILE`,
    );
  const failed = there.filter(({ last_import: last }) => last?.['outcome'] === 'failed');
  if (failed.length > 0)
    return warning(
      subject,
      `The last import of ${failed.map(({ list }) => list).join(', ')} failed.`,
      'See why: confere lists status',
    );
  return ok(
    subject,
    there.length === 0 ? 'None was imported.' : `${there.map(({ list }) => list).join(', ')}: current.`,
  );
}

function toWayOut({ list, previous }: ListStatus): string {
  const again = `confere lists import ${list} FILE`;
  if (previous === null || previous.problem !== null) return `Import its file again: ${again}`;
  return `Go back: confere lists rollback ${list}, or import its file again: ${again}`;
}
