// The process behind `startCommands`: the whole program is loaded once, and run anew for each command line that it is sent.

import { Readable } from 'node:stream';
import type { CommandOrder } from './commands.ts';

// Each run listens for signals and errors as if it had the process to itself.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);

const program = new URL('../../../src/cli/program.ts', import.meta.url);
let turn = 0;

process.on('message', async ({ args, env, cwd, input }: CommandOrder) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = 0;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  const output = { stdout: '', stderr: '' };
  const restore = (['stdout', 'stderr'] as const).map((name) => {
    const write = process[name].write;
    process[name].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }) as typeof write;
    return () => {
      process[name].write = write;
    };
  });
  // The program runs when it is loaded, and is another module for every turn; what it imports is loaded once.
  await import(`${program}?turn=${turn++}`);
  for (const each of restore) each();
  process.send?.({ code: process.exitCode, ...output });
});
