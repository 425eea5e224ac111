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
    .description('remove a list from this machine with all its editions; running services drop it')
    .argument('<list>', 'the list')
    .requiredOption('--yes', 'really: it cannot be undone, and screenings recorded with it cannot be made again')
    .option('--older', 'all editions but the live one')
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
