// `--force` of the commands that import lists: names exactly what it overrides.

import { type Command, InvalidArgumentError } from 'commander';
import { type ListJudgementName, listJudgementNames } from '../../../app/screening/judge-list.ts';

export interface ForceFlag {
  readonly force?: readonly ListJudgementName[];
}

export function addForceOption(command: Command): Command {
  return command.option(
    '--force <names>',
    'publish in spite of these warnings, named as in the refusal, separated by commas',
    parseNames,
  );
}

function parseNames(text: string): ListJudgementName[] {
  return text.split(',').map((name) => {
    const known = listJudgementNames.find((one) => one === name.trim());
    if (known === undefined) throw new InvalidArgumentError(`Known are: ${listJudgementNames.join(', ')}.`);
    return known;
  });
}
