// The tree of the commands as a list, with what can follow each.

import type { Command } from 'commander';

export interface ListedOption {
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** It takes all words up to the next option. */
  readonly takesMany: boolean;
  readonly choices: readonly string[];
}

export interface ListedCommand {
  /** `path` is what a person types: `confere keys create`. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly ListedOption[];
  /** The words that its first argument can be, if it names them. */
  readonly words: readonly string[];
}

export function listCommands(command: Command, before: readonly string[] = []): readonly ListedCommand[] {
  const path = [...before, command.name()];
  const options = command.options.map(({ long, description, required, optional, variadic, argChoices = [] }) => ({
    long: long ?? '',
    description,
    takesValue: required || optional,
    takesMany: variadic,
    choices: argChoices,
  }));
  const help = { long: '--help', description: 'show the help', takesValue: false, takesMany: false, choices: [] };
  const own = {
    path: path.join(' '),
    commands: command.commands.map((inner) => ({ name: inner.name(), description: inner.description() })),
    options: [...options, help],
    words: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [own, ...command.commands.flatMap((inner) => listCommands(inner, path))];
}
