// `confere lists forget`: removes a list from this machine, or its older editions. `confere lists give-up`: relies upon it no longer.

import type { Command } from 'commander';
import { loadConfig } from '../../../config.ts';
import { formatBytes } from '../../terminal/progress.ts';
import { print, printJson } from '../../terminal/terminal.ts';

interface GiveUpFlags {
  readonly json?: boolean;
}

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
      '\nBackups, other machines and the place of `lists publish` keep theirs. A later update, import or pull brings the list back.\nNobody is clear without a list that was live once: `lists give-up` says that you do not need it any more.',
    )
    .action(forget);

  lists
    .command('give-up')
    .description('after `lists forget`: rely upon a list no longer, so that people may be clear without it')
    .argument('<list>', 'the list; onu is always relied upon')
    .requiredOption('--yes', 'confirm: from now on nobody is looked for there')
    .option('--json', 'print JSON')
    .action(giveUp);
}

async function giveUp(list: string, { json = false }: GiveUpFlags): Promise<void> {
  const { openListTools } = await import('../../../compose/commands/lists/lists.ts');
  await (await openListTools(loadConfig())).giveUp(list);
  if (json) printJson({ list, given_up: true });
  else print(`People may be clear without ${list} from now on. An import relies upon it again.`);
}

async function forget(list: string, { older = false, json = false }: ForgetFlags): Promise<void> {
  const { openListTools } = await import('../../../compose/commands/lists/lists.ts');
  const tools = await openListTools(loadConfig());
  const { editions, bytes } = await tools.forget(list, older ? 'older' : 'all');
  if (json) printJson({ list, forgotten: older ? 'older' : 'all', editions, bytes });
  else print(`Forgotten: ${editions} ${editions === 1 ? 'edition' : 'editions'} of ${list}, ${formatBytes(bytes)}.`);
  if (!json && !older)
    print(`Nobody is clear without it until it is back, or you give it up: confere lists give-up ${list} --yes`);
}
