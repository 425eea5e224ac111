// One question with yes or no at a terminal. What is no terminal is never asked: a script would wait for ever.

import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../../errors.ts';
import { showQuestion } from './terminal.ts';

interface Talk {
  readonly input: NodeJS.ReadableStream;
  readonly isTerminal: boolean;
  readonly show: (question: string) => void;
}

const withPerson = (): Talk => ({
  input: process.stdin,
  isTerminal: process.stdin.isTTY && process.stderr.isTTY,
  show: showQuestion,
});

/** Rejects where the answer is not yes. */
export async function confirm(
  { question, otherwise }: { readonly question: string; readonly otherwise: string },
  { input, isTerminal, show }: Talk = withPerson(),
): Promise<void> {
  if (!isTerminal) return;
  show(`${question} [y/N]`);
  const lines = createInterface({ input });
  try {
    for await (const answer of lines) {
      if (/^\s*(?:y|yes|s|sim)\s*$/i.test(answer)) return;
      break;
    }
    throw new OperatorError(otherwise);
  } finally {
    lines.close();
  }
}
