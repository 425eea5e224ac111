// What a run over a table comes to, in lines for people and as JSON for programs.

import type { BadRow } from '../../../app/bulk/run/run.ts';
import type { RunCounts } from '../../../app/bulk/run/run-counts.ts';
import { rowFaults } from '../../../app/bulk/table.ts';
import type { UsedList } from '../../../compose/verify/pinned-lists.ts';
import { toCount } from '../../terminal/progress.ts';
import { toListNotes } from '../../terminal/table-notes.ts';

interface RunFacts {
  readonly seconds: number;
  readonly rowsBefore: number;
  readonly out: string | undefined;
  /** `lists` names the lists of this machine, if the run asked them. */
  readonly lists: readonly UsedList[];
}

export function toSummary(counts: RunCounts, bad: readonly BadRow[], facts: RunFacts): string {
  const { seconds, rowsBefore, out, lists } = facts;
  const rate = toCount((counts.rows - rowsBefore) / Math.max(seconds, 0.001));
  const lines = [
    `${toCount(counts.rows)} ${counts.rows === 1 ? 'row' : 'rows'}, ${toCount(counts.answered)} answered, in ${seconds.toFixed(1)} s (${rate} a second)${out === undefined ? '' : `, written to ${out}`}.`,
    toCountsText('Risk', counts.risk),
    toCountsText('Status', counts.status),
    toCountsText('Reasons', counts.reasons),
    toCountsText('Calls to sources', counts.sourceCalls),
    toCountsText('Screening', counts.screening),
    toCountsText('Rows with a hit in force, by list', counts.screeningLists),
    ...toListNotes(lists),
  ];
  if (counts.replayed > 0) lines.push(`Answered from an earlier call, at no cost: ${toCount(counts.replayed)}`);
  if (counts.mended > 0) lines.push(`Numbers mended: ${toCount(counts.mended)} (confere_mended)`);
  if (counts.latinLines > 0 && counts.utf8Lines > 0) {
    lines.push(
      `Two encodings: ${toCount(counts.latinLines)} lines of Latin-1 among lines of UTF-8; each was read as what it is.`,
    );
  }
  const without = counts.bad + counts.failed;
  if (without > 0) {
    lines.push(`Rows without an answer: ${toCount(without)} (confere_problem)`);
    lines.push(...bad.map(({ line, outcome }) => `  line ${line}: ${toRowProblem(outcome)}`));
    if (without > bad.length && bad.length > 0) lines.push(`  and ${toCount(without - bad.length)} more`);
  }
  lines.push(toBareNote(counts));
  return lines.filter((line) => line !== '').join('\n');
}

/** The last line: `verified` beside a number alone says that it exists, and nothing of who gave it. */
function toBareNote({ status, compared }: RunCounts): string {
  const isVerified = Object.keys(status).length > 0;
  return isVerified && compared === 0 ? 'Nothing but the numbers was compared: no answer says whose number it is.' : '';
}

function toRowProblem(outcome: BadRow['outcome']): string {
  if (outcome.kind === 'bad') return `${outcome.fault}: ${rowFaults[outcome.fault]}`;
  return `${outcome.code}: ${outcome.detail}`;
}

function toCountsText(title: string, counts: Readonly<Record<string, number>>): string {
  const shown = Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${toCount(count)}`);
  return shown.length === 0 ? '' : `${title}: ${shown.join(', ')}`;
}

export function toSummaryJson(counts: RunCounts, { seconds, lists }: RunFacts): object {
  const {
    rows,
    answered,
    bad,
    failed,
    compared,
    mended,
    replayed,
    risk,
    status,
    reasons,
    faults,
    failures,
    sourceCalls,
  } = counts;
  const { screening, screeningLists } = counts;
  return {
    rows,
    answered,
    invalid: bad,
    failed,
    compared,
    mended,
    replayed,
    risk_levels: risk,
    statuses: status,
    reasons,
    problems: { ...faults, ...failures },
    source_calls: sourceCalls,
    ...(Object.keys(screening).length > 0 && { screening, screening_lists: screeningLists, lists }),
    seconds: Math.round(seconds * 10) / 10,
  };
}
