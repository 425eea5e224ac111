// One run over a table, as every command shows it: what is asked, its progress, its summary, and its exit code.

import { type BadRow, RunStopped } from '../../../app/bulk/run/run.ts';
import type { RunCounts } from '../../../app/bulk/run/run-counts.ts';
import { TableError } from '../../../app/bulk/table.ts';
import type { TableFacts } from '../../../app/bulk/table-facts.ts';
import { systemClock } from '../../../clock.ts';
import type { TableOrder, VerifyStart } from '../../../compose/verify/verify.ts';
import { loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { findOperatorFault } from '../../operator-fault.ts';
import { findApiKey } from '../../options/service-key.ts';
import { confirm } from '../../terminal/confirm.ts';
import { createVerifyView, toCount } from '../../terminal/progress.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { toColumnsText, toListNotes, toNotes } from '../../terminal/table-notes.ts';
import { openDataOutput, printFault, printJson } from '../../terminal/terminal.ts';
import type { TableFlags } from './table-flags.ts';
import { toSummary, toSummaryJson } from './table-summary.ts';

/** Rows without an answer are in the file; so many are also told here. */
const badShown = 20;
const notAllAnswered = 3;
const stoppedBefore = 1;

export async function runTable(order: TableOrder, flags: TableFlags): Promise<void> {
  const { out } = flags;
  if (order.format === 'xlsx' && out === undefined)
    throw new OperatorError('A spreadsheet cannot go to the standard output: give --out, or --format csv.');
  if (flags.json === true && out === undefined)
    throw new OperatorError('--json needs --out, because the results go to the standard output.');
  try {
    await run(order, flags);
  } catch (error) {
    throw toTableFault(error, out);
  }
}

async function run(order: TableOrder, flags: TableFlags): Promise<void> {
  const { verifyTable } = await import('../../../compose/verify/verify.ts');
  const { out, quiet = false } = flags;
  let view: ReturnType<typeof createVerifyView> | undefined;
  let start: VerifyStart | undefined;
  const bad: BadRow[] = [];
  const startedAtMs = systemClock.monotonicMs();
  const stopped =
    out === undefined
      ? 'The run was stopped; what was written is not whole.'
      : 'The run was stopped. Run the same command again to resume.';
  const counts: RunCounts = await withStopSignal(stopped, (signal) =>
    verifyTable({
      ...order,
      out,
      dataOutput: openDataOutput(),
      force: flags.force === true,
      apiKey: findApiKey(flags.keyFile),
      purpose: flags.purpose,
      concurrency: flags.concurrency,
      patienceMs: flags.patience * 60_000,
      loadConfig,
      signal,
      watch: {
        confirm: (facts) => confirmUnnamed(facts, order, flags),
        onStart(started) {
          start = started;
          if (!quiet) tellStart(started);
          view = createVerifyView(quiet);
        },
        onBadRow: (row) => void (bad.length < badShown && bad.push(row)),
        onProgress: (now, share, trouble) => view?.show({ counts: now, share, trouble }),
      },
    }),
  )
    // A bar stays on the screen, and should not say less than the summary below it.
    .then((all) => {
      if (process.stderr.isTTY) view?.show({ counts: all, share: 1, trouble: undefined });
      return all;
    })
    .finally(() => view?.stop());
  const seconds = (systemClock.monotonicMs() - startedAtMs) / 1000;
  const facts = { seconds, rowsBefore: start?.rowsBefore ?? 0, out, lists: start?.lists ?? [] };
  if (!quiet) printFault(toSummary(counts, bad, facts));
  if (flags.json === true) printJson(toSummaryJson(counts, facts));
  if (counts.answered < counts.rows) process.exitCode = notAllAnswered;
}

/** People about whom nothing but the number is known are not who somebody says they are. */
async function confirmUnnamed(facts: TableFacts, { input, choices }: TableOrder, { yes }: TableFlags): Promise<void> {
  const isMeant = yes === true || choices.name === 'none' || input === '-';
  if (isMeant || !facts.notCompared.includes('name')) return;
  printFault([`Columns: ${toColumnsText(facts)}.`, ...toNotes(facts)].join('\n'));
  const otherwise = 'Nobody was asked. Name the column of names by --name, or give --yes.';
  await confirm({ question: 'Ask without names?', otherwise });
}

function tellStart(start: VerifyStart): void {
  const { where, rowsBefore, lists } = start;
  const before = rowsBefore > 0 ? [`Going on after ${toCount(rowsBefore)} rows of an earlier run.`] : [];
  const lines = [`Asking ${where}; ${toColumnsText(start)}.`, ...toNotes(start), ...toListNotes(lists), ...before];
  printFault(lines.join('\n'));
}

export function toTableFault(error: unknown, out: string | undefined): unknown {
  const again =
    out === undefined
      ? 'The written results are not complete.'
      : 'Nothing is lost: run the same command again to resume.';
  if (error instanceof TableError) return new OperatorError(error.message);
  if (error instanceof RunStopped) return new OperatorError(`${error.message}\n${again}`, stoppedBefore);
  const fault = findOperatorFault(error);
  return fault?.exitCode === stoppedBefore ? new OperatorError(`${fault.message}\n${again}`, stoppedBefore) : error;
}
