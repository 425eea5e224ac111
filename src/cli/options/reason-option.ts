// `--reason` of commands that override something: the audit keeps it, so that it must say nothing of a person.

import { type Command, InvalidArgumentError } from 'commander';
import { findReasonFault } from '../../app/audit/act-reason.ts';

export interface ReasonFlag {
  readonly reason?: string;
}

export function addReasonOption(command: Command): Command {
  return command.option(
    '--reason <text>',
    'why you use --force, in your words; the audit keeps it, so nothing about a person',
    parseReason,
  );
}

export function parseReason(text: string): string {
  const told = text.trim();
  const fault = findReasonFault(told);
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return told;
}
