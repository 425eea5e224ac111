// `confere completion SHELL` and `confere man`: what shells and `man` know of the commands, made of the commands themselves.

import { Argument, type Command } from 'commander';
import { print } from '../../terminal/terminal.ts';
import { listCommands } from './command-list.ts';
import { completions, type Shell } from './completions.ts';
import { toManPage } from './man-page.ts';

/** Opens all commands, of which the one that is asked for knows only itself. */
type OpenProgram = () => Promise<Command>;

export function addCompletionCommand(program: Command, openProgram: OpenProgram): void {
  program
    .command('completion')
    .description('print what completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(completions)))
    .addHelpText(
      'after',
      `
Once, and again after an upgrade:
  confere completion bash | sudo tee /etc/bash_completion.d/confere > /dev/null
  confere completion zsh > ~/.confere.zsh && echo 'source ~/.confere.zsh' >> ~/.zshrc
  confere completion fish > ~/.config/fish/completions/confere.fish`,
    )
    .action(async (shell: Shell) => print(completions[shell](listCommands(await openProgram()))));
}

export function addManCommand(program: Command, version: string, openProgram: OpenProgram): void {
  program
    .command('man')
    .description('print the man page')
    .addHelpText(
      'after',
      `
  confere man | man -l -
  confere man | sudo tee /usr/local/share/man/man1/confere.1 > /dev/null`,
    )
    .action(async () => print(toManPage(await openProgram(), version)));
}
