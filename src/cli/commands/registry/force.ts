// `--force` of the commands that import: names exactly what it overrides, so that one known oddity does not hide an unknown one.

import { type Command, InvalidArgumentError } from 'commander';
import type { Judgement } from '../../../app/datasets/judgement.ts';
import { type JudgementName, judgementNames } from '../../../app/registry/judge-draft.ts';

export interface ForceFlag {
  readonly force?: readonly JudgementName[];
}

export function addForceOption(command: Command): Command {
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

function parseNames(text: string): JudgementName[] {
  return text.split(',').map((name) => {
    const known = judgementNames.find((one) => one === name.trim());
    if (known === undefined) throw new InvalidArgumentError(`Known are: ${judgementNames.join(', ')}.`);
    return known;
  });
}
