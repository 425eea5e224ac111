// Asks for what nobody else may see. On a terminal the answer is not echoed; otherwise each answer is a line of the standard input.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '../../errors.ts';
import { endLine, showQuestion } from './terminal.ts';

export interface HiddenPrompt extends Disposable {
  ask(question: string): Promise<string>;
}

export function openHiddenPrompt(): HiddenPrompt {
  const isTerminal = process.stdin.isTTY === true;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question) {
      if (isTerminal) showQuestion(question);
      const answer = await answers.next();
      if (isTerminal) endLine();
      if (answer.done === true) throw new OperatorError(`No answer to: ${question}`);
      return answer.value.trim();
    },
    [Symbol.dispose]: () => lines.close(),
  };
}
