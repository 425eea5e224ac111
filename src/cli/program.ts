// The operator's tool: `confere --help`.

import { readFileSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { toStack } from '../errors.ts';
import { addCommands, createProgram } from './commands.ts';
import { findOperatorFault } from './operator-fault.ts';
import { printFault } from './terminal/terminal.ts';

// `confere … | head` closes our output early; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = createProgram(manifest.version).exitOverride();

try {
  await addCommands(program, manifest.version, process.argv[2]);
  nameHelp(program, program.name());
  await program.parseAsync();
} catch (thrown) {
  process.exitCode = explainThrown(thrown);
}

/** After a wrong word, the help of the command that has the right ones. */
function nameHelp(command: Command, words: string): void {
  command.showHelpAfterError(`(${words} --help lists the ${command.commands.length === 0 ? 'options' : 'commands'})`);
  for (const inner of command.commands) nameHelp(inner, `${words} ${inner.name()}`);
}

function explainThrown(thrown: unknown): number {
  // Commander has printed its own message by now; help and version are not faults.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  const fault = findOperatorFault(thrown);
  if (fault !== undefined) {
    printFault(fault.message);
    return fault.exitCode;
  }
  printFault(`Confere failed unexpectedly; please report this.\n${toStack(thrown)}`);
  return 70;
}
