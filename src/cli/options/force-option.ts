// `--force` of the commands that import: names exactly what it overrides, so that one known oddity does not hide an unknown one.

import { type Command, InvalidArgumentError } from 'commander';
import type { Judgement } from '../../app/datasets/judgement.ts';

export interface ForceFlag<Name extends string = string> {
  readonly force?: readonly Name[];
}

/** `names` are those of all judgements that the command may make. */
export function addForceOption<Name extends string>(command: Command, names: readonly Name[]): Command {
  const parseNames = (text: string): Name[] =>
    text.split(',').map((name) => {
      const known = names.find((one) => one === name.trim());
      if (known === undefined) throw new InvalidArgumentError(`Known are: ${names.join(', ')}.`);
      return known;
    });
  return command.option(
    '--force <names>',
    'publish in spite of these warnings, named as in the refusal, separated by commas',
    parseNames,
  );
}

/** One line for each judgement that was overridden. */
export function describeOverridden({ overridden }: { readonly overridden: readonly Judgement[] }): string[] {
  return overridden.map(({ name, sentence }) => `Overridden by --force ${name}: ${sentence}`);
}
