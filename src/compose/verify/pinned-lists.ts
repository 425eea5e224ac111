// Which editions of the lists answer a run over a table, with the hits that somebody has judged false; and the run's act in the audit.

import { toSubjectHash } from '../../app/audit/record.ts';
import type { RunCounts } from '../../app/bulk/run/run-counts.ts';
import { type OpenClearance, openCountingClearances } from '../../app/screening/clearances/mark-cleared.ts';
import type { StoredClearance } from '../../app/screening/clearances/ports.ts';
import type { ListStatus } from '../../app/screening/lists/list-counts.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { findSensitivity, type Sensitivities, type Sensitivity } from '../../domain/screening/sensitivity.ts';
import { OperatorError } from '../../errors.ts';
import { readListsStatus, readReliedUpon, toImportWay } from '../../screening/maintenance.ts';
import { recordAct, recordActIfPossible } from '../commands/audit/operator-act.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { openStores } from '../parts/stores.ts';
import type { LocalListsOptions } from './local-lists.ts';

export interface UsedList {
  readonly list: string;
  readonly as_of: string | null;
  readonly state: ListStatus['state'];
  /** `relied_upon` tells whether a person can be clear only with this list. */
  readonly relied_upon: boolean;
  /** The value is absent if the list is missing. */
  readonly sensitivity?: Sensitivity;
}

export interface PinnedLists {
  readonly options: LocalListsOptions;
  readonly used: readonly UsedList[];
  /** The same for the same lists on the same day. */
  readonly identity: string;
  /** Records the start before the first search. `file` tells the input from any other one. */
  recordStart(file: string): Promise<void>;
  recordEnd(file: string, counts: RunCounts): Promise<void>;
}

/** Throws an OperatorError where no list is there, or one is not whole. */
export async function pinLists(config: Config, today: string): Promise<PinnedLists> {
  const directory = toListsDirectory(config);
  const there = readListsStatus(directory, systemClock).filter(({ state }) => state !== 'missing');
  const reliedUpon = readReliedUpon(directory, config['screening.lists'], there);
  if (there.length === 0) {
    throw new OperatorError(
      'No list has been imported on this machine (confere lists update). For a running service, add --url.',
    );
  }
  const editions = there.map((status) => ({ list: status.list, edition: getLive(status) }));
  const { clearances, subjectKeys, fileKey } = await readClearances(config, today);
  const toFile = (file: string) => toSubjectHash(fileKey, `table:${file}`);
  const sensitivities = config['screening.sensitivity'];
  const named = editions
    .map(({ list, edition }) => `${list}:${edition}:${findSensitivity(list, sensitivities)}`)
    .join(' ');
  return {
    options: { directory, editions, sensitivities, today, reliedUpon, clearances, subjectKeys },
    used: toUsed(there, reliedUpon, sensitivities),
    identity: `lists ${named} ${reliedUpon.join(' ')} ${today}`,
    recordStart: (file) => recordAct(config, 'table_screened', `${toFile(file)} ${named}`),
    recordEnd: (file, counts) =>
      recordActIfPossible(config, 'table_screening_ended', `${toFile(file)} ${toCountsLine(counts)}`),
  };
}

function getLive({ list, problem, live }: ListStatus): string {
  if (live !== null && problem === null) return live.id;
  throw new OperatorError(
    `The list ${list} is damaged: ${problem} Bring it here again by ${toImportWay(list)}, or go back: confere lists rollback ${list}`,
  );
}

/** Returns the lists that are there and those that are relied upon. */
function toUsed(
  there: readonly ListStatus[],
  reliedUpon: readonly string[],
  sensitivities: Sensitivities,
): readonly UsedList[] {
  const missing = reliedUpon.filter((name) => !there.some(({ list }) => list === name));
  return [
    ...there.map(({ list, live, state }) => ({
      list,
      as_of: live?.data_as_of ?? null,
      state,
      relied_upon: reliedUpon.includes(list),
      sensitivity: findSensitivity(list, sensitivities),
    })),
    ...missing.map((list) => ({ list, as_of: null, state: 'missing', relied_upon: true }) as const),
  ];
}

/** Numbers alone: how many rows, and how many of each status. */
function toCountsLine({ rows, answered, screening }: RunCounts): string {
  const statuses = Object.entries(screening).map(([status, count]) => `${status}:${count}`);
  return [`rows:${rows}`, `answered:${answered}`, ...statuses].join(' ');
}

const readAtOnce = 500;

/** Reads the clearances of live keys, which also apply to a local run with these lists. */
async function readClearances(config: Config, today: string) {
  await using stores = await openStores(config, systemClock);
  const seal = stores.sealFor('clearance');
  const clearances: OpenClearance[] = [];
  let last: StoredClearance | undefined;
  let page: readonly StoredClearance[];
  do {
    page = await stores.clearances.list('live', readAtOnce, last);
    last = page.at(-1);
    clearances.push(...openCountingClearances(page, seal, today));
  } while (page.length === readAtOnce);
  const subjectKeys = clearances.length === 0 ? [] : stores.secret.deriveEver('audit-subject', 32);
  return { clearances, subjectKeys, fileKey: stores.secret.derive('screened-table', 32) };
}
