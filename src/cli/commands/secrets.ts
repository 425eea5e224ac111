// `confere secrets …`: the master secret by the operator's hand. It is never shown.

import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { print, printJson } from '../terminal/terminal.ts';

export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('rotate the master secret');
  secrets
    .command('rotate')
    .description('create a new master secret; Confere keeps the old one for reading, and API keys keep working')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Older data stays readable, and a search by CPF finds records from before and after. If the command is killed, run it again.
Running services take it up by themselves. Afterwards: back up the secrets directory.`,
    )
    .action(rotate);
}

async function rotate({ json }: { readonly json?: boolean }): Promise<void> {
  const { rotateSecret } = await import('../../compose/commands/rotate-secret.ts');
  const config = loadConfig();
  const generation = await rotateSecret(config);
  if (json) return printJson({ generation });
  print(`The master secret is now of generation ${generation}; the older ones are kept for reading.`);
  print(`Running services take it up by themselves. Back up ${config.secrets_dir}.`);
}
