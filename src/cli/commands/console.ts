// `confere console build`: makes the console's files. `npm ci` and the first visit do it too.

import type { Command } from 'commander';
import { print, printJson } from '../terminal.ts';

export function addConsoleCommands(program: Command): void {
  program
    .command('console')
    .description('the pages for people at /console')
    .command('build')
    .description('build the console now, where `npm ci` ran without scripts; says so when there is nothing to do')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { buildConsole } = await import('../../compose/parts/console-build.ts');
      const state = await buildConsole();
      if (json) printJson({ state });
      else print(state === 'built' ? 'The console was built.' : 'The console is built already.');
    });
}
