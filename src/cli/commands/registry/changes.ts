// `confere registry changes OLD NEW`: what two snapshots say differently, one establishment on a line of JSON.

import type { Command } from 'commander';
import { loadConfig } from '../../../config.ts';
import { toCount } from '../../terminal/progress.ts';
import { printFault } from '../../terminal/terminal.ts';
import { refuseExisting, writeList } from '../../terminal/written-list.ts';

interface ChangesFlags {
  readonly out?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
}

export function addChangesCommand(registry: Command): void {
  registry
    .command('changes')
    .description('write the differences between two snapshots: status, names, MEI, risk; one company on a line of JSON')
    .argument('<old>', '`previous`, `live`, the id of a snapshot, or the path of its folder')
    .argument('<new>', 'the newer snapshot, named in the same way')
    .option('--out <file>', 'write to this file, which appears when it is complete (default: standard output)')
    .option('--force', 'replace the file if it is there')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      `
A line has the CNPJ, the kind (added, changed, removed), the names of what changed, and both states. Each state is judged on the day
of its own data, as a verification without a name: a company that is no longer young has changed its risk.

Examples:
  confere registry changes previous live --out changes.ndjson
  confere registry changes previous live | jq -r 'select(.changed | index("status")) | .cnpj'`,
    )
    .action(writeChanges);
}

async function writeChanges(before: string, after: string, flags: ChangesFlags): Promise<void> {
  const { out } = flags;
  refuseExisting(out, flags.force === true);
  const { openChanges } = await import('../../../compose/commands/registry/changes.ts');
  const changes = await openChanges(loadConfig(), { before, after });
  const written = await writeList({
    pieces: changes.pieces,
    out,
    what: 'The comparison',
    quiet: flags.quiet === true,
  });
  const where = out === undefined ? '' : `, written to ${out}`;
  printFault(
    `${toCount(written.records)} changes from ${changes.before.dataAsOf} to ${changes.after.dataAsOf}${where}.`,
  );
}
