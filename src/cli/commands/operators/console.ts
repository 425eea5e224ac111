// `confere console …`: makes the console's files, which `npm ci` and the first visit do too, and opens the way in where single sign-on fails.

import { type Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../../../clock.ts';
import { print, printJson } from '../../terminal/terminal.ts';
import { withOperators } from './operators.ts';

const minutesMax = 1_440;

export function addConsoleCommands(program: Command): void {
  const pages = program
    .command('console')
    .description('build the web console, or let an operator in when single sign-on fails');

  pages
    .command('recover')
    .description(
      'let an operator with a password in for a while, when single sign-on fails and passwords are switched off',
    )
    .argument('<name>', 'see: confere operators list; make one with: confere operators create')
    .option('--minutes <n>', 'how long the operator may sign in', parseMinutes, 60)
    .option('--json', 'print JSON')
    .action(async (name: string, { minutes, json }: { minutes: number; json?: boolean }) => {
      const untilMs = systemClock.nowMs() + minutes * 60_000;
      await withOperators((manage) => manage.letIn(name, untilMs));
      const until = new Date(untilMs).toISOString();
      if (json) printJson({ name, until });
      else print(`${name} may sign in with their password until ${until}, at /console.`);
    });

  pages
    .command('build')
    .description('build the console now, if `npm ci` ran without scripts; says so when there is nothing to do')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { buildConsole } = await import('../../../compose/parts/console/console-build.ts');
      const state = await buildConsole();
      if (json) printJson({ state });
      else print(state === 'built' ? 'The console was built.' : 'The console is built already.');
    });
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= minutesMax) return minutes;
  throw new InvalidArgumentError(`Write whole minutes, from 1 to ${minutesMax}.`);
}
