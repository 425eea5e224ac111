// `confere audit reconcile`: rows that somebody took away or put back, by the acts of the audit.

import type { Command } from 'commander';
import type { Difference } from '../../../app/audit/reconcile/reconcile.ts';
import { tables } from '../../../app/kept/stores.ts';
import { systemClock } from '../../../clock.ts';
import { loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { print, printJson, printTable, showPassing } from '../../terminal/terminal.ts';
import { parseTime } from './time.ts';

interface ReconcileOptions {
  readonly goneSince?: number;
  readonly json?: boolean;
}

export function addReconcileCommand(audit: Command): void {
  audit
    .command('reconcile')
    .description(
      'compare keys, operators, passkeys, clearances, webhook endpoints, watches and batches with the acts of the audit: name each row that somebody took away or put back. Writes nothing',
    )
    .option(
      '--gone-since <time>',
      'of rows that are gone, name those alone whose last act is from this day (Brasília) or time on; the others you have looked into',
      parseTime,
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exit code 0: every row is as its acts say. 1: some are not. 2: a setting or an option is wrong.
The acts count only if the audit is whole, so run this after: confere audit verify`,
    )
    .action(reconcile);
}

async function reconcile({ goneSince = Number.NEGATIVE_INFINITY, json }: ReconcileOptions): Promise<void> {
  const { openStores } = await import('../../../compose/parts/stores.ts');
  const { openAuditProof } = await import('../../../compose/commands/audit/audit-proof.ts');
  const { reconcileStores } = await import('../../../compose/parts/reconcile-stores.ts');
  const config = loadConfig();
  await using stores = await openStores(config, systemClock);
  await using proof = await openAuditProof(config, stores.secret);
  const { acts, differences } = await reconcileStores({
    config,
    stores,
    trail: proof.trail,
    nowMs: systemClock.nowMs(),
    onActs: (count) => !json && showPassing(`${count} acts`),
  });
  const told = differences.filter(({ kind, atMs }) => kind === 'put_back' || atMs >= goneSince);
  if (json) printJson({ acts, differences: told.map(toDifferenceJson) });
  else showPassing('');
  if (told.length === 0) {
    if (!json) print(`Every row is as the audit says, by ${acts} ${acts === 1 ? 'act' : 'acts'}.`);
    return;
  }
  if (!json) {
    printTable(
      ['WHAT', 'TABLE', 'ID', 'LAST ACT', 'WHAT TO DO'],
      told.map((each) => [
        each.kind === 'gone' ? 'gone' : 'put back',
        each.table,
        each.id,
        new Date(each.atMs).toISOString(),
        toAdvice(each),
      ]),
    );
  }
  const many = told.length === 1 ? '1 row is' : `${told.length} rows are`;
  throw new OperatorError(
    `${many} not as the audit says. Find out who can write to the database. See ConfereRowFault in docs/operations.md`,
    1,
  );
}

const toDifferenceJson = ({ table, id, kind, atMs }: Difference) => ({
  table,
  id,
  kind,
  last_act: new Date(atMs).toISOString(),
});

function toAdvice({ table, kind }: Difference): string {
  const { gone, putBack } = tables[table].reconciled;
  return kind === 'gone' ? gone : putBack;
}
