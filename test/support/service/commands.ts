// Many command lines in one process, for tables of mistakes: nearly all of what a command takes is loading the program. What a process
// of its own shows and this does not (that it ends by itself, and with what code) is shown by one row of each such table. And how commands
// end, for tests to compare with.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { findNode } from '../open-checkout.ts';
import type { CommandResult, Home } from './process.ts';

const ownCheckout = join(import.meta.dirname, '../../..');

export interface CommandOrder {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly input: string;
}

interface CommandsOptions {
  /** A copy of this one, for a user who cannot enter it. */
  readonly checkout?: string;
  /** Another user than that of the tests. */
  readonly user?: { readonly uid?: number; readonly gid?: number };
  readonly env?: Readonly<Record<string, string>>;
}

export function startCommands({ checkout = ownCheckout, user = {}, env = {} }: CommandsOptions = {}) {
  const child = fork(join(checkout, 'test/support/service/command-runner.ts'), {
    execPath: findNode(checkout),
    ...user,
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  let last: Promise<unknown> = Promise.resolve();
  /** One after another, however many are asked for at once. */
  const run = (order: CommandOrder): Promise<CommandResult> => {
    const result = last.then(async () => {
      const answer = once(child, 'message') as Promise<[CommandResult]>;
      child.send(order);
      const ended = exited.then(([code]) =>
        Promise.reject(new Error(`The process of the commands ended with ${code}.`)),
      );
      return (await Promise.race([answer, ended]))[0];
    });
    last = result.catch(() => {});
    return result;
  };
  return {
    run,
    close: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** `confere` and `confereWithInput` of a whole test file in one process, which is there for as long as the file runs. */
export function useCommands() {
  let commands: ReturnType<typeof startCommands>;
  beforeAll(() => {
    commands = startCommands();
  });
  afterAll(() => commands.close());
  const runWithInput = (home: Home, input: string, ...args: string[]): Promise<CommandResult> =>
    commands.run({ args, env: { ...process.env, ...home.env }, cwd: home.directory, input });
  return {
    confereHere: (home: Home, ...args: string[]) => runWithInput(home, '', ...args),
    confereHereWithInput: runWithInput,
  };
}

const toExpected = (says: string | RegExp) =>
  typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);

/** For `toMatchObject`: a command that ended with this code, and said so on the standard error. */
export const refusal = (code: number, says: string | RegExp) => ({ code, stderr: toExpected(says) });

/** The same of one that did what it was told. */
export const success = (says: string | RegExp) => ({ code: 0, stdout: toExpected(says) });
