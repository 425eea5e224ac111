// The man page: each command with its options and examples, and how commands end.

import type { Command, Option } from 'commander';
import { exitCodes } from '../../../errors.ts';

export function toManPage(program: Command, version: string): string {
  return [
    `.TH CONFERE 1 "" ${toWord(`Confere ${version}`)} "Confere"`,
    '.SH NAME',
    `confere \\- ${toText(program.description())}`,
    '.SH SYNOPSIS',
    '.B confere',
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    toText(readAfter(program)),
    '.SH COMMANDS',
    ...toSections(program, []),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodes).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, toText(meaning)]),
    '.SH ENVIRONMENT',
    ...toItem('CONFERE_CONFIG', 'the YAML file of the settings'),
    ...toItem('CONFERE_API_KEY', 'the key of commands that ask a running service'),
    '.PP',
    toText('Each setting has a variable of its own: docs/settings.md.'),
  ].join('\n');
}

function toSections(command: Command, before: readonly string[]): readonly string[] {
  const path = [...before, command.name()];
  if (command.commands.length > 0) return command.commands.flatMap((inner) => toSections(inner, path));
  const after = readAfter(command);
  return [
    `.SS ${toWord(`${path.join(' ')} ${command.usage()}`)}`,
    toText(command.description()),
    ...command.registeredArguments.flatMap((argument) =>
      toItem(argument.name(), `${argument.description}${toChoices(argument.argChoices)}`),
    ),
    ...command.options.flatMap((option) => toItem(option.flags, describe(option))),
    ...(after === '' ? [] : ['.PP', '.nf', toText(after), '.fi']),
  ];
}

function describe({ description, argChoices, defaultValue }: Option): string {
  return `${description}${toChoices(argChoices)}${defaultValue === undefined ? '' : ` (default: ${JSON.stringify(defaultValue)})`}`;
}

function toChoices(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : ` (choices: ${choices.join(', ')})`;
}

/** Returns what the help says behind the options. */
function readAfter(command: Command): string {
  let whole = '';
  const { writeOut } = command.configureOutput();
  command.configureOutput({
    writeOut: (text) => {
      whole += text;
    },
  });
  command.outputHelp();
  command.configureOutput({ ...(writeOut && { writeOut }) });
  return whole.slice(command.helpInformation().length).trim();
}

const toItem = (name: string, description: string) => ['.TP', `.B ${toWord(name)}`, toText(description)];

const toWord = (text: string) => `"${toText(text).replaceAll('"', '\\(dq')}"`;

/** A line that begins with a point or a quote would be an order. */
function toText(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');
}
