// `confere lists forget`: removes a list from this machine, or its older editions.

import type { Command } from 'commander';
import { loadConfig } from '../../../config.ts';
import { toBytes } from '../../terminal/progress.ts';
import { print, printJson } from '../../terminal/terminal.ts';

interface ForgetFlags {
  readonly older?: boolean;
  readonly json?: boolean;
}

export function addForgetCommand(lists: Command): void {
  lists
    .command('forget')
    .description('remove a list with all its editions from this machine; running services stop using it')
    .argument('<list>', 'the list')
    .requiredOption('--yes', 'confirm: this cannot be undone, and recorded screenings with it cannot be repeated')
    .option('--older', 'only remove the editions that are not live')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nBackups, other machines and the place of `lists publish` keep theirs. A later update, import or pull brings the list back.',
    )
    .action(forget);
}

async function forget(list: string, { older = false, json = false }: ForgetFlags): Promise<void> {
  const { openListTools } = await import('../../../compose/commands/lists/lists.ts');
  const tools = await openListTools(loadConfig());
  const { editions, bytes } = await tools.forget(list, older ? 'older' : 'all');
  if (json) printJson({ list, forgotten: older ? 'older' : 'all', editions, bytes });
  else print(`Forgotten: ${editions} ${editions === 1 ? 'edition' : 'editions'} of ${list}, ${toBytes(bytes)}.`);
}
