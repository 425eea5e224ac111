// `confere verify` as a process of its own, that can be watched, stopped and killed.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { main } from '../program.ts';
import { gatherText } from '../texts.ts';
import type { CommandResult, Home } from './process.ts';

export type VerifyRun = ReturnType<typeof startVerify>;

export function startVerify(home: Home, args: readonly string[], input?: Readable) {
  const child = spawn(process.execPath, [main, 'verify', ...args], {
    cwd: home.directory,
    env: { ...process.env, ...home.env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [gatherText(child.stdout), gatherText(child.stderr)];
  if (input !== undefined && child.stdin !== null) {
    child.stdin.on('error', () => {});
    input.pipe(child.stdin);
  }
  /** The most that it had in memory so far. */
  let peak = 0;
  const look = (): void => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
    } catch {
      // It has ended.
    }
  };
  const watch = setInterval(look, 20);
  const done = new Promise<CommandResult>((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(watch);
      resolve({ code: code ?? (signal === 'SIGKILL' ? 137 : 143), stdout: stdout(), stderr: stderr() });
    });
  });
  return { child, done, errors: stderr, peakBytes: () => peak };
}
