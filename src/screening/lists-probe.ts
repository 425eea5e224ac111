// Whether the lists that were imported are whole, and not older than their publishers' pace allows.

import type { Clock } from '../app/clock.ts';
import { type Finding, fault, ok, type Probe, toFaultFinding, warning } from '../app/doctor/finding.ts';
import type { ListStatus } from '../app/screening/lists/list-counts.ts';
import { isOwnList } from '../domain/screening/list-names.ts';
import { alwaysReliedUpon } from '../domain/screening/reliance.ts';
import { findSensitivity, type Sensitivities } from '../domain/screening/sensitivity.ts';
import { readListsStatus, readReliedUpon, toImportWay } from './maintenance.ts';
import { checkContent } from './snapshot/entries.ts';

const subject = 'lists';

interface ListsProbeOptions {
  readonly directory: string;
  readonly clock: Clock;
  /** `isVerified` tells whether verifications look at lists. */
  readonly isVerified: boolean;
  /** The settings name these lists. */
  readonly named: readonly string[];
  readonly sensitivities: Sensitivities;
}

export function createListsProbe({ directory, clock, isVerified, named, sensitivities }: ListsProbeOptions): Probe {
  return {
    subject,
    run: () => {
      try {
        const lists = readListsStatus(directory, clock, checkContent);
        return judgeLists(lists, {
          isVerified,
          reliedUpon: readReliedUpon(directory, named, lists),
          sensitivities,
        });
      } catch (error) {
        return toFaultFinding(subject, error);
      }
    },
  };
}

/** Where verifications look at lists, and there is none. */
export const noListVerified = {
  what: '`screening.verify` is on, and no list was imported: every verification says `inconclusive`, and no risk is low.',
  remedy:
    'Import the lists that you need, such as: confere lists update onu pep ceis. Or set `screening.verify` to false.',
} as const;

interface Expected {
  readonly isVerified: boolean;
  readonly reliedUpon: readonly string[];
  readonly sensitivities: Sensitivities;
}

/** Judges the lists that are there. An installation needs none unless verifications look at lists or one was here before. */
export function judgeLists(lists: readonly ListStatus[], { isVerified, reliedUpon, sensitivities }: Expected): Finding {
  const there = lists.filter(({ state }) => state !== 'missing');
  const isUsed = there.length > 0 || reliedUpon.length > 1;
  if (isVerified && !isUsed) return warning(subject, noListVerified.what, noListVerified.remedy);
  const damaged = there.filter(({ state }) => state === 'damaged');
  if (damaged.length > 0)
    return fault(
      subject,
      damaged.map(({ list, problem }) => `${list} cannot be used: ${problem}`).join(' '),
      damaged.map(toWayOut).join(' '),
    );
  const missing = reliedUpon.filter((name) => !there.some(({ list }) => list === name));
  if (isUsed && missing.length > 0)
    return fault(
      subject,
      `Nobody is clear, because of lists that are missing: ${missing.join(', ')}.`,
      `Put their folders back if somebody took them away, or bring them here: ${missing.map(toImportWay).join('; ')}.${toGiveUp(missing)}`,
    );
  const stale = there.filter(({ state }) => state === 'stale');
  if (stale.length > 0)
    return warning(
      subject,
      `Too old: ${stale.map(({ list, live }) => `${list} (data of ${live?.data_as_of})`).join(', ')}.`,
      `Get the newer edition: ${stale.map(({ list }) => toImportWay(list)).join('; ')}`,
    );
  const failed = there.filter(({ last_import: last }) => last?.['outcome'] === 'failed');
  if (failed.length > 0)
    return warning(
      subject,
      `The last import of ${failed.map(({ list }) => list).join(', ')} failed.`,
      'See why: confere lists status',
    );
  const behind = there.filter(({ last_update: last }) => last?.outcome === 'failed');
  if (behind.length > 0)
    return warning(
      subject,
      `The last update failed: ${behind.map(({ list, last_update: last }) => `${list} (${last?.reason})`).join(', ')}.`,
      `Once that is fixed: ${behind.map(({ list }) => toImportWay(list)).join('; ')}`,
    );
  const names = there.map(({ list }) => list);
  const unknown = Object.keys(sensitivities).filter((list) => isOwnList(list) && !names.includes(list));
  if (unknown.length > 0)
    return warning(
      subject,
      `\`screening.sensitivity\` names lists that are not here: ${unknown.join(', ')}.`,
      `Import them: ${unknown.map(toImportWay).join('; ')}. Or take them out of the setting.`,
    );
  return ok(
    subject,
    names.length === 0 ? 'None was imported.' : `${names.join(', ')}: current.${toSetting(names, sensitivities)}`,
  );
}

/** Names the lists whose sensitivity differs from that of most lists. */
function toSetting(names: readonly string[], sensitivities: Sensitivities): string {
  const byLevel = Map.groupBy(names, (list) => findSensitivity(list, sensitivities));
  byLevel.delete('balanced');
  return [...byLevel].map(([level, lists]) => ` Sensitivity ${level}: ${lists.join(', ')}.`).join('');
}

/** Names the missing lists that an operator may give up. */
function toGiveUp(missing: readonly string[]): string {
  const optional = missing.filter((list) => list !== alwaysReliedUpon);
  if (optional.length === 0) return '';
  return ` If you do not need them any more: ${optional.map((list) => `confere lists give-up ${list} --yes`).join('; ')}.`;
}

function toWayOut({ list, previous, held }: ListStatus): string {
  const again = `import its file again: ${toImportWay(list)}${held ? ', with --force rollback_hold' : ''}`;
  if (previous === null || previous.problem !== null) return `To mend ${list}, ${again}.`;
  return `To mend ${list}, go back: confere lists rollback ${list}; or ${again}.`;
}
