// `confere secrets …`: the master secret by the operator's hand. It is never shown.

import type { Command } from 'commander';
import type { Retirement } from '../../compose/commands/secrets/retire-secret.ts';
import { loadConfig } from '../../config.ts';
import { print, printFault, printJson, printTable } from '../terminal/terminal.ts';

export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('rotate the master secret, and retire older ones');
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
  secrets
    .command('retire')
    .description('end the older master secrets: seal all that they have sealed anew, prove it, then drop them')
    .option('--plan', 'only count what is under them; change nothing')
    .option('--end-passwords', 'end passwords that nobody has used since the rotation; these operators need a new one')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
After a leak: rotate, copy the secrets directory to every machine, then retire. The service keeps running.
The command drops nothing while something is left under an older secret, and says what. If it is killed, run it again.
With a shared database it works as the owner of the audit: set store_maintenance.
Afterwards: copy the secrets directory again, and destroy the older copies once no backup needs them.

Exit codes: 0 retired, or counted by --plan · 1 something is left: see what it names, and run it again`,
    )
    .action(retire);
}

/** The command prints a line for every so many rows of a large table. */
const rowsPerLine = 100_000;

interface RetireFlags {
  readonly plan?: boolean;
  readonly endPasswords?: boolean;
  readonly json?: boolean;
}

async function retire({ plan = false, endPasswords = false, json }: RetireFlags): Promise<void> {
  const { retireSecret } = await import('../../compose/commands/secrets/retire-secret.ts');
  const config = loadConfig();
  let told = { name: '', rows: 0 };
  const retirement = await retireSecret(config, {
    isPlan: plan,
    endsPasswords: endPasswords,
    onProgress(name, rows) {
      if (json || (told.name === name && rows - told.rows < rowsPerLine)) return;
      told = { name, rows };
      printFault(`${name}: ${rows} …`);
    },
    onWaiting: (processes) => printFault(`Waiting for ${processes} running processes to take up the newest secret …`),
  });
  const { generation, retires, counts, passwords, isDone } = retirement;
  if (json) {
    printJson({ generation, retires, retired: isDone, rows: counts, passwords });
  } else {
    printTable(
      ['what', 'rows', plan ? 'older' : 'left', 'unreadable'],
      counts.map(({ name, rows, older, unreadable }) => [name, String(rows), String(older), String(unreadable)]),
    );
    print(toVerdict(retirement, plan, config.secrets_dir));
  }
  if (!plan && !isDone) process.exitCode = 1;
}

function toVerdict({ retires, passwords, isDone }: Retirement, isPlan: boolean, directory: string): string {
  const which = `${retires.length === 1 ? 'generation' : 'generations'} ${retires.join(', ')}`;
  if (isDone) return `Retired ${which}: nothing is left under it. Copy ${directory} to every machine, and back it up.`;
  const waiting =
    passwords.length === 0
      ? ''
      : ` ${passwords.length} ${passwords.length === 1 ? 'operator has' : 'operators have'} to sign in first: ${passwords.join(', ')}. Or end their passwords: --end-passwords`;
  return isPlan ? `Would retire ${which}.${waiting}` : `Not retired: ${which}.${waiting}`;
}

async function rotate({ json }: { readonly json?: boolean }): Promise<void> {
  const { rotateSecret } = await import('../../compose/commands/secrets/rotate-secret.ts');
  const config = loadConfig();
  const generation = await rotateSecret(config);
  if (json) return printJson({ generation });
  print(`The master secret is now of generation ${generation}; the older ones are kept for reading.`);
  print(`Running services take it up by themselves. Back up ${config.secrets_dir}.`);
}
